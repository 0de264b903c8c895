/* The schema, as numbered steps from nothing. A step that has shipped is never changed: the test compares its checksum.
 * PRAGMA user_version holds how many are applied. */
#include <stdio.h>

#include "store/store_impl.h"

/* 0: users. `name_key` is the folded name with the ID behind it (users_impl.h); `valid_to` is 99999999 for «without
 * end», so that both questions about expiry are one range. Lists are read from an index in list order, so there is one
 * for every filter and both sorts; the partial ones hold only who they are about. */
static const char migration_users[] =
    "CREATE TABLE user ("
    " id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 999999999),"
    " name TEXT NOT NULL,"
    " name_key TEXT NOT NULL,"
    " card INTEGER CHECK (card BETWEEN 1 AND 4294967295),"
    " level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 16),"
    " grp INTEGER NOT NULL CHECK (grp BETWEEN 0 AND 16),"
    " mode INTEGER NOT NULL,"
    " factors INTEGER NOT NULL,"
    " shift INTEGER NOT NULL CHECK (shift BETWEEN 0 AND 64),"
    " valid_from INTEGER NOT NULL,"
    " valid_to INTEGER NOT NULL CHECK (valid_to > 0),"
    " revision INTEGER NOT NULL,"
    " password_console INTEGER NOT NULL DEFAULT 0 CHECK (password_console IN (0, 1)),"
    " pin_key BLOB CHECK (length(pin_key) = 32),"
    " password_hash TEXT,"
    " CHECK ((pin_key IS NULL) = (password_hash IS NULL))"
    ") STRICT;"
    "CREATE UNIQUE INDEX user_card ON user (card) WHERE card IS NOT NULL;"
    "CREATE UNIQUE INDEX user_pin ON user (pin_key) WHERE pin_key IS NOT NULL;"
    "CREATE INDEX user_name ON user (name_key);"
    "CREATE INDEX user_group_id ON user (grp);"
    "CREATE INDEX user_group_name ON user (grp, name_key);"
    "CREATE INDEX user_shift_id ON user (shift);"
    "CREATE INDEX user_shift_name ON user (shift, name_key);"
    "CREATE INDEX user_plain_id ON user (id) WHERE level = 0;"
    "CREATE INDEX user_plain_name ON user (name_key) WHERE level = 0;"
    "CREATE INDEX user_admin_id ON user (id) WHERE level > 0;"
    "CREATE INDEX user_admin_name ON user (name_key) WHERE level > 0;"
    "CREATE INDEX user_with_card_id ON user (id) WHERE card IS NOT NULL;"
    "CREATE INDEX user_with_card_name ON user (name_key) WHERE card IS NOT NULL;"
    "CREATE INDEX user_with_pin_id ON user (id) WHERE pin_key IS NOT NULL;"
    "CREATE INDEX user_with_pin_name ON user (name_key) WHERE pin_key IS NOT NULL;"
    "CREATE INDEX user_bare_id ON user (id) WHERE card IS NULL AND pin_key IS NULL;"
    "CREATE INDEX user_bare_name ON user (name_key) WHERE card IS NULL AND pin_key IS NULL;"
    "CREATE INDEX user_valid_to ON user (valid_to, name_key);"
    /* Name parts: pairs of code points as hexadecimal words, and the last one alone. */
    "CREATE VIRTUAL TABLE user_name_fts USING fts5 (grams, content = '', columnsize = 0, tokenize = 'ascii', prefix = '6');"
    /* Counts that the console asks for all the time; `generation` counts the changes of the table. */
    "CREATE TABLE user_count ("
    " one INTEGER PRIMARY KEY CHECK (one = 1),"
    " users INTEGER NOT NULL, cards INTEGER NOT NULL, passwords INTEGER NOT NULL, admins INTEGER NOT NULL,"
    " generation INTEGER NOT NULL"
    ") STRICT;"
    "INSERT INTO user_count VALUES (1, 0, 0, 0, 0, 0);"
    "CREATE TRIGGER user_count_insert AFTER INSERT ON user BEGIN"
    " UPDATE user_count SET users = users + 1, cards = cards + (NEW.card IS NOT NULL),"
    " passwords = passwords + (NEW.pin_key IS NOT NULL), admins = admins + (NEW.level > 0),"
    " generation = generation + 1; END;"
    "CREATE TRIGGER user_count_delete AFTER DELETE ON user BEGIN"
    " UPDATE user_count SET users = users - 1, cards = cards - (OLD.card IS NOT NULL),"
    " passwords = passwords - (OLD.pin_key IS NOT NULL), admins = admins - (OLD.level > 0),"
    " generation = generation + 1; END;"
    "CREATE TRIGGER user_count_update AFTER UPDATE ON user BEGIN"
    " UPDATE user_count SET cards = cards + (NEW.card IS NOT NULL) - (OLD.card IS NOT NULL),"
    " passwords = passwords + (NEW.pin_key IS NOT NULL) - (OLD.pin_key IS NOT NULL),"
    " admins = admins + (NEW.level > 0) - (OLD.level > 0), generation = generation + 1; END;";

/* 1: accounts beside users, rights of the admin levels, wrong tries, the audit trail, settings. */
static const char migration_accounts[] =
    "CREATE TABLE account ("
    " name TEXT PRIMARY KEY,"
    " password_hash TEXT NOT NULL,"
    " must_change INTEGER NOT NULL CHECK (must_change IN (0, 1)),"
    " initial_sealed BLOB," /* the initial password, sealed by the device's key, until it is replaced */
    " changed_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE right_level ("
    " level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 16),"
    " grp INTEGER NOT NULL CHECK (grp BETWEEN 0 AND 4)," /* user, network, basicSetting, AccSetting, advSetting */
    " access INTEGER NOT NULL CHECK (access BETWEEN 0 AND 2)," /* none, read, write */
    " PRIMARY KEY (level, grp)"
    ") STRICT, WITHOUT ROWID;"
    "WITH RECURSIVE l (level) AS (VALUES (1) UNION ALL SELECT level + 1 FROM l WHERE level < 16),"
    " g (grp) AS (VALUES (0), (1), (2), (3), (4))"
    " INSERT INTO right_level SELECT level, grp, " STORE_FACTORY_RIGHTS " FROM l, g;"
    "CREATE TABLE throttle ("
    " key TEXT PRIMARY KEY,"
    " count INTEGER NOT NULL CHECK (count >= 0),"
    " time_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE audit ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " time_ms INTEGER NOT NULL,"
    " account TEXT NOT NULL,"
    " peer TEXT NOT NULL,"
    " call TEXT NOT NULL,"
    " object TEXT NOT NULL,"
    " before TEXT,"
    " after TEXT"
    ") STRICT;"
    "CREATE TABLE setting ("
    " key TEXT PRIMARY KEY,"
    " value TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;";

/* 2: a row a setting, named by its page; a secret is sealed instead of readable. `revision` of a page is the one in
 * force, `last` the highest ever given. `provisional` is the one change that waits to be confirmed, with the old values
 * of what it changed (neither value nor sealed: it was not stored). */
static const char migration_settings[] = "CREATE TABLE setting_new ("
                                         " key TEXT PRIMARY KEY,"
                                         " value TEXT,"
                                         " sealed BLOB,"
                                         " CHECK ((value IS NULL) <> (sealed IS NULL))"
                                         ") STRICT, WITHOUT ROWID;"
                                         "INSERT INTO setting_new (key, value) SELECT CASE key"
                                         " WHEN 'language' THEN 'TimeParam.language'"
                                         " WHEN 'deviceName' THEN 'MachineParam.deviceName'"
                                         " ELSE key END, value FROM setting;"
                                         "DROP TABLE setting;"
                                         "ALTER TABLE setting_new RENAME TO setting;"
                                         "CREATE TABLE setting_page ("
                                         " page TEXT PRIMARY KEY,"
                                         " revision INTEGER NOT NULL CHECK (revision >= 0),"
                                         " last INTEGER NOT NULL CHECK (last >= revision)"
                                         ") STRICT, WITHOUT ROWID;"
                                         "CREATE TABLE provisional ("
                                         " one INTEGER PRIMARY KEY CHECK (one = 1),"
                                         " page TEXT NOT NULL,"
                                         " revision INTEGER NOT NULL"
                                         ") STRICT;"
                                         "CREATE TABLE provisional_value ("
                                         " key TEXT PRIMARY KEY,"
                                         " value TEXT,"
                                         " sealed BLOB"
                                         ") STRICT, WITHOUT ROWID;";

/* 3: keys of programs, and the certificates of TLS (`slot`: 0 in use, 1 whose signed certificate is awaited). */
static const char migration_keys[] = "CREATE TABLE rest_key ("
                                     " id INTEGER PRIMARY KEY AUTOINCREMENT,"
                                     " name TEXT NOT NULL UNIQUE,"
                                     " level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 16),"
                                     " hint TEXT NOT NULL,"
                                     " hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32)," /* keyed by the device */
                                     " created_s INTEGER NOT NULL,"
                                     " used_s INTEGER NOT NULL DEFAULT 0,"
                                     " used_peer TEXT NOT NULL DEFAULT ''"
                                     ") STRICT;"
                                     "CREATE TABLE certificate ("
                                     " slot INTEGER PRIMARY KEY CHECK (slot IN (0, 1)),"
                                     " chain TEXT NOT NULL," /* PEM; of slot 1 the signing request */
                                     " key_sealed BLOB NOT NULL," /* PEM, sealed by the device's key */
                                     " own INTEGER NOT NULL CHECK (own IN (0, 1))" /* somebody uploaded it */
                                     ") STRICT;";

/* 4: devices that ask to open the door (`link`: 0 Wiegand, 1 Bluetooth), and those the terminal is paired with. */
static const char migration_devices[] = "CREATE TABLE authorized_device ("
                                        " link INTEGER NOT NULL CHECK (link IN (0, 1)),"
                                        " mac TEXT NOT NULL CHECK (length(mac) = 17),"
                                        " model TEXT NOT NULL,"
                                        " machine INTEGER NOT NULL CHECK (machine BETWEEN 0 AND 4294967295),"
                                        " route1 INTEGER NOT NULL CHECK (route1 BETWEEN 0 AND 255),"
                                        " route2 INTEGER NOT NULL CHECK (route2 BETWEEN 0 AND 255),"
                                        " authorized INTEGER NOT NULL CHECK (authorized IN (0, 1)),"
                                        " PRIMARY KEY (link, mac)"
                                        ") STRICT, WITHOUT ROWID;"
                                        "CREATE TABLE bluetooth_bond ("
                                        " mac TEXT PRIMARY KEY CHECK (length(mac) = 17),"
                                        " name TEXT NOT NULL,"
                                        " grp INTEGER NOT NULL CHECK (grp BETWEEN 0 AND 16)"
                                        ") STRICT, WITHOUT ROWID;";

/* 5: how often the rights of a level were changed, and whether an account signs in with a passphrase. */
static const char migration_roles[] =
    "ALTER TABLE right_level ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE account ADD COLUMN passphrase INTEGER NOT NULL DEFAULT 0 CHECK (passphrase IN (0, 1));";

/* 6: a user's columns have the names that the fields have on the wire. */
static const char migration_user_names[] = "ALTER TABLE user RENAME COLUMN id TO userid;"
                                           "ALTER TABLE user RENAME COLUMN name TO username;"
                                           "ALTER TABLE user RENAME COLUMN card TO cardno;"
                                           "ALTER TABLE user RENAME COLUMN grp TO \"group\";"
                                           "ALTER TABLE user RENAME COLUMN mode TO identify_mode;"
                                           "ALTER TABLE user RENAME COLUMN factors TO identify_factors;";

/* 7: names of accounts are hashes alone. Waits of those that were not end with the upgrade. */
static const char migration_throttle_names[] = "DELETE FROM throttle WHERE key GLOB '[ap]:[^~]*';";

/* 8: a key goes with the user who made it; those that are there count as admin's. */
static const char migration_key_makers[] = "ALTER TABLE rest_key ADD COLUMN maker INTEGER NOT NULL DEFAULT 0;"
                                           "CREATE TRIGGER rest_key_of_user AFTER DELETE ON user BEGIN"
                                           " DELETE FROM rest_key WHERE maker = old.userid;"
                                           " END;";

/* 9: a code of somebody who may sign in has no key, so that nothing of it is compared or found. The table is made anew,
 * because its old CHECK tied key and hash together; so are its indexes and triggers, which go with it. */
static const char migration_pin_keys[] =
    "CREATE TABLE user_new ("
    " userid INTEGER PRIMARY KEY CHECK (userid BETWEEN 1 AND 999999999),"
    " username TEXT NOT NULL,"
    " name_key TEXT NOT NULL,"
    " cardno INTEGER CHECK (cardno BETWEEN 1 AND 4294967295),"
    " level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 16),"
    " \"group\" INTEGER NOT NULL CHECK (\"group\" BETWEEN 0 AND 16),"
    " identify_mode INTEGER NOT NULL,"
    " identify_factors INTEGER NOT NULL,"
    " shift INTEGER NOT NULL CHECK (shift BETWEEN 0 AND 64),"
    " valid_from INTEGER NOT NULL,"
    " valid_to INTEGER NOT NULL CHECK (valid_to > 0),"
    " revision INTEGER NOT NULL,"
    " password_console INTEGER NOT NULL DEFAULT 0 CHECK (password_console IN (0, 1)),"
    " pin_key BLOB CHECK (length(pin_key) = 32),"
    " password_hash TEXT,"
    " CHECK (pin_key IS NULL OR (password_hash IS NOT NULL AND level = 0))"
    ") STRICT;"
    "INSERT INTO user_new (userid, username, name_key, cardno, level, \"group\", identify_mode, identify_factors, shift,"
    " valid_from, valid_to, revision, password_console, pin_key, password_hash)"
    " SELECT userid, username, name_key, cardno, level, \"group\", identify_mode, identify_factors, shift,"
    " valid_from, valid_to, revision, password_console, CASE level WHEN 0 THEN pin_key END, password_hash FROM user;"
    "DROP TABLE user;"
    "ALTER TABLE user_new RENAME TO user;"
    "CREATE UNIQUE INDEX user_card ON user (cardno) WHERE cardno IS NOT NULL;"
    "CREATE UNIQUE INDEX user_pin ON user (pin_key) WHERE pin_key IS NOT NULL;"
    "CREATE INDEX user_name ON user (name_key);"
    "CREATE INDEX user_group_id ON user (\"group\");"
    "CREATE INDEX user_group_name ON user (\"group\", name_key);"
    "CREATE INDEX user_shift_id ON user (shift);"
    "CREATE INDEX user_shift_name ON user (shift, name_key);"
    "CREATE INDEX user_plain_id ON user (userid) WHERE level = 0;"
    "CREATE INDEX user_plain_name ON user (name_key) WHERE level = 0;"
    "CREATE INDEX user_admin_id ON user (userid) WHERE level > 0;"
    "CREATE INDEX user_admin_name ON user (name_key) WHERE level > 0;"
    "CREATE INDEX user_with_card_id ON user (userid) WHERE cardno IS NOT NULL;"
    "CREATE INDEX user_with_card_name ON user (name_key) WHERE cardno IS NOT NULL;"
    "CREATE INDEX user_with_password_id ON user (userid) WHERE password_hash IS NOT NULL;"
    "CREATE INDEX user_with_password_name ON user (name_key) WHERE password_hash IS NOT NULL;"
    "CREATE INDEX user_bare_id ON user (userid) WHERE cardno IS NULL AND password_hash IS NULL;"
    "CREATE INDEX user_bare_name ON user (name_key) WHERE cardno IS NULL AND password_hash IS NULL;"
    "CREATE INDEX user_valid_to ON user (valid_to, name_key);"
    "CREATE TRIGGER user_count_insert AFTER INSERT ON user BEGIN"
    " UPDATE user_count SET users = users + 1, cards = cards + (NEW.cardno IS NOT NULL),"
    " passwords = passwords + (NEW.password_hash IS NOT NULL), admins = admins + (NEW.level > 0),"
    " generation = generation + 1; END;"
    "CREATE TRIGGER user_count_delete AFTER DELETE ON user BEGIN"
    " UPDATE user_count SET users = users - 1, cards = cards - (OLD.cardno IS NOT NULL),"
    " passwords = passwords - (OLD.password_hash IS NOT NULL), admins = admins - (OLD.level > 0),"
    " generation = generation + 1; END;"
    "CREATE TRIGGER user_count_update AFTER UPDATE ON user BEGIN"
    " UPDATE user_count SET cards = cards + (NEW.cardno IS NOT NULL) - (OLD.cardno IS NOT NULL),"
    " passwords = passwords + (NEW.password_hash IS NOT NULL) - (OLD.password_hash IS NOT NULL),"
    " admins = admins + (NEW.level > 0) - (OLD.level > 0), generation = generation + 1; END;"
    "CREATE TRIGGER rest_key_of_user AFTER DELETE ON user BEGIN"
    " DELETE FROM rest_key WHERE maker = old.userid;"
    " END;";

/* 10: browsers that have signed in. They go with the account; `userid` 0 is admin. */
static const char migration_browsers[] =
    "CREATE TABLE browser ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " userid INTEGER NOT NULL CHECK (userid BETWEEN 0 AND 999999999),"
    " hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32)," /* keyed by the device */
    " name TEXT NOT NULL,"
    " made_s INTEGER NOT NULL,"
    " used_s INTEGER NOT NULL,"
    " peer TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX browser_of_account ON browser (userid, used_s);"
    "CREATE INDEX browser_use ON browser (used_s);"
    "CREATE TRIGGER browser_of_user AFTER DELETE ON user BEGIN"
    " DELETE FROM browser WHERE userid = old.userid;"
    " END;";
/* Octets that a row of the audit log takes, about, with its place in the index. */
#define AUDIT_OCTETS(row)                                                                                  \
    "(48 + length(" row ".account) + length(" row ".peer) + length(" row ".call) + length(" row ".object)" \
    " + coalesce(length(CAST(" row ".before AS BLOB)), 0) + coalesce(length(CAST(" row ".after AS BLOB)), 0))"

/* 11: the audit log has a budget for each importance (enum audit_importance: 0 edit, 1 refused, 2 sign-in, 3 rights), and
 * a person, with those for whose accounts the person answers, a share of it. `audit_share` counts rows and octets; its
 * row with sponsor and person -1 is the sum of an importance. `sponsor` of a user answers for the account; 0: nobody. */
static const char migration_audit_shares[] =
    "ALTER TABLE user ADD COLUMN sponsor INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE audit ADD COLUMN importance INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE audit ADD COLUMN sponsor INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE audit ADD COLUMN person INTEGER NOT NULL DEFAULT 0;"
    "UPDATE audit SET importance = CASE"
    " WHEN after = '{\"result\":\"refused\"}' THEN 1"
    " WHEN call IN ('chklogin', 'logout') THEN 2"
    " WHEN call IN ('GetRoles', 'EditPassphrase', 'EditPwd', 'addRestKey', 'deleteRestKey', 'InitMachine',"
    " 'GetAnvizWiegandAuthorize', 'GetBluetoothAuthorize', 'certificateRequest', 'uploadCertificate',"
    " 'resetCertificate') THEN 3 ELSE 0 END,"
    " person = CASE"
    " WHEN account = 'admin' THEN 0"
    " WHEN account GLOB 'key *' THEN coalesce((SELECT maker FROM rest_key AS k WHERE 'key ' || k.id = account), 0)"
    " WHEN account GLOB '[1-9]*' THEN CAST(account AS INTEGER)"
    " ELSE 4294967294 END;"
    "UPDATE audit SET person = 4294967294 WHERE importance = 1;"
    "UPDATE audit SET sponsor = person;"
    "CREATE INDEX audit_of_person ON audit (importance, sponsor, person);"
    "CREATE TABLE audit_share ("
    " importance INTEGER NOT NULL,"
    " sponsor INTEGER NOT NULL,"
    " person INTEGER NOT NULL,"
    " count INTEGER NOT NULL CHECK (count >= 0),"
    " octets INTEGER NOT NULL CHECK (octets >= 0),"
    " PRIMARY KEY (importance, sponsor, person)"
    ") STRICT, WITHOUT ROWID;"
    "INSERT INTO audit_share SELECT importance, sponsor, person, count(*), sum(" AUDIT_OCTETS(
        "audit") ")"
                 " FROM audit GROUP BY importance, sponsor, person;"
                 "INSERT INTO audit_share SELECT importance, -1, -1, sum(count), sum(octets) FROM audit_share GROUP BY importance;"
                 "CREATE TRIGGER audit_share_insert AFTER INSERT ON audit BEGIN"
                 " INSERT INTO audit_share VALUES"
                 " (NEW.importance, NEW.sponsor, NEW.person, 1, " AUDIT_OCTETS(
                     "NEW") "),"
                            " (NEW.importance, -1, -1, 1, " AUDIT_OCTETS(
                                "NEW") ")"
                                       " ON CONFLICT DO UPDATE SET count = count + 1, octets = octets + excluded.octets;"
                                       " END;"
                                       "CREATE TRIGGER audit_share_delete AFTER DELETE ON audit BEGIN"
                                       " UPDATE audit_share SET count = count - 1, octets = octets - " AUDIT_OCTETS(
                                           "OLD") " WHERE importance = OLD.importance AND sponsor = OLD.sponsor AND person = OLD.person;"
                                                  " DELETE FROM audit_share WHERE importance = OLD.importance AND sponsor = OLD.sponsor AND person = OLD.person"
                                                  " AND count = 0;"
                                                  " UPDATE audit_share SET count = count - 1, octets = octets - " AUDIT_OCTETS(
                                                      "OLD") " WHERE importance = OLD.importance AND sponsor = -1 AND person = -1;"
                                                             " END;";

/* 12: the changes of a page of settings are found without looking through the whole audit log. */
static const char migration_audit_of_setting[] =
    "CREATE INDEX audit_of_setting ON audit (object, id) WHERE object GLOB 'setting *';";

/* 13: the log. Numbers are never given twice (AUTOINCREMENT), and by the commit of their line alone, so that there is no
 * gap. Both indexes end with the number: pages go by (time, seq). */
static const char migration_records[] = "CREATE TABLE record ("
                                        " seq INTEGER PRIMARY KEY AUTOINCREMENT,"
                                        " time INTEGER NOT NULL," /* milliseconds since 1970 UTC */
                                        " \"offset\" INTEGER NOT NULL," /* minutes */
                                        " kind INTEGER NOT NULL,"
                                        " result INTEGER NOT NULL,"
                                        " reason INTEGER NOT NULL,"
                                        " userid INTEGER NOT NULL,"
                                        " username TEXT NOT NULL,"
                                        " factors INTEGER NOT NULL,"
                                        " status INTEGER NOT NULL,"
                                        " duress INTEGER NOT NULL,"
                                        " door INTEGER NOT NULL,"
                                        " temperature INTEGER NOT NULL,"
                                        " photo INTEGER NOT NULL,"
                                        " detail TEXT NOT NULL"
                                        ") STRICT;"
                                        "CREATE INDEX record_time ON record (time);"
                                        "CREATE INDEX record_of_user ON record (userid, time) WHERE userid > 0;";

/* 14: what the modules recognise people by. `template` and `picture` are sealed by the device's key; `slot` is that of the
 * module. `enrolled` of a user says what there is, as one number that the list reads with the row: bit 0 to 9 that
 * finger, 10 the face, 11 and 12 the right and left iris, 13 a photo; triggers keep it. `module` is the serial of
 * each module that was emptied and is trusted since. Tables that are called user* count as users where room is counted, without being read. */
#define ENROLLED_BIT(row) "(1 << CASE " row ".factor WHEN 1 THEN " row ".idx WHEN 3 THEN 10 ELSE 11 + " row ".idx END)"

static const char migration_credentials[] =
    "ALTER TABLE user ADD COLUMN enrolled INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE user_count ADD COLUMN fingers INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE user_count ADD COLUMN faces INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE user_count ADD COLUMN irises INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE user_credential ("
    " id INTEGER PRIMARY KEY,"
    " userid INTEGER NOT NULL,"
    " factor INTEGER NOT NULL CHECK (factor IN (1, 3, 4)),"
    " idx INTEGER NOT NULL CHECK (idx BETWEEN 0 AND CASE factor WHEN 1 THEN 9 WHEN 3 THEN 0 ELSE 1 END),"
    " slot INTEGER NOT NULL CHECK (slot >= 0),"
    " duress INTEGER NOT NULL CHECK (duress IN (0, factor = 1)),"
    " quality INTEGER NOT NULL CHECK (quality BETWEEN 0 AND 100),"
    " enrolled_s INTEGER NOT NULL,"
    " template BLOB NOT NULL,"
    " UNIQUE (userid, factor, idx),"
    " UNIQUE (factor, slot)"
    ") STRICT;"
    "CREATE TABLE user_photo (userid INTEGER PRIMARY KEY, picture BLOB NOT NULL) STRICT;"
    "CREATE TABLE module ("
    " factor INTEGER PRIMARY KEY CHECK (factor IN (1, 3, 4)),"
    " serial BLOB NOT NULL CHECK (length(serial) = 16)"
    ") STRICT;"
    "CREATE TRIGGER user_credential_insert AFTER INSERT ON user_credential BEGIN"
    " UPDATE user SET enrolled = enrolled | " ENROLLED_BIT(
        "NEW") " WHERE userid = NEW.userid;"
               " UPDATE user_count SET fingers = fingers + (NEW.factor = 1), faces = faces + (NEW.factor = 3),"
               " irises = irises + (NEW.factor = 4); END;"
               "CREATE TRIGGER user_credential_delete AFTER DELETE ON user_credential BEGIN"
               " UPDATE user SET enrolled = enrolled & ~" ENROLLED_BIT(
                   "OLD") " WHERE userid = OLD.userid;"
                          " UPDATE user_count SET fingers = fingers - (OLD.factor = 1), faces = faces - (OLD.factor = 3),"
                          " irises = irises - (OLD.factor = 4); END;"
                          "CREATE TRIGGER user_photo_insert AFTER INSERT ON user_photo BEGIN"
                          " UPDATE user SET enrolled = enrolled | 8192 WHERE userid = NEW.userid; END;"
                          "CREATE TRIGGER user_photo_delete AFTER DELETE ON user_photo BEGIN"
                          " UPDATE user SET enrolled = enrolled & ~8192 WHERE userid = OLD.userid; END;"
                          "CREATE TRIGGER user_credential_of_user AFTER DELETE ON user BEGIN"
                          " DELETE FROM user_credential WHERE userid = OLD.userid;"
                          " DELETE FROM user_photo WHERE userid = OLD.userid; END;"
                          "DROP INDEX user_bare_id;"
                          "DROP INDEX user_bare_name;"
                          "CREATE INDEX user_bare_id ON user (userid)"
                          " WHERE cardno IS NULL AND password_hash IS NULL AND (enrolled & 8191) = 0;"
                          "CREATE INDEX user_bare_name ON user (name_key)"
                          " WHERE cardno IS NULL AND password_hash IS NULL AND (enrolled & 8191) = 0;"
                          "CREATE INDEX user_with_finger_id ON user (userid) WHERE (enrolled & 1023) > 0;"
                          "CREATE INDEX user_with_finger_name ON user (name_key) WHERE (enrolled & 1023) > 0;"
                          "CREATE INDEX user_with_face_id ON user (userid) WHERE (enrolled & 1024) > 0;"
                          "CREATE INDEX user_with_face_name ON user (name_key) WHERE (enrolled & 1024) > 0;"
                          "CREATE INDEX user_with_iris_id ON user (userid) WHERE (enrolled & 6144) > 0;"
                          "CREATE INDEX user_with_iris_name ON user (name_key) WHERE (enrolled & 6144) > 0;";

/* 15: when whom. `rules_count` has one row: `last` counts all changes of rules, so that no revision comes twice, not even
 * after something was deleted and made again; `in_force` is that of what is in force. In `in_force`, group 0 is the door.
 * Intervals and what is in force go with what they belong to. */
static const char migration_rules[] = "CREATE TABLE rules_count ("
                                      " id INTEGER PRIMARY KEY CHECK (id = 0),"
                                      " last INTEGER NOT NULL,"
                                      " in_force INTEGER NOT NULL"
                                      ") STRICT;"
                                      "INSERT INTO rules_count VALUES (0, 0, 0);"
                                      "CREATE TABLE time_zone ("
                                      " number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 32),"
                                      " name TEXT NOT NULL,"
                                      " start TEXT NOT NULL,"
                                      " \"end\" TEXT NOT NULL,"
                                      " revision INTEGER NOT NULL"
                                      ") STRICT;"
                                      "CREATE TABLE access_group ("
                                      " number INTEGER PRIMARY KEY CHECK (number BETWEEN 2 AND 16),"
                                      " name TEXT NOT NULL,"
                                      " time1 INTEGER NOT NULL CHECK (time1 BETWEEN 0 AND 32),"
                                      " time2 INTEGER NOT NULL CHECK (time2 BETWEEN 0 AND 32),"
                                      " time3 INTEGER NOT NULL CHECK (time3 BETWEEN 0 AND 32),"
                                      " time4 INTEGER NOT NULL CHECK (time4 BETWEEN 0 AND 32),"
                                      " revision INTEGER NOT NULL"
                                      ") STRICT;"
                                      "CREATE TABLE period_group ("
                                      " number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 32),"
                                      " name TEXT NOT NULL,"
                                      " kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),"
                                      " revision INTEGER NOT NULL"
                                      ") STRICT;"
                                      "CREATE TABLE period ("
                                      " number INTEGER NOT NULL," /* of the period group */
                                      " day INTEGER NOT NULL CHECK (day BETWEEN 0 AND 6),"
                                      " start INTEGER NOT NULL CHECK (start BETWEEN 0 AND 1439),"
                                      " \"end\" INTEGER NOT NULL CHECK (\"end\" BETWEEN 0 AND 1439),"
                                      " PRIMARY KEY (number, day, start, \"end\")"
                                      ") STRICT, WITHOUT ROWID;"
                                      "CREATE TABLE in_force ("
                                      " \"group\" INTEGER NOT NULL CHECK (\"group\" = 0 OR \"group\" BETWEEN 2 AND 16),"
                                      " number INTEGER NOT NULL," /* of the period group */
                                      " PRIMARY KEY (\"group\", number)"
                                      ") STRICT, WITHOUT ROWID;"
                                      "CREATE TABLE holiday ("
                                      " number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 64),"
                                      " name TEXT NOT NULL,"
                                      " \"from\" INTEGER NOT NULL,"
                                      " \"to\" INTEGER NOT NULL,"
                                      " yearly INTEGER NOT NULL CHECK (yearly IN (0, 1)),"
                                      " \"plan\" INTEGER NOT NULL CHECK (\"plan\" BETWEEN 0 AND 7),"
                                      " revision INTEGER NOT NULL"
                                      ") STRICT;"
                                      "CREATE TRIGGER period_of_group AFTER DELETE ON period_group BEGIN"
                                      " DELETE FROM period WHERE number = old.number;"
                                      " DELETE FROM in_force WHERE number = old.number;"
                                      " END;"
                                      "CREATE TRIGGER in_force_of_group AFTER DELETE ON access_group BEGIN"
                                      " DELETE FROM in_force WHERE \"group\" = old.number;"
                                      " END;";

/* 16: alarms. One is open for each kind, door and person, and counts what happens again; `seq` is the line of the log it
 * began with, `last_seq` that of its newest. `alarm_position` has one row: up to which line the log was looked through. */
static const char migration_alarms[] =
    "CREATE TABLE alarm ("
    " seq INTEGER PRIMARY KEY,"
    " kind INTEGER NOT NULL,"
    " door INTEGER NOT NULL,"
    " userid INTEGER NOT NULL,"
    " username TEXT NOT NULL,"
    " detail TEXT NOT NULL,"
    " first_ms INTEGER NOT NULL,"
    " last_ms INTEGER NOT NULL,"
    " last_seq INTEGER NOT NULL,"
    " count INTEGER NOT NULL,"
    " acked_ms INTEGER NOT NULL DEFAULT 0,"
    " acked_by TEXT NOT NULL DEFAULT ''"
    ") STRICT;"
    "CREATE UNIQUE INDEX alarm_open ON alarm (kind, door, userid) WHERE acked_ms = 0;"
    "CREATE TABLE alarm_position (seq INTEGER NOT NULL) STRICT;"
    "INSERT INTO alarm_position VALUES (0);";

/* Where people are by their punches: 1 inside, 2 outside. */
static const char migration_person_area[] = "CREATE TABLE person_area ("
                                            " userid INTEGER PRIMARY KEY,"
                                            " area INTEGER NOT NULL CHECK (area IN (1, 2)),"
                                            " since INTEGER NOT NULL"
                                            ") STRICT;"
                                            "CREATE INDEX person_area_since ON person_area (area, since);"
                                            "CREATE TRIGGER person_area_of_user AFTER DELETE ON user BEGIN"
                                            " DELETE FROM person_area WHERE userid = OLD.userid; END;";

/* 18: the door is locked down: one row, or none while nobody ever did it. */
static const char migration_door[] = "CREATE TABLE door ("
                                     " id INTEGER PRIMARY KEY CHECK (id = 1),"
                                     " locked_down INTEGER NOT NULL CHECK (locked_down IN (0, 1))"
                                     ") STRICT;";

/* 20: skin temperatures are found without looking through the log; most lines have none. Ends with the number, too. */
static const char migration_thermometry[] = "CREATE INDEX record_temperature ON record (time) WHERE temperature > 0;";

/* A keyed hash of the number, which opens nothing in a reader that a thief of the flash has. */
static const char migration_init_card[] = "CREATE TABLE init_card ("
                                          " id INTEGER PRIMARY KEY CHECK (id = 1),"
                                          " hash BLOB NOT NULL CHECK (length(hash) = 32),"
                                          " userid INTEGER NOT NULL CHECK (userid BETWEEN 0 AND 999999999),"
                                          " written INTEGER NOT NULL"
                                          ") STRICT;";

/* 21: shifts and who has them. A row of `shift_assignment` is of a user, or of a group where `userid` is 0; `usual` says that it
 * was the usual shift of the user in that time. A day that is 0 is open. Rows go with their user, group and shift; what was usual
 * stays, so that who had it then is known. */
static const char migration_shifts[] =
    "CREATE TABLE shift ("
    " number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 64),"
    " name TEXT NOT NULL,"
    " colour INTEGER NOT NULL,"
    " on_duty INTEGER NOT NULL,"
    " off_duty INTEGER NOT NULL,"
    " break_start TEXT NOT NULL,"
    " break_end TEXT NOT NULL,"
    " in_before INTEGER NOT NULL,"
    " in_after INTEGER NOT NULL,"
    " out_before INTEGER NOT NULL,"
    " out_after INTEGER NOT NULL,"
    " late_grace INTEGER NOT NULL,"
    " early_grace INTEGER NOT NULL,"
    " missing_in INTEGER NOT NULL,"
    " missing_out INTEGER NOT NULL,"
    " overtime_before INTEGER NOT NULL,"
    " overtime_after INTEGER NOT NULL,"
    " overtime_step INTEGER NOT NULL CHECK (overtime_step BETWEEN 1 AND 60),"
    " on_holidays INTEGER NOT NULL CHECK (on_holidays IN (0, 1)),"
    " pattern INTEGER NOT NULL CHECK (pattern IN (0, 1)),"
    " days INTEGER NOT NULL,"
    " cycle_days INTEGER NOT NULL CHECK (cycle_days BETWEEN 1 AND 31),"
    " cycle_first INTEGER NOT NULL,"
    " revision INTEGER NOT NULL"
    ") STRICT;"
    "CREATE TABLE shift_assignment ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " userid INTEGER NOT NULL,"
    " \"group\" INTEGER NOT NULL,"
    " shift INTEGER NOT NULL,"
    " \"from\" INTEGER NOT NULL,"
    " \"to\" INTEGER NOT NULL,"
    " usual INTEGER NOT NULL CHECK (usual IN (0, 1))"
    ") STRICT;"
    "CREATE INDEX shift_assignment_of ON shift_assignment (userid, \"group\", \"from\");"
    "CREATE INDEX shift_assignment_shift ON shift_assignment (shift);"
    "CREATE TRIGGER shift_assignment_of_user AFTER DELETE ON user BEGIN"
    " DELETE FROM shift_assignment WHERE userid = OLD.userid; END;"
    "CREATE TRIGGER shift_assignment_of_shift AFTER DELETE ON shift BEGIN"
    " DELETE FROM shift_assignment WHERE shift = OLD.number AND usual = 0; END;";

/* 22: days on which somebody is away. */
static const char migration_leave[] = "CREATE TABLE leave ("
                                      " id INTEGER PRIMARY KEY AUTOINCREMENT,"
                                      " userid INTEGER NOT NULL,"
                                      " kind INTEGER NOT NULL,"
                                      " \"from\" INTEGER NOT NULL,"
                                      " \"to\" INTEGER NOT NULL,"
                                      " half INTEGER NOT NULL CHECK (half BETWEEN 0 AND 2),"
                                      " note TEXT NOT NULL"
                                      ") STRICT;"
                                      "CREATE INDEX leave_of ON leave (userid, \"from\");"
                                      "CREATE TRIGGER leave_of_user AFTER DELETE ON user BEGIN"
                                      " DELETE FROM leave WHERE userid = OLD.userid; END;";

/* 23: the job that changes users in bulk. */
static const char migration_bulk[] = "CREATE TABLE bulk ("
                                     " id INTEGER PRIMARY KEY CHECK (id = 1),"
                                     " step INTEGER NOT NULL,"
                                     " at INTEGER NOT NULL,"
                                     " rows INTEGER NOT NULL,"
                                     " added INTEGER NOT NULL,"
                                     " changed INTEGER NOT NULL,"
                                     " same INTEGER NOT NULL,"
                                     " skipped INTEGER NOT NULL,"
                                     " bad INTEGER NOT NULL,"
                                     " rows_at INTEGER NOT NULL,"
                                     " bad_octets INTEGER NOT NULL,"
                                     " raises INTEGER NOT NULL CHECK (raises IN (0, 1)),"
                                     " whole INTEGER NOT NULL CHECK (whole IN (0, 1)),"
                                     " verified INTEGER NOT NULL CHECK (verified IN (0, 1)),"
                                     " code INTEGER NOT NULL,"
                                     " kind INTEGER NOT NULL,"
                                     " name TEXT NOT NULL,"
                                     " total INTEGER NOT NULL,"
                                     " userid INTEGER NOT NULL,"
                                     " key_id INTEGER NOT NULL,"
                                     " maker INTEGER NOT NULL,"
                                     " sponsor INTEGER NOT NULL,"
                                     " level INTEGER NOT NULL,"
                                     " account TEXT NOT NULL,"
                                     " holder_name TEXT NOT NULL,"
                                     " peer TEXT NOT NULL,"
                                     " encoding INTEGER NOT NULL,"
                                     " delimiter INTEGER NOT NULL,"
                                     " heading INTEGER NOT NULL CHECK (heading IN (0, 1)),"
                                     " sheet INTEGER NOT NULL,"
                                     " existing INTEGER NOT NULL,"
                                     " columns BLOB NOT NULL,"
                                     " about TEXT NOT NULL"
                                     ") STRICT;";

/* 24: how the copies by plan stand. */
static const char migration_copies[] = "CREATE TABLE backup_copies ("
                                       " id INTEGER PRIMARY KEY CHECK (id = 1),"
                                       " day INTEGER NOT NULL,"
                                       " tries INTEGER NOT NULL,"
                                       " error INTEGER NOT NULL,"
                                       " last_s INTEGER NOT NULL,"
                                       " last_octets INTEGER NOT NULL"
                                       ") STRICT;";

static const char *const migrations[] = {
    migration_users,       migration_accounts,       migration_settings,         migration_keys,
    migration_devices, /* stays behind those of settings and keys */
    migration_roles, /* stays last of these */
    migration_user_names,  migration_throttle_names, migration_key_makers,       migration_pin_keys,
    migration_browsers,    migration_audit_shares,   migration_audit_of_setting, migration_records,
    migration_credentials, migration_rules,          migration_alarms,           migration_person_area,
    migration_door,        migration_thermometry,    migration_init_card,        migration_shifts,
    migration_leave,       migration_bulk,           migration_copies,
};

#define MIGRATION_COUNT (sizeof(migrations) / sizeof(migrations[0]))

unsigned store_schema_latest(void) {
    return (unsigned)MIGRATION_COUNT;
}

const char *store_migration_sql(unsigned n) {
    return n < MIGRATION_COUNT ? migrations[n] : NULL;
}

static int read_version(struct store *store, unsigned *ret_version) {
    sqlite3_stmt *query = NULL;
    int r = store_error(store, sqlite3_prepare_v2(store->db, "PRAGMA user_version", -1, &query, NULL));

    if (r == 0) {
        r = store_step(store, query);
        if (r == 1) {
            *ret_version = (unsigned)sqlite3_column_int(query, 0);
            r = 0;
        } else if (r == 0) {
            r = E_CORRUPT;
        }
    }
    (void)sqlite3_finalize(query);
    return r;
}

/* The version is written in the transaction of the step: a power cut leaves the step before. */
static int migration_apply(struct store *store, unsigned n) {
    char version[48];
    int r = store_begin(store);

    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = store;
    r = store_exec(store, migrations[n]);
    if (r < 0) {
        return r;
    }
    (void)snprintf(version, sizeof(version), "PRAGMA user_version = %u", n + 1);
    r = store_exec(store, version);
    return r < 0 ? r : store_commit(txn);
}

int store_migrate_to(struct store *store, unsigned target, unsigned *ret_before) {
    unsigned version = 0;
    int r = read_version(store, &version);

    if (r < 0) {
        return r;
    }
    if (version > MIGRATION_COUNT) {
        return E_NEWER;
    }
    for (unsigned n = version; n < target && n < MIGRATION_COUNT; n++) {
        r = migration_apply(store, n);
        if (r < 0) {
            return r;
        }
    }
    *ret_before = version;
    return 0;
}

int store_migrate(struct store *store, unsigned *ret_before) {
    return store_migrate_to(store, (unsigned)MIGRATION_COUNT, ret_before);
}
