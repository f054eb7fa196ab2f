"""Two recorded Claude Code sessions, replayed through the installed hooks, told as a story.

The recording holds what the real client (2.1.332) handed its hooks and wrote into its transcripts while a
scripted model worked in a small project; paths and ids are placeholders that the replay fills in.
"""
