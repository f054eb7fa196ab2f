"""What a model is asked about a session, and what of its answer is believed. Pure: nothing here calls anybody."""
