"""Tests of Honors No. II."""
