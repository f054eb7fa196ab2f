"""`python -m hardwon.cli`: the same as `mem`."""

from __future__ import annotations

from hardwon.cli import main

main()
