"""The console in a real browser: every page and action in both themes, at two widths, and what axe-core says."""
