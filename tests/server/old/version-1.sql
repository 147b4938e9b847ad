-- Schema version 1: in the first commit of the store, before any server. Version 2 came with the same commit.
CREATE TABLE schema (version INTEGER NOT NULL);
INSERT INTO schema (version) VALUES (1);
CREATE TABLE steps (
    room TEXT COLLATE "C" NOT NULL, number BIGINT NOT NULL, step BYTEA NOT NULL, PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE TABLE rooms (
    room TEXT COLLATE "C" NOT NULL PRIMARY KEY, game TEXT NOT NULL, phase TEXT NOT NULL, public BOOLEAN NOT NULL,
    title TEXT NOT NULL, seats INTEGER NOT NULL, free INTEGER NOT NULL,
    due DOUBLE PRECISION, touched DOUBLE PRECISION NOT NULL
) WITHOUT ROWID;
