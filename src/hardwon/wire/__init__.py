"""How a client and the service speak: where the socket is, what a message looks like. Light."""
