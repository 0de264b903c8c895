-- Shifts and their assignments. A row of `shift_assignment` belongs to a user, or to a group where `userid` is 0;
-- `usual` says that it was the usual shift of the user in that time. A day that is 0 is open. Rows are deleted with
-- their user, group and shift; rows of usual shifts stay, so that the past stays known.
CREATE TABLE shift (
    number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 64),
    name TEXT NOT NULL,
    colour INTEGER NOT NULL,
    on_duty INTEGER NOT NULL,
    off_duty INTEGER NOT NULL,
    break_start TEXT NOT NULL,
    break_end TEXT NOT NULL,
    in_before INTEGER NOT NULL,
    in_after INTEGER NOT NULL,
    out_before INTEGER NOT NULL,
    out_after INTEGER NOT NULL,
    late_grace INTEGER NOT NULL,
    early_grace INTEGER NOT NULL,
    missing_in INTEGER NOT NULL,
    missing_out INTEGER NOT NULL,
    overtime_before INTEGER NOT NULL,
    overtime_after INTEGER NOT NULL,
    overtime_step INTEGER NOT NULL CHECK (overtime_step BETWEEN 1 AND 60),
    on_holidays INTEGER NOT NULL CHECK (on_holidays IN (0, 1)),
    pattern INTEGER NOT NULL CHECK (pattern IN (0, 1)),
    days INTEGER NOT NULL,
    cycle_days INTEGER NOT NULL CHECK (cycle_days BETWEEN 1 AND 31),
    cycle_first INTEGER NOT NULL,
    revision INTEGER NOT NULL
) STRICT;

CREATE TABLE shift_assignment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    userid INTEGER NOT NULL,
    "group" INTEGER NOT NULL,
    shift INTEGER NOT NULL,
    "from" INTEGER NOT NULL,
    "to" INTEGER NOT NULL,
    usual INTEGER NOT NULL CHECK (usual IN (0, 1))
) STRICT;

CREATE INDEX shift_assignment_of ON shift_assignment (userid, "group", "from");
CREATE INDEX shift_assignment_shift ON shift_assignment (shift);

CREATE TRIGGER shift_assignment_of_user AFTER DELETE ON user BEGIN
    DELETE FROM shift_assignment WHERE userid = OLD.userid; END;

CREATE TRIGGER shift_assignment_of_shift AFTER DELETE ON shift BEGIN
    DELETE FROM shift_assignment WHERE shift = OLD.number AND usual = 0; END;
