"""From a session's turns to attempts, and from what was run, kept and said in them to verdicts."""
