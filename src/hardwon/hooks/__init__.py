"""The hooks' side of a session: small, silent when anything is wrong, never in the way."""
