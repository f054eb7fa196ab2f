"""What is known of Hermes Agent: its messages and the notes it keeps."""
