"""The tests of Honors No. III, by subject."""
