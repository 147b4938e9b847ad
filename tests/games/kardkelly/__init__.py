"""The tests of Kard Kelly, by subject."""
