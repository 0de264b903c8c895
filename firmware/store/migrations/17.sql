-- Where people are according to their punches: 1 inside, 2 outside.
CREATE TABLE person_area (
    userid INTEGER PRIMARY KEY,
    area INTEGER NOT NULL CHECK (area IN (1, 2)),
    since INTEGER NOT NULL
) STRICT;

CREATE INDEX person_area_since ON person_area (area, since);

CREATE TRIGGER person_area_of_user AFTER DELETE ON user BEGIN
    DELETE FROM person_area WHERE userid = OLD.userid; END;
