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

static const char *const migrations[] = {
    migration_users,      migration_accounts,       migration_settings,
    migration_keys,       migration_devices, /* stays behind those of settings and keys */
    migration_roles, /* stays last of these */
    migration_user_names, migration_throttle_names, migration_key_makers,
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
