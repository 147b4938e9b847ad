"""What any game must pass: conformance, counts of positions, tests for every numbered rule."""
