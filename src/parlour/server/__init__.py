"""The table server: tables over HTTP and WebSocket, kept in a database.

It knows nothing of what a move means. `store` keeps every table as a log of steps, on SQLite or PostgreSQL.
"""
