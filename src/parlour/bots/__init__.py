"""Computer players. They know no game by name, and see only what their seat may see."""
