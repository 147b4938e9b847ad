"""What the store is made of: the lines it keeps, the tables of its database, the two databases, and backups."""
