-- Fingerprints, faces, irises and photos. `template` and `picture` are sealed by the device's key; `slot` is the
-- place in the module. `enrolled` of a user says which there are, as one number that the list reads with the row:
-- bits 0 to 9 the fingers, 10 the face, 11 and 12 the right and left iris, 13 a photo; triggers keep it. `module`
-- has the serial number of each module that was emptied and is trusted since. Tables whose names begin with user
-- count as users where space is measured, without being read.
ALTER TABLE user ADD COLUMN enrolled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user_count ADD COLUMN fingers INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user_count ADD COLUMN faces INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user_count ADD COLUMN irises INTEGER NOT NULL DEFAULT 0;

CREATE TABLE user_credential (
    id INTEGER PRIMARY KEY,
    userid INTEGER NOT NULL,
    factor INTEGER NOT NULL CHECK (factor IN (1, 3, 4)),
    idx INTEGER NOT NULL CHECK (idx BETWEEN 0 AND CASE factor WHEN 1 THEN 9 WHEN 3 THEN 0 ELSE 1 END),
    slot INTEGER NOT NULL CHECK (slot >= 0),
    duress INTEGER NOT NULL CHECK (duress IN (0, factor = 1)),
    quality INTEGER NOT NULL CHECK (quality BETWEEN 0 AND 100),
    enrolled_s INTEGER NOT NULL,
    template BLOB NOT NULL,
    UNIQUE (userid, factor, idx),
    UNIQUE (factor, slot)
) STRICT;

CREATE TABLE user_photo (userid INTEGER PRIMARY KEY, picture BLOB NOT NULL) STRICT;

CREATE TABLE module (
    factor INTEGER PRIMARY KEY CHECK (factor IN (1, 3, 4)),
    serial BLOB NOT NULL CHECK (length(serial) = 16)
) STRICT;

CREATE TRIGGER user_credential_insert AFTER INSERT ON user_credential BEGIN
    UPDATE user SET enrolled = enrolled |
        (1 << CASE NEW.factor WHEN 1 THEN NEW.idx WHEN 3 THEN 10 ELSE 11 + NEW.idx END)
        WHERE userid = NEW.userid;
    UPDATE user_count SET fingers = fingers + (NEW.factor = 1), faces = faces + (NEW.factor = 3),
        irises = irises + (NEW.factor = 4); END;

CREATE TRIGGER user_credential_delete AFTER DELETE ON user_credential BEGIN
    UPDATE user SET enrolled = enrolled &
        ~(1 << CASE OLD.factor WHEN 1 THEN OLD.idx WHEN 3 THEN 10 ELSE 11 + OLD.idx END)
        WHERE userid = OLD.userid;
    UPDATE user_count SET fingers = fingers - (OLD.factor = 1), faces = faces - (OLD.factor = 3),
        irises = irises - (OLD.factor = 4); END;

CREATE TRIGGER user_photo_insert AFTER INSERT ON user_photo BEGIN
    UPDATE user SET enrolled = enrolled | 8192 WHERE userid = NEW.userid; END;

CREATE TRIGGER user_photo_delete AFTER DELETE ON user_photo BEGIN
    UPDATE user SET enrolled = enrolled & ~8192 WHERE userid = OLD.userid; END;

CREATE TRIGGER user_credential_of_user AFTER DELETE ON user BEGIN
    DELETE FROM user_credential WHERE userid = OLD.userid;
    DELETE FROM user_photo WHERE userid = OLD.userid; END;

DROP INDEX user_bare_id;
DROP INDEX user_bare_name;
CREATE INDEX user_bare_id ON user (userid)
    WHERE cardno IS NULL AND password_hash IS NULL AND (enrolled & 8191) = 0;
CREATE INDEX user_bare_name ON user (name_key)
    WHERE cardno IS NULL AND password_hash IS NULL AND (enrolled & 8191) = 0;
CREATE INDEX user_with_finger_id ON user (userid) WHERE (enrolled & 1023) > 0;
CREATE INDEX user_with_finger_name ON user (name_key) WHERE (enrolled & 1023) > 0;
CREATE INDEX user_with_face_id ON user (userid) WHERE (enrolled & 1024) > 0;
CREATE INDEX user_with_face_name ON user (name_key) WHERE (enrolled & 1024) > 0;
CREATE INDEX user_with_iris_id ON user (userid) WHERE (enrolled & 6144) > 0;
CREATE INDEX user_with_iris_name ON user (name_key) WHERE (enrolled & 6144) > 0;
