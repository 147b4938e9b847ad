"""What the store is made of: the lines it keeps, the tables of its database, the two databases, and backups."""

from parlour.server.storage.backups import backup, restore

__all__ = ["backup", "restore"]
