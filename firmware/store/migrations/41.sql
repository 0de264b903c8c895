-- A rule of the clock may be a place (a name of the IANA time zone database), which then decides alone.
ALTER TABLE clock_rule ADD COLUMN place TEXT NOT NULL DEFAULT '' CHECK (length(place) <= 35);

-- What the places of the rules do, as it was when it was stored: local time minus UTC (minutes) from a moment on (seconds since 1970 UTC).
-- A firmware whose time zone database says otherwise keeps by it what has been.
CREATE TABLE place_change (
    place TEXT NOT NULL CHECK (length(place) BETWEEN 1 AND 35),
    from_s INTEGER NOT NULL CHECK (from_s BETWEEN 0 AND 253402300799),
    offset_min INTEGER NOT NULL CHECK (offset_min BETWEEN -720 AND 840),
    PRIMARY KEY (place, from_s)
) STRICT, WITHOUT ROWID;
