-- Schema version 2 in its first hours: on PostgreSQL names sorted by the language of the database.
CREATE TABLE schema (version INTEGER NOT NULL);
INSERT INTO schema (version) VALUES (2);
CREATE TABLE steps (
    room TEXT COLLATE "en-x-icu" NOT NULL, number BIGINT NOT NULL, step BYTEA NOT NULL, mark BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE TABLE rooms (
    room TEXT COLLATE "en-x-icu" NOT NULL PRIMARY KEY, game TEXT NOT NULL, phase TEXT NOT NULL, public BOOLEAN NOT NULL,
    title TEXT NOT NULL, seats INTEGER NOT NULL, free INTEGER NOT NULL,
    due DOUBLE PRECISION, touched DOUBLE PRECISION NOT NULL, archived BOOLEAN NOT NULL DEFAULT FALSE
) WITHOUT ROWID;
CREATE INDEX rooms_due ON rooms (due) WHERE due IS NOT NULL AND NOT archived;
CREATE INDEX rooms_lobby ON rooms (touched) WHERE public AND phase <> 'over' AND NOT archived;
