"""From what became of an attempt to what it says of the memories that were before the agent."""
