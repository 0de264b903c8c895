-- The audit log has a quota for each importance (enum audit_importance: 0 edit, 1 refused, 2 sign-in, 3
-- permissions), and each person a share of it together with the accounts that the person is responsible for.
-- `audit_share` counts rows and bytes; its row with sponsor and person -1 is the sum of an importance. The sum of
-- lengths is about what a row takes with its place in the index. `sponsor` of a user is responsible for the
-- account; 0: nobody.
ALTER TABLE user ADD COLUMN sponsor INTEGER NOT NULL DEFAULT 0;
ALTER TABLE audit ADD COLUMN importance INTEGER NOT NULL DEFAULT 0;
ALTER TABLE audit ADD COLUMN sponsor INTEGER NOT NULL DEFAULT 0;
ALTER TABLE audit ADD COLUMN person INTEGER NOT NULL DEFAULT 0;
UPDATE audit SET importance = CASE
    WHEN after = '{"result":"refused"}' THEN 1
    WHEN call IN ('chklogin', 'logout') THEN 2
    WHEN call IN ('GetRoles', 'EditPassphrase', 'EditPwd', 'addRestKey', 'deleteRestKey', 'InitMachine',
    'GetAnvizWiegandAuthorize', 'GetBluetoothAuthorize', 'certificateRequest', 'uploadCertificate',
    'resetCertificate') THEN 3 ELSE 0 END,
    person = CASE
    WHEN account = 'admin' THEN 0
    WHEN account GLOB 'key *' THEN coalesce((SELECT maker FROM rest_key AS k WHERE 'key ' || k.id = account), 0)
    WHEN account GLOB '[1-9]*' THEN CAST(account AS INTEGER)
    ELSE 4294967294 END;

UPDATE audit SET person = 4294967294 WHERE importance = 1;
UPDATE audit SET sponsor = person;
CREATE INDEX audit_of_person ON audit (importance, sponsor, person);

CREATE TABLE audit_share (
    importance INTEGER NOT NULL,
    sponsor INTEGER NOT NULL,
    person INTEGER NOT NULL,
    count INTEGER NOT NULL CHECK (count >= 0),
    octets INTEGER NOT NULL CHECK (octets >= 0),
    PRIMARY KEY (importance, sponsor, person)
) STRICT, WITHOUT ROWID;

INSERT INTO audit_share SELECT importance, sponsor, person, count(*),
    sum((48 + length(audit.account) + length(audit.peer) + length(audit.call) + length(audit.object)
        + coalesce(length(CAST(audit.before AS BLOB)), 0) + coalesce(length(CAST(audit.after AS BLOB)), 0)))
    FROM audit GROUP BY importance, sponsor, person;
INSERT INTO audit_share SELECT importance, -1, -1, sum(count), sum(octets) FROM audit_share GROUP BY importance;

CREATE TRIGGER audit_share_insert AFTER INSERT ON audit BEGIN
    INSERT INTO audit_share VALUES
        (NEW.importance, NEW.sponsor, NEW.person, 1,
        (48 + length(NEW.account) + length(NEW.peer) + length(NEW.call) + length(NEW.object)
        + coalesce(length(CAST(NEW.before AS BLOB)), 0) + coalesce(length(CAST(NEW.after AS BLOB)), 0))),
        (NEW.importance, -1, -1, 1,
        (48 + length(NEW.account) + length(NEW.peer) + length(NEW.call) + length(NEW.object)
        + coalesce(length(CAST(NEW.before AS BLOB)), 0) + coalesce(length(CAST(NEW.after AS BLOB)), 0)))
        ON CONFLICT DO UPDATE SET count = count + 1, octets = octets + excluded.octets;
    END;

CREATE TRIGGER audit_share_delete AFTER DELETE ON audit BEGIN
    UPDATE audit_share SET count = count - 1, octets = octets -
        (48 + length(OLD.account) + length(OLD.peer) + length(OLD.call) + length(OLD.object)
        + coalesce(length(CAST(OLD.before AS BLOB)), 0) + coalesce(length(CAST(OLD.after AS BLOB)), 0))
        WHERE importance = OLD.importance AND sponsor = OLD.sponsor AND person = OLD.person;
    DELETE FROM audit_share WHERE importance = OLD.importance AND sponsor = OLD.sponsor AND person = OLD.person
        AND count = 0;
    UPDATE audit_share SET count = count - 1, octets = octets -
        (48 + length(OLD.account) + length(OLD.peer) + length(OLD.call) + length(OLD.object)
        + coalesce(length(CAST(OLD.before AS BLOB)), 0) + coalesce(length(CAST(OLD.after AS BLOB)), 0))
        WHERE importance = OLD.importance AND sponsor = -1 AND person = -1;
    END;
