"""The tests of Honors No. IV, by subject."""
