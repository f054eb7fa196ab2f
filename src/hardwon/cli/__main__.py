"""`python -m hardwon.cli`: the same as `mem`."""

from __future__ import annotations

import sys

from hardwon.cli import main

sys.exit(main())
