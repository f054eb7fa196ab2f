"""The real programs that Hardwon is wired into, each installed at test time and run against a scripted model."""
