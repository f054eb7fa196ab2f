"""The room that looks after the stores: tells whether each is sound, and rebuilds one that is not.

It knows files, locks and order of steps; SQL stays in the store room, and what a memory means elsewhere.
"""
