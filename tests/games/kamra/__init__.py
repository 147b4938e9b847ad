"""The tests of Kam-ra!, by subject."""
