"""The tests of Honors No. I, by subject."""
