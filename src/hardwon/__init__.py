"""Hardwon: memory for coding agents that ranks what it remembers by what really worked."""

__version__ = "0.1.0"
