"""`python -I -m hardwon.service`: run the service until nobody needs it."""

from __future__ import annotations

import sys

from hardwon.service.run import main

if __name__ == "__main__":
    sys.exit(main())
