"""Those who ask a model: the Claude API, the Claude Code client, Ollama. Loaded by name, in the background only."""
