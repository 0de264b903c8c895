-- Every column has a CHECK with the limits of the contract (of its own header where the contract has none). Nothing is
-- copied: the text of a table is replaced, columns and their order stay. The start that applies this step then looks
-- through all rows and leaves out those that break a CHECK (store/bad_rows.h); `left_out` has them until they are recorded.
CREATE TABLE left_out (
    id INTEGER PRIMARY KEY,
    place TEXT NOT NULL CHECK (length(CAST(place AS BLOB)) <= 64),
    row TEXT NOT NULL CHECK (length(CAST(row AS BLOB)) <= 96),
    field TEXT NOT NULL CHECK (length(CAST(field AS BLOB)) <= 64),
    cause TEXT NOT NULL CHECK (length(CAST(cause AS BLOB)) <= 192)
) STRICT;

PRAGMA writable_schema = ON;

UPDATE sqlite_schema SET sql = 'CREATE TABLE user (
    userid INTEGER PRIMARY KEY CHECK (userid BETWEEN 1 AND 999999999),
    username TEXT NOT NULL CHECK (length(username) <= 64 AND length(CAST(username AS BLOB)) <= 256),
    name_key TEXT NOT NULL CHECK (length(CAST(name_key AS BLOB)) BETWEEN 1 AND 777),
    cardno INTEGER CHECK (cardno BETWEEN 1 AND 4294967295),
    level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 16),
    "group" INTEGER NOT NULL CHECK ("group" BETWEEN 0 AND 16),
    identify_mode INTEGER NOT NULL CHECK (identify_mode BETWEEN 0 AND 2),
    identify_factors INTEGER NOT NULL CHECK (identify_factors BETWEEN 0 AND 63),
    shift INTEGER NOT NULL CHECK (shift BETWEEN 0 AND 64),
    valid_from INTEGER NOT NULL CONSTRAINT "valid_from: date" CHECK (valid_from = 0 OR (valid_from BETWEEN 10101 AND 99991231
        AND valid_from % 100 BETWEEN 1 AND CASE valid_from / 100 % 100
            WHEN 1 THEN 31 WHEN 3 THEN 31 WHEN 4 THEN 30 WHEN 5 THEN 31 WHEN 6 THEN 30 WHEN 7 THEN 31
            WHEN 8 THEN 31 WHEN 9 THEN 30 WHEN 10 THEN 31 WHEN 11 THEN 30 WHEN 12 THEN 31
            WHEN 2 THEN 28 + (valid_from / 10000 % 4 = 0 AND (valid_from / 10000 % 100 <> 0 OR valid_from / 10000 % 400 = 0)) ELSE 0 END)),
    valid_to INTEGER NOT NULL CONSTRAINT "valid_to: date" CHECK (valid_to = 99999999 OR (valid_to BETWEEN 10101 AND 99991231
        AND valid_to % 100 BETWEEN 1 AND CASE valid_to / 100 % 100
            WHEN 1 THEN 31 WHEN 3 THEN 31 WHEN 4 THEN 30 WHEN 5 THEN 31 WHEN 6 THEN 30 WHEN 7 THEN 31
            WHEN 8 THEN 31 WHEN 9 THEN 30 WHEN 10 THEN 31 WHEN 11 THEN 30 WHEN 12 THEN 31
            WHEN 2 THEN 28 + (valid_to / 10000 % 4 = 0 AND (valid_to / 10000 % 100 <> 0 OR valid_to / 10000 % 400 = 0)) ELSE 0 END)),
    revision INTEGER NOT NULL CHECK (revision BETWEEN 0 AND 4294967295),
    password_console INTEGER NOT NULL DEFAULT 0 CHECK (password_console IN (0, 1)),
    pin_key BLOB CHECK (length(pin_key) = 32),
    password_hash TEXT CHECK (length(CAST(password_hash AS BLOB)) BETWEEN 1 AND 159),
    sponsor INTEGER NOT NULL DEFAULT 0 CHECK (sponsor BETWEEN 0 AND 4294967295),
    enrolled INTEGER NOT NULL DEFAULT 0 CHECK (enrolled BETWEEN 0 AND 16383),
    CHECK (pin_key IS NULL OR (password_hash IS NOT NULL AND level = 0))
) STRICT'
    WHERE type = 'table' AND name = 'user';

UPDATE sqlite_schema SET sql = 'CREATE TABLE user_count (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    users INTEGER NOT NULL CHECK (users BETWEEN 0 AND 4294967295),
    cards INTEGER NOT NULL CHECK (cards BETWEEN 0 AND 4294967295),
    passwords INTEGER NOT NULL CHECK (passwords BETWEEN 0 AND 4294967295),
    admins INTEGER NOT NULL CHECK (admins BETWEEN 0 AND 4294967295),
    generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 9007199254740991),
    fingers INTEGER NOT NULL DEFAULT 0 CHECK (fingers BETWEEN 0 AND 4294967295),
    faces INTEGER NOT NULL DEFAULT 0 CHECK (faces BETWEEN 0 AND 4294967295),
    irises INTEGER NOT NULL DEFAULT 0 CHECK (irises BETWEEN 0 AND 4294967295)
) STRICT'
    WHERE type = 'table' AND name = 'user_count';

UPDATE sqlite_schema SET sql = 'CREATE TABLE user_credential (
    id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 9007199254740991),
    userid INTEGER NOT NULL CHECK (userid BETWEEN 1 AND 999999999),
    factor INTEGER NOT NULL CHECK (factor IN (1, 3, 4)),
    idx INTEGER NOT NULL CHECK (idx BETWEEN 0 AND CASE factor WHEN 1 THEN 9 WHEN 3 THEN 0 ELSE 1 END),
    slot INTEGER NOT NULL CHECK (slot BETWEEN 0 AND 4294967295),
    duress INTEGER NOT NULL CHECK (duress IN (0, factor = 1)),
    quality INTEGER NOT NULL CHECK (quality BETWEEN 0 AND 100),
    enrolled_s INTEGER NOT NULL CHECK (enrolled_s BETWEEN 0 AND 253402300799),
    template BLOB NOT NULL CHECK (length(template) BETWEEN 1 AND 2304),
    UNIQUE (userid, factor, idx),
    UNIQUE (factor, slot)
) STRICT'
    WHERE type = 'table' AND name = 'user_credential';

UPDATE sqlite_schema SET sql = 'CREATE TABLE user_photo (
    userid INTEGER PRIMARY KEY CHECK (userid BETWEEN 1 AND 999999999),
    picture BLOB NOT NULL CHECK (length(picture) BETWEEN 1 AND 65536)
) STRICT'
    WHERE type = 'table' AND name = 'user_photo';

UPDATE sqlite_schema SET sql = 'CREATE TABLE account (
    name TEXT PRIMARY KEY CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 64),
    password_hash TEXT NOT NULL CHECK (length(CAST(password_hash AS BLOB)) BETWEEN 1 AND 159),
    must_change INTEGER NOT NULL CHECK (must_change IN (0, 1)),
    initial_sealed BLOB CHECK (length(initial_sealed) BETWEEN 1 AND 64),
    changed_ms INTEGER NOT NULL CHECK (changed_ms BETWEEN 0 AND 253402300799999),
    passphrase INTEGER NOT NULL DEFAULT 0 CHECK (passphrase IN (0, 1))
) STRICT, WITHOUT ROWID'
    WHERE type = 'table' AND name = 'account';

UPDATE sqlite_schema SET sql = 'CREATE TABLE right_level (
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 16),
    grp INTEGER NOT NULL CHECK (grp BETWEEN 0 AND 4),
    access INTEGER NOT NULL CHECK (access BETWEEN 0 AND 2),
    revision INTEGER NOT NULL DEFAULT 0 CHECK (revision BETWEEN 0 AND 4294967295),
    PRIMARY KEY (level, grp)
) STRICT, WITHOUT ROWID'
    WHERE type = 'table' AND name = 'right_level';

UPDATE sqlite_schema SET sql = 'CREATE TABLE throttle (
    key TEXT PRIMARY KEY CHECK (length(CAST(key AS BLOB)) BETWEEN 1 AND 128),
    count INTEGER NOT NULL CHECK (count BETWEEN 0 AND 4294967295),
    time_ms INTEGER NOT NULL CHECK (time_ms BETWEEN 0 AND 253402300799999)
) STRICT, WITHOUT ROWID'
    WHERE type = 'table' AND name = 'throttle';

UPDATE sqlite_schema SET sql = 'CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
    time_ms INTEGER NOT NULL CHECK (time_ms BETWEEN 0 AND 253402300799999),
    account TEXT NOT NULL CHECK (length(CAST(account AS BLOB)) <= 256),
    peer TEXT NOT NULL CHECK (length(CAST(peer AS BLOB)) <= 64),
    call TEXT NOT NULL CHECK (length(CAST(call AS BLOB)) <= 64),
    object TEXT NOT NULL CHECK (length(CAST(object AS BLOB)) <= 1024),
    before TEXT CHECK (length(CAST(before AS BLOB)) <= 262144),
    after TEXT CHECK (length(CAST(after AS BLOB)) <= 262144),
    importance INTEGER NOT NULL DEFAULT 0 CHECK (importance BETWEEN 0 AND 3),
    sponsor INTEGER NOT NULL DEFAULT 0 CHECK (sponsor BETWEEN 0 AND 4294967295),
    person INTEGER NOT NULL DEFAULT 0 CHECK (person BETWEEN 0 AND 4294967295)
) STRICT'
    WHERE type = 'table' AND name = 'audit';

UPDATE sqlite_schema SET sql = 'CREATE TABLE audit_share (
    importance INTEGER NOT NULL CHECK (importance BETWEEN 0 AND 3),
    sponsor INTEGER NOT NULL CHECK (sponsor BETWEEN -1 AND 4294967295),
    person INTEGER NOT NULL CHECK (person BETWEEN -1 AND 4294967295),
    count INTEGER NOT NULL CHECK (count BETWEEN 0 AND 9007199254740991),
    octets INTEGER NOT NULL CHECK (octets BETWEEN 0 AND 9007199254740991),
    PRIMARY KEY (importance, sponsor, person)
) STRICT, WITHOUT ROWID'
    WHERE type = 'table' AND name = 'audit_share';

UPDATE sqlite_schema SET sql = 'CREATE TABLE setting (
    key TEXT PRIMARY KEY CHECK (length(CAST(key AS BLOB)) BETWEEN 1 AND 128),
    value TEXT CHECK (length(CAST(value AS BLOB)) <= 65536),
    sealed BLOB CHECK (length(sealed) BETWEEN 1 AND 65536),
    CHECK ((value IS NULL) <> (sealed IS NULL))
) STRICT, WITHOUT ROWID'
    WHERE type = 'table' AND name = 'setting';

UPDATE sqlite_schema SET sql = 'CREATE TABLE setting_page (
    page TEXT PRIMARY KEY CHECK (length(CAST(page AS BLOB)) BETWEEN 1 AND 40),
    revision INTEGER NOT NULL CHECK (revision BETWEEN 0 AND 4294967295),
    last INTEGER NOT NULL CHECK (last BETWEEN revision AND 4294967295)
) STRICT, WITHOUT ROWID'
    WHERE type = 'table' AND name = 'setting_page';

UPDATE sqlite_schema SET sql = 'CREATE TABLE provisional (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    page TEXT NOT NULL CHECK (length(CAST(page AS BLOB)) BETWEEN 1 AND 40),
    revision INTEGER NOT NULL CHECK (revision BETWEEN 0 AND 4294967295)
) STRICT'
    WHERE type = 'table' AND name = 'provisional';

UPDATE sqlite_schema SET sql = 'CREATE TABLE provisional_value (
    key TEXT PRIMARY KEY CHECK (length(CAST(key AS BLOB)) BETWEEN 1 AND 128),
    value TEXT CHECK (length(CAST(value AS BLOB)) <= 65536),
    sealed BLOB CHECK (length(sealed) BETWEEN 1 AND 65536)
) STRICT, WITHOUT ROWID'
    WHERE type = 'table' AND name = 'provisional_value';

UPDATE sqlite_schema SET sql = 'CREATE TABLE rest_key (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 4294967295),
    name TEXT NOT NULL UNIQUE CHECK (length(name) <= 32 AND length(CAST(name AS BLOB)) <= 128 AND name <> ''''),
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 16),
    hint TEXT NOT NULL CHECK (length(CAST(hint AS BLOB)) <= 8),
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    created_s INTEGER NOT NULL CHECK (created_s BETWEEN 0 AND 253402300799),
    used_s INTEGER NOT NULL DEFAULT 0 CHECK (used_s BETWEEN 0 AND 253402300799),
    used_peer TEXT NOT NULL DEFAULT '''' CHECK (length(CAST(used_peer AS BLOB)) <= 63),
    maker INTEGER NOT NULL DEFAULT 0 CHECK (maker BETWEEN 0 AND 4294967295)
) STRICT'
    WHERE type = 'table' AND name = 'rest_key';

UPDATE sqlite_schema SET sql = 'CREATE TABLE certificate (
    slot INTEGER PRIMARY KEY CHECK (slot IN (0, 1)),
    chain TEXT NOT NULL CHECK (length(CAST(chain AS BLOB)) BETWEEN 1 AND 131072),
    key_sealed BLOB NOT NULL CHECK (length(key_sealed) BETWEEN 1 AND 65536),
    own INTEGER NOT NULL CHECK (own IN (0, 1))
) STRICT'
    WHERE type = 'table' AND name = 'certificate';

UPDATE sqlite_schema SET sql = 'CREATE TABLE authorized_device (
    link INTEGER NOT NULL CHECK (link IN (0, 1)),
    mac TEXT NOT NULL CHECK (length(mac) = 17 AND length(CAST(mac AS BLOB)) = 17),
    model TEXT NOT NULL CHECK (length(model) <= 32 AND length(CAST(model AS BLOB)) <= 128),
    machine INTEGER NOT NULL CHECK (machine BETWEEN 0 AND 4294967295),
    route1 INTEGER NOT NULL CHECK (route1 BETWEEN 0 AND 255),
    route2 INTEGER NOT NULL CHECK (route2 BETWEEN 0 AND 255),
    authorized INTEGER NOT NULL CHECK (authorized IN (0, 1)),
    PRIMARY KEY (link, mac)
) STRICT, WITHOUT ROWID'
    WHERE type = 'table' AND name = 'authorized_device';

UPDATE sqlite_schema SET sql = 'CREATE TABLE bluetooth_bond (
    mac TEXT PRIMARY KEY CHECK (length(mac) = 17 AND length(CAST(mac AS BLOB)) = 17),
    name TEXT NOT NULL CHECK (length(name) <= 64 AND length(CAST(name AS BLOB)) <= 256),
    grp INTEGER NOT NULL CHECK (grp BETWEEN 0 AND 16)
) STRICT, WITHOUT ROWID'
    WHERE type = 'table' AND name = 'bluetooth_bond';

UPDATE sqlite_schema SET sql = 'CREATE TABLE browser (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
    userid INTEGER NOT NULL CHECK (userid BETWEEN 0 AND 999999999),
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    name TEXT NOT NULL CHECK (length(name) <= 64 AND length(CAST(name AS BLOB)) <= 256),
    made_s INTEGER NOT NULL CHECK (made_s BETWEEN 0 AND 253402300799),
    used_s INTEGER NOT NULL CHECK (used_s BETWEEN 0 AND 253402300799),
    peer TEXT NOT NULL CHECK (length(CAST(peer AS BLOB)) <= 63)
) STRICT'
    WHERE type = 'table' AND name = 'browser';

UPDATE sqlite_schema SET sql = 'CREATE TABLE record (
    seq INTEGER PRIMARY KEY AUTOINCREMENT CHECK (seq BETWEEN 1 AND 9007199254740991),
    time INTEGER NOT NULL CHECK (time BETWEEN 0 AND 253402300799999),
    "offset" INTEGER NOT NULL CHECK ("offset" BETWEEN -1440 AND 1440),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 26),
    result INTEGER NOT NULL CHECK (result BETWEEN 0 AND 2),
    reason INTEGER NOT NULL CHECK (reason BETWEEN 0 AND 27),
    userid INTEGER NOT NULL CHECK (userid BETWEEN 0 AND 999999999),
    username TEXT NOT NULL CHECK (length(username) <= 64 AND length(CAST(username AS BLOB)) <= 256),
    factors INTEGER NOT NULL CHECK (factors BETWEEN 0 AND 63),
    status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 8),
    duress INTEGER NOT NULL CHECK (duress IN (0, 1)),
    door INTEGER NOT NULL CHECK (door BETWEEN 1 AND 8),
    temperature INTEGER NOT NULL CHECK (temperature BETWEEN 0 AND 500),
    photo INTEGER NOT NULL CHECK (photo IN (0, 1)),
    detail TEXT NOT NULL CHECK (length(detail) <= 200 AND length(CAST(detail AS BLOB)) <= 800)
) STRICT'
    WHERE type = 'table' AND name = 'record';

UPDATE sqlite_schema SET sql = 'CREATE TABLE rules_count (
    id INTEGER PRIMARY KEY CHECK (id = 0),
    last INTEGER NOT NULL CHECK (last BETWEEN 0 AND 4294967295),
    in_force INTEGER NOT NULL CHECK (in_force BETWEEN 0 AND 4294967295)
) STRICT'
    WHERE type = 'table' AND name = 'rules_count';

UPDATE sqlite_schema SET sql = 'CREATE TABLE time_zone (
    number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 32),
    name TEXT NOT NULL CHECK (length(name) <= 32 AND length(CAST(name AS BLOB)) <= 128),
    start TEXT NOT NULL CONSTRAINT "start: minutes of the day" CHECK (
        length(CAST(start AS BLOB)) <= 34 AND length(replace(start, '','', '''')) = length(start) - 6
        AND start NOT GLOB ''*[^0-9,]*'' AND start NOT GLOB ''*[0-9][0-9][0-9][0-9][0-9]*''
        AND '','' || start || '','' NOT GLOB ''*,,*'' AND '','' || start || '','' NOT GLOB ''*,[2-9][0-9][0-9][0-9],*''
        AND '','' || start || '','' NOT GLOB ''*,1[5-9][0-9][0-9],*''
        AND '','' || start || '','' NOT GLOB ''*,14[4-9][0-9],*''),
    "end" TEXT NOT NULL CONSTRAINT "end: minutes of the day" CHECK (
        length(CAST("end" AS BLOB)) <= 34 AND length(replace("end", '','', '''')) = length("end") - 6
        AND "end" NOT GLOB ''*[^0-9,]*'' AND "end" NOT GLOB ''*[0-9][0-9][0-9][0-9][0-9]*''
        AND '','' || "end" || '','' NOT GLOB ''*,,*'' AND '','' || "end" || '','' NOT GLOB ''*,[2-9][0-9][0-9][0-9],*''
        AND '','' || "end" || '','' NOT GLOB ''*,1[5-9][0-9][0-9],*''
        AND '','' || "end" || '','' NOT GLOB ''*,14[4-9][0-9],*''),
    revision INTEGER NOT NULL CHECK (revision BETWEEN 0 AND 4294967295)
) STRICT'
    WHERE type = 'table' AND name = 'time_zone';

UPDATE sqlite_schema SET sql = 'CREATE TABLE access_group (
    number INTEGER PRIMARY KEY CHECK (number BETWEEN 2 AND 16),
    name TEXT NOT NULL CHECK (length(name) <= 32 AND length(CAST(name AS BLOB)) <= 128),
    time1 INTEGER NOT NULL CHECK (time1 BETWEEN 0 AND 32),
    time2 INTEGER NOT NULL CHECK (time2 BETWEEN 0 AND 32),
    time3 INTEGER NOT NULL CHECK (time3 BETWEEN 0 AND 32),
    time4 INTEGER NOT NULL CHECK (time4 BETWEEN 0 AND 32),
    revision INTEGER NOT NULL CHECK (revision BETWEEN 0 AND 4294967295)
) STRICT'
    WHERE type = 'table' AND name = 'access_group';

UPDATE sqlite_schema SET sql = 'CREATE TABLE period_group (
    number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 32),
    name TEXT NOT NULL CHECK (length(name) <= 32 AND length(CAST(name AS BLOB)) <= 128),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
    revision INTEGER NOT NULL CHECK (revision BETWEEN 0 AND 4294967295)
) STRICT'
    WHERE type = 'table' AND name = 'period_group';

UPDATE sqlite_schema SET sql = 'CREATE TABLE period (
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 32),
    day INTEGER NOT NULL CHECK (day BETWEEN 0 AND 6),
    start INTEGER NOT NULL CHECK (start BETWEEN 0 AND 1439),
    "end" INTEGER NOT NULL CHECK ("end" BETWEEN 0 AND 1439),
    PRIMARY KEY (number, day, start, "end")
) STRICT, WITHOUT ROWID'
    WHERE type = 'table' AND name = 'period';

UPDATE sqlite_schema SET sql = 'CREATE TABLE in_force (
    "group" INTEGER NOT NULL CHECK ("group" = 0 OR "group" BETWEEN 2 AND 16),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 32),
    PRIMARY KEY ("group", number)
) STRICT, WITHOUT ROWID'
    WHERE type = 'table' AND name = 'in_force';

UPDATE sqlite_schema SET sql = 'CREATE TABLE holiday (
    number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 64),
    name TEXT NOT NULL CHECK (length(name) <= 32 AND length(CAST(name AS BLOB)) <= 128 AND name <> ''''),
    "from" INTEGER NOT NULL CONSTRAINT "from: date" CHECK ("from" = 0 OR ("from" BETWEEN 10101 AND 99991231
        AND "from" % 100 BETWEEN 1 AND CASE "from" / 100 % 100
            WHEN 1 THEN 31 WHEN 3 THEN 31 WHEN 4 THEN 30 WHEN 5 THEN 31 WHEN 6 THEN 30 WHEN 7 THEN 31
            WHEN 8 THEN 31 WHEN 9 THEN 30 WHEN 10 THEN 31 WHEN 11 THEN 30 WHEN 12 THEN 31
            WHEN 2 THEN 28 + ("from" / 10000 % 4 = 0 AND ("from" / 10000 % 100 <> 0 OR "from" / 10000 % 400 = 0)) ELSE 0 END)),
    "to" INTEGER NOT NULL CONSTRAINT "to: date" CHECK ("to" = 0 OR ("to" BETWEEN 10101 AND 99991231
        AND "to" % 100 BETWEEN 1 AND CASE "to" / 100 % 100
            WHEN 1 THEN 31 WHEN 3 THEN 31 WHEN 4 THEN 30 WHEN 5 THEN 31 WHEN 6 THEN 30 WHEN 7 THEN 31
            WHEN 8 THEN 31 WHEN 9 THEN 30 WHEN 10 THEN 31 WHEN 11 THEN 30 WHEN 12 THEN 31
            WHEN 2 THEN 28 + ("to" / 10000 % 4 = 0 AND ("to" / 10000 % 100 <> 0 OR "to" / 10000 % 400 = 0)) ELSE 0 END)),
    yearly INTEGER NOT NULL CHECK (yearly IN (0, 1)),
    "plan" INTEGER NOT NULL CHECK ("plan" BETWEEN 0 AND 7),
    revision INTEGER NOT NULL CHECK (revision BETWEEN 0 AND 4294967295)
) STRICT'
    WHERE type = 'table' AND name = 'holiday';

UPDATE sqlite_schema SET sql = 'CREATE TABLE alarm (
    seq INTEGER PRIMARY KEY CHECK (seq BETWEEN 1 AND 9007199254740991),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 26),
    door INTEGER NOT NULL CHECK (door BETWEEN 1 AND 8),
    userid INTEGER NOT NULL CHECK (userid BETWEEN 0 AND 999999999),
    username TEXT NOT NULL CHECK (length(username) <= 64 AND length(CAST(username AS BLOB)) <= 256),
    detail TEXT NOT NULL CHECK (length(detail) <= 200 AND length(CAST(detail AS BLOB)) <= 800),
    first_ms INTEGER NOT NULL CHECK (first_ms BETWEEN 0 AND 253402300799999),
    last_ms INTEGER NOT NULL CHECK (last_ms BETWEEN 0 AND 253402300799999),
    last_seq INTEGER NOT NULL CHECK (last_seq BETWEEN 1 AND 9007199254740991),
    count INTEGER NOT NULL CHECK (count BETWEEN 0 AND 4294967295),
    acked_ms INTEGER NOT NULL DEFAULT 0 CHECK (acked_ms BETWEEN 0 AND 253402300799999),
    acked_by TEXT NOT NULL DEFAULT '''' CHECK (length(CAST(acked_by AS BLOB)) <= 256)
) STRICT'
    WHERE type = 'table' AND name = 'alarm';

UPDATE sqlite_schema SET sql = 'CREATE TABLE alarm_position (seq INTEGER NOT NULL CHECK (seq BETWEEN 0 AND 9007199254740991)) STRICT'
    WHERE type = 'table' AND name = 'alarm_position';

UPDATE sqlite_schema SET sql = 'CREATE TABLE person_area (
    userid INTEGER PRIMARY KEY CHECK (userid BETWEEN 1 AND 999999999),
    area INTEGER NOT NULL CHECK (area IN (1, 2)),
    since INTEGER NOT NULL CHECK (since BETWEEN 0 AND 253402300799999)
) STRICT'
    WHERE type = 'table' AND name = 'person_area';

UPDATE sqlite_schema SET sql = 'CREATE TABLE init_card (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    userid INTEGER NOT NULL CHECK (userid BETWEEN 0 AND 999999999),
    written INTEGER NOT NULL CHECK (written BETWEEN 0 AND 253402300799)
) STRICT'
    WHERE type = 'table' AND name = 'init_card';

UPDATE sqlite_schema SET sql = 'CREATE TABLE shift (
    number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 64),
    name TEXT NOT NULL CHECK (length(name) <= 32 AND length(CAST(name AS BLOB)) <= 128),
    colour INTEGER NOT NULL CHECK (colour BETWEEN 1 AND 8),
    on_duty INTEGER NOT NULL CHECK (on_duty BETWEEN 0 AND 1439),
    off_duty INTEGER NOT NULL CHECK (off_duty BETWEEN 0 AND 1439),
    break_start TEXT NOT NULL CONSTRAINT "break_start: minutes of the day" CHECK (
        length(CAST(break_start AS BLOB)) <= 14 AND length(replace(break_start, '','', '''')) = length(break_start) - 2
        AND break_start NOT GLOB ''*[^0-9,]*'' AND break_start NOT GLOB ''*[0-9][0-9][0-9][0-9][0-9]*''
        AND '','' || break_start || '','' NOT GLOB ''*,,*'' AND '','' || break_start || '','' NOT GLOB ''*,[2-9][0-9][0-9][0-9],*''
        AND '','' || break_start || '','' NOT GLOB ''*,1[5-9][0-9][0-9],*''
        AND '','' || break_start || '','' NOT GLOB ''*,14[4-9][0-9],*''),
    break_end TEXT NOT NULL CONSTRAINT "break_end: minutes of the day" CHECK (
        length(CAST(break_end AS BLOB)) <= 14 AND length(replace(break_end, '','', '''')) = length(break_end) - 2
        AND break_end NOT GLOB ''*[^0-9,]*'' AND break_end NOT GLOB ''*[0-9][0-9][0-9][0-9][0-9]*''
        AND '','' || break_end || '','' NOT GLOB ''*,,*'' AND '','' || break_end || '','' NOT GLOB ''*,[2-9][0-9][0-9][0-9],*''
        AND '','' || break_end || '','' NOT GLOB ''*,1[5-9][0-9][0-9],*''
        AND '','' || break_end || '','' NOT GLOB ''*,14[4-9][0-9],*''),
    in_before INTEGER NOT NULL CHECK (in_before BETWEEN 0 AND 720),
    in_after INTEGER NOT NULL CHECK (in_after BETWEEN 0 AND 720),
    out_before INTEGER NOT NULL CHECK (out_before BETWEEN 0 AND 720),
    out_after INTEGER NOT NULL CHECK (out_after BETWEEN 0 AND 720),
    late_grace INTEGER NOT NULL CHECK (late_grace BETWEEN 0 AND 240),
    early_grace INTEGER NOT NULL CHECK (early_grace BETWEEN 0 AND 240),
    missing_in INTEGER NOT NULL CHECK (missing_in BETWEEN 0 AND 480),
    missing_out INTEGER NOT NULL CHECK (missing_out BETWEEN 0 AND 480),
    overtime_before INTEGER NOT NULL CHECK (overtime_before BETWEEN 0 AND 1200),
    overtime_after INTEGER NOT NULL CHECK (overtime_after BETWEEN 0 AND 1200),
    overtime_step INTEGER NOT NULL CHECK (overtime_step BETWEEN 1 AND 60),
    on_holidays INTEGER NOT NULL CHECK (on_holidays IN (0, 1)),
    pattern INTEGER NOT NULL CHECK (pattern IN (0, 1)),
    days INTEGER NOT NULL CHECK (days BETWEEN 0 AND 2147483647),
    cycle_days INTEGER NOT NULL CHECK (cycle_days BETWEEN 1 AND 31),
    cycle_first INTEGER NOT NULL CONSTRAINT "cycle_first: date" CHECK (cycle_first = 0 OR (cycle_first BETWEEN 10101 AND 99991231
        AND cycle_first % 100 BETWEEN 1 AND CASE cycle_first / 100 % 100
            WHEN 1 THEN 31 WHEN 3 THEN 31 WHEN 4 THEN 30 WHEN 5 THEN 31 WHEN 6 THEN 30 WHEN 7 THEN 31
            WHEN 8 THEN 31 WHEN 9 THEN 30 WHEN 10 THEN 31 WHEN 11 THEN 30 WHEN 12 THEN 31
            WHEN 2 THEN 28 + (cycle_first / 10000 % 4 = 0 AND (cycle_first / 10000 % 100 <> 0 OR cycle_first / 10000 % 400 = 0)) ELSE 0 END)),
    revision INTEGER NOT NULL CHECK (revision BETWEEN 0 AND 4294967295)
) STRICT'
    WHERE type = 'table' AND name = 'shift';

UPDATE sqlite_schema SET sql = 'CREATE TABLE shift_assignment (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 4294967295),
    userid INTEGER NOT NULL CHECK (userid BETWEEN 0 AND 999999999),
    "group" INTEGER NOT NULL CHECK ("group" BETWEEN 0 AND 16),
    shift INTEGER NOT NULL CHECK (shift BETWEEN 0 AND 64),
    "from" INTEGER NOT NULL CONSTRAINT "from: date" CHECK ("from" = 0 OR ("from" BETWEEN 10101 AND 99991231
        AND "from" % 100 BETWEEN 1 AND CASE "from" / 100 % 100
            WHEN 1 THEN 31 WHEN 3 THEN 31 WHEN 4 THEN 30 WHEN 5 THEN 31 WHEN 6 THEN 30 WHEN 7 THEN 31
            WHEN 8 THEN 31 WHEN 9 THEN 30 WHEN 10 THEN 31 WHEN 11 THEN 30 WHEN 12 THEN 31
            WHEN 2 THEN 28 + ("from" / 10000 % 4 = 0 AND ("from" / 10000 % 100 <> 0 OR "from" / 10000 % 400 = 0)) ELSE 0 END)),
    "to" INTEGER NOT NULL CONSTRAINT "to: date" CHECK ("to" = 0 OR ("to" BETWEEN 10101 AND 99991231
        AND "to" % 100 BETWEEN 1 AND CASE "to" / 100 % 100
            WHEN 1 THEN 31 WHEN 3 THEN 31 WHEN 4 THEN 30 WHEN 5 THEN 31 WHEN 6 THEN 30 WHEN 7 THEN 31
            WHEN 8 THEN 31 WHEN 9 THEN 30 WHEN 10 THEN 31 WHEN 11 THEN 30 WHEN 12 THEN 31
            WHEN 2 THEN 28 + ("to" / 10000 % 4 = 0 AND ("to" / 10000 % 100 <> 0 OR "to" / 10000 % 400 = 0)) ELSE 0 END)),
    usual INTEGER NOT NULL CHECK (usual IN (0, 1))
) STRICT'
    WHERE type = 'table' AND name = 'shift_assignment';

UPDATE sqlite_schema SET sql = 'CREATE TABLE leave (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 4294967295),
    userid INTEGER NOT NULL CHECK (userid BETWEEN 1 AND 999999999),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 6),
    "from" INTEGER NOT NULL CONSTRAINT "from: date" CHECK ("from" = 0 OR ("from" BETWEEN 10101 AND 99991231
        AND "from" % 100 BETWEEN 1 AND CASE "from" / 100 % 100
            WHEN 1 THEN 31 WHEN 3 THEN 31 WHEN 4 THEN 30 WHEN 5 THEN 31 WHEN 6 THEN 30 WHEN 7 THEN 31
            WHEN 8 THEN 31 WHEN 9 THEN 30 WHEN 10 THEN 31 WHEN 11 THEN 30 WHEN 12 THEN 31
            WHEN 2 THEN 28 + ("from" / 10000 % 4 = 0 AND ("from" / 10000 % 100 <> 0 OR "from" / 10000 % 400 = 0)) ELSE 0 END)),
    "to" INTEGER NOT NULL CONSTRAINT "to: date" CHECK ("to" = 0 OR ("to" BETWEEN 10101 AND 99991231
        AND "to" % 100 BETWEEN 1 AND CASE "to" / 100 % 100
            WHEN 1 THEN 31 WHEN 3 THEN 31 WHEN 4 THEN 30 WHEN 5 THEN 31 WHEN 6 THEN 30 WHEN 7 THEN 31
            WHEN 8 THEN 31 WHEN 9 THEN 30 WHEN 10 THEN 31 WHEN 11 THEN 30 WHEN 12 THEN 31
            WHEN 2 THEN 28 + ("to" / 10000 % 4 = 0 AND ("to" / 10000 % 100 <> 0 OR "to" / 10000 % 400 = 0)) ELSE 0 END)),
    half INTEGER NOT NULL CHECK (half BETWEEN 0 AND 2),
    note TEXT NOT NULL CHECK (length(note) <= 64 AND length(CAST(note AS BLOB)) <= 256)
) STRICT'
    WHERE type = 'table' AND name = 'leave';

UPDATE sqlite_schema SET sql = 'CREATE TABLE bulk (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    step INTEGER NOT NULL CHECK (step BETWEEN 0 AND 8),
    at INTEGER NOT NULL CHECK (at BETWEEN 0 AND 4294967295),
    rows INTEGER NOT NULL CHECK (rows BETWEEN 0 AND 4294967295),
    added INTEGER NOT NULL CHECK (added BETWEEN 0 AND 4294967295),
    changed INTEGER NOT NULL CHECK (changed BETWEEN 0 AND 4294967295),
    same INTEGER NOT NULL CHECK (same BETWEEN 0 AND 4294967295),
    skipped INTEGER NOT NULL CHECK (skipped BETWEEN 0 AND 4294967295),
    bad INTEGER NOT NULL CHECK (bad BETWEEN 0 AND 4294967295),
    rows_at INTEGER NOT NULL CHECK (rows_at BETWEEN 0 AND 9007199254740991),
    bad_octets INTEGER NOT NULL CHECK (bad_octets BETWEEN 0 AND 9007199254740991),
    raises INTEGER NOT NULL CHECK (raises IN (0, 1)),
    whole INTEGER NOT NULL CHECK (whole IN (0, 1)),
    verified INTEGER NOT NULL CHECK (verified IN (0, 1)),
    code INTEGER NOT NULL CHECK (code BETWEEN 0 AND 4294967295),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
    name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) <= 512),
    total INTEGER NOT NULL CHECK (total BETWEEN 0 AND 9007199254740991),
    userid INTEGER NOT NULL CHECK (userid BETWEEN 0 AND 4294967295),
    key_id INTEGER NOT NULL CHECK (key_id BETWEEN 0 AND 4294967295),
    maker INTEGER NOT NULL CHECK (maker BETWEEN 0 AND 4294967295),
    sponsor INTEGER NOT NULL CHECK (sponsor BETWEEN 0 AND 4294967295),
    level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 255),
    account TEXT NOT NULL CHECK (length(CAST(account AS BLOB)) <= 15),
    holder_name TEXT NOT NULL CHECK (length(CAST(holder_name AS BLOB)) <= 256),
    peer TEXT NOT NULL CHECK (length(CAST(peer AS BLOB)) <= 63),
    encoding INTEGER NOT NULL CHECK (encoding BETWEEN 0 AND 10),
    delimiter INTEGER NOT NULL CHECK (delimiter BETWEEN 0 AND 3),
    heading INTEGER NOT NULL CHECK (heading IN (0, 1)),
    sheet INTEGER NOT NULL CHECK (sheet BETWEEN 0 AND 255),
    existing INTEGER NOT NULL CHECK (existing BETWEEN 0 AND 2),
    columns BLOB NOT NULL CHECK (length(columns) <= 64),
    about TEXT NOT NULL CHECK (length(CAST(about AS BLOB)) <= 1023)
) STRICT'
    WHERE type = 'table' AND name = 'bulk';

UPDATE sqlite_schema SET sql = 'CREATE TABLE backup_copies (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    day INTEGER NOT NULL CHECK (day BETWEEN 0 AND 4294967295),
    tries INTEGER NOT NULL CHECK (tries BETWEEN 0 AND 4294967295),
    error INTEGER NOT NULL CHECK (error BETWEEN -2147483648 AND 2147483647),
    last_s INTEGER NOT NULL CHECK (last_s BETWEEN 0 AND 253402300799),
    last_octets INTEGER NOT NULL CHECK (last_octets BETWEEN 0 AND 9007199254740991)
) STRICT'
    WHERE type = 'table' AND name = 'backup_copies';

PRAGMA writable_schema = RESET;
