"""The client that plays line by line: plain text for any terminal, over a pipe and with a screen reader."""
