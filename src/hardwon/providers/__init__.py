"""Memory for programs that load it into their own process: one package a host, each a translator to the engine."""
