/* Backups of random states, restored over whatever an earlier one left, against a naive model: the terminal is afterwards what
 * the backup has, table by table, or what it was, whatever fails and wherever the power goes. The files are read, and most of
 * them written, by backup_elsewhere.h. SEED=n repeats a run. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backup_elsewhere.h"
#include "core/backup/backup.h"
#include "core/backup/restore.h"
#include "core/base/about.h"
#include "core/base/identity.h"
#include "core/network/certificate.h"
#include "core/settings/settings.h"
#include "file_watch.h"
#include "folder_files.h"
#include "prepared_state.h"
#include "random_state.h"
#include "store/erase.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/log.h"

#define SOURCES 3
#define PASSPHRASE "four brass lanterns at noon"
#define SECRET "of the terminal number %u"
#define RESTORE_CALLS 70 /* that testing and deciding make, about: cuts and failures are spread over so many */
#define START_CALLS 40 /* and that the start behind it makes */

static struct random_numbers numbers;
static struct fixture t; /* that is restored to */
static struct fixture other;
static struct crypto_key devices[2]; /* device keys of the two */
static const struct actor admin = {
    .account = "admin", .level = 16, .peer = "192.0.2.1", .call = "restoreStart", .fresh = true};

static unsigned below(unsigned count) {
    return random_below(&numbers, count);
}

static void shell(const char *format, const char *dir) {
    char command[400];
    (void)snprintf(command, sizeof(command), format, dir);
    TEST_ASSERT_EQUAL(0, system(command));
}

/* --- A terminal --------------------------------------------------------------------------------------------------------- */

/* As fixture_up(), but the keys and the serial are those of the number. */
static void terminal_up(struct fixture *terminal, unsigned number) {
    struct identity identity;
    memset(terminal, 0, sizeof(*terminal));
    terminal->version = "0.1.0";
    terminal->counter = 1;
    (void)snprintf(terminal->dir, sizeof(terminal->dir), "/tmp/postern-rounds-XXXXXX");
    TEST_ASSERT_NOT_NULL(mkdtemp(terminal->dir));
    prepared_state_write(terminal->dir);
    fake_hal_init(&terminal->fake);
    atomic_store(&terminal->fake.drawn, number * 1000003ULL);
    TEST_ASSERT_EQUAL(0, fixture_start(terminal));
    struct setting_backup_param values = {.plan = BACKUP_PLAN_OFF, .hour = 2, .keep = 7};
    (void)snprintf(values.passphrase, sizeof(values.passphrase), SECRET, number);
    TEST_ASSERT_EQUAL(0, fixture_save(terminal->core, &admin, SETTING_PAGE_BACKUP_PARAM, &values));
    fixture_stop(terminal);
    TEST_ASSERT_EQUAL(0, identity_read(terminal->dir, &identity));
    devices[number - 1] = identity.device;
}

static void terminal_start(struct fixture *terminal) {
    unsigned long long drawn = atomic_load(&terminal->fake.drawn);
    fake_hal_init(&terminal->fake);
    atomic_store(&terminal->fake.drawn, drawn + 1000);
    TEST_ASSERT_EQUAL(0, fixture_start(terminal));
}

/* What the running terminal keeps of things that are under way. */
static void add_jobs(struct fixture *terminal) {
    struct store *store = terminal->core->store;
    TEST_ASSERT_EQUAL(
        0,
        store_exec(
            store,
            "INSERT OR REPLACE INTO module VALUES (1, randomblob(16)), (3, randomblob(16));"
            "INSERT OR REPLACE INTO bulk VALUES (1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0,"
            " 0, 0, 'b.csv', 9, 0, 0, 0, 0, 16, 'admin', '', '', 0, 0, 1, 0, 0, x'01', '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0)"));
    if (below(2) == 0) {
        char pem[X509_PEM_MAX];
        const struct x509_subject subject = {.common_name = "gate.example"};
        TEST_ASSERT_EQUAL(0, certificate_request(terminal->core, &admin, &subject, pem));
    }
}

static void refill(struct fixture *terminal) {
    _cleanup_(store_freep) struct store *store = NULL;
    TEST_ASSERT_EQUAL(0, store_home_open(terminal->dir, &terminal->home));
    TEST_ASSERT_EQUAL(0, store_open(terminal->home, &store));
    random_state_fill(store, terminal->dir, &numbers);
    store = store_free(store);
    terminal->home = store_home_close(terminal->home, true);
    terminal_start(terminal);
    add_jobs(terminal);
}

/* --- What is there ------------------------------------------------------------------------------------------------------ */

struct photos {
    size_t count;
    struct {
        char name[32];
        size_t len;
        uint64_t sum;
    } of[ELSEWHERE_PHOTOS_MAX];
};

struct seen {
    struct state_dump tables;
    struct identity identity;
    struct photos photos;
};

static uint64_t sum_of(const uint8_t *data, size_t len) {
    uint64_t sum = 14695981039346656037ULL;
    for (size_t i = 0; i < len; i++) {
        sum = (sum ^ data[i]) * 1099511628211ULL;
    }
    return sum;
}

static void add_photo(struct photos *photos, const char *name, const uint8_t *data, size_t len) {
    TEST_ASSERT_LESS_THAN(ELSEWHERE_PHOTOS_MAX, photos->count);
    (void)snprintf(photos->of[photos->count].name, sizeof(photos->of[0].name), "%s", name);
    photos->of[photos->count].len = len;
    photos->of[photos->count++].sum = sum_of(data, len);
}

/* In the order of their lines, which is that of a backup. */
static void see_photos(const char *dir, struct photos *ret_photos) {
    static uint8_t data[65537];
    char command[160], name[64], path[80];
    memset(ret_photos, 0, sizeof(*ret_photos));
    (void)snprintf(command, sizeof(command), "ls '%s/photos' 2>/dev/null | sort -n", dir);
    FILE *names = popen(command, "r");
    TEST_ASSERT_NOT_NULL(names);
    while (fgets(name, sizeof(name), names) != NULL) {
        name[strcspn(name, "\n")] = '\0';
        (void)snprintf(path, sizeof(path), "photos/%s", name);
        add_photo(ret_photos, name, data, folder_read(dir, path, data, sizeof(data)));
    }
    TEST_ASSERT_EQUAL(0, pclose(names));
}

static void see(const char *dir, struct seen *ret_seen) {
    state_dump_read(folder_path(dir, "postern.db"), &ret_seen->tables);
    TEST_ASSERT_EQUAL(0, identity_read(dir, &ret_seen->identity));
    see_photos(dir, &ret_seen->photos);
}

static void seen_done(struct seen *seen) {
    state_dump_free(&seen->tables);
}

static void assert_photos(const struct photos *expected, const struct photos *found) {
    TEST_ASSERT_EQUAL(expected->count, found->count);
    for (size_t i = 0; i < expected->count; i++) {
        TEST_ASSERT_EQUAL_STRING(expected->of[i].name, found->of[i].name);
        TEST_ASSERT_EQUAL(expected->of[i].len, found->of[i].len);
        TEST_ASSERT_TRUE(expected->of[i].sum == found->of[i].sum);
    }
}

static void assert_identity(const struct identity *keys, const char *serial, const struct identity *found) {
    TEST_ASSERT_EQUAL_MEMORY(&keys->pepper, &found->pepper, sizeof(keys->pepper));
    TEST_ASSERT_EQUAL_MEMORY(&keys->device, &found->device, sizeof(keys->device));
    TEST_ASSERT_EQUAL_STRING(serial, found->serial);
}

static bool is_one_of(const char *name, const char *const *names) {
    for (; *names != NULL && strcmp(name, *names) != 0; names++) {
    }
    return *names != NULL;
}

/* All tables but those of a list, which the caller looks at. */
static void assert_tables(const struct state_dump *expected, const struct state_dump *found, const char *const *but) {
    TEST_ASSERT_EQUAL(expected->count, found->count);
    for (size_t i = 0; i < expected->count; i++) {
        const char *name = expected->tables[i].name;
        TEST_ASSERT_EQUAL_STRING(name, found->tables[i].name);
        if (!is_one_of(name, but)) {
            TEST_ASSERT_EQUAL_STRING_MESSAGE(expected->tables[i].rows, found->tables[i].rows, name);
        }
    }
}

/* --- A backup ----------------------------------------------------------------------------------------------------------- */

struct source {
    bool keys, photos;
    bool own; /* the terminal that it is restored to made it */
    struct seen seen; /* what the terminal had */
    struct elsewhere content;
    struct buf real; /* the file that the terminal made */
    uint8_t *cheap; /* the same contents, by another hand */
    size_t cheap_len;
};

static void take_backup(struct fixture *of, struct source *source) {
    const struct backup_content plan = {.passphrase = PASSPHRASE, .photos = source->photos, .keys = source->keys};
    struct backup_writer *writer = NULL;
    int r = 1;
    TEST_ASSERT_EQUAL(0, backup_download(of->core, &admin, &plan, &writer));
    while (r == 1) {
        r = backup_writer_next(of->core, writer, &source->real);
    }
    backup_writer_free(writer);
    TEST_ASSERT_EQUAL(0, r);
}

static void assert_line(const struct source *source, const char *word, size_t number) {
    char expected[32];
    (void)snprintf(expected, sizeof(expected), "%zu", number);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, elsewhere_line(&source->content, word), word);
}

static void check_manifest(const struct source *source) {
    const struct seen *seen = &source->seen;
    assert_line(source, "schema", store_schema_latest());
    TEST_ASSERT_EQUAL_STRING(seen->identity.serial, elsewhere_line(&source->content, "serial"));
    TEST_ASSERT_EQUAL_STRING("0.1.0", elsewhere_line(&source->content, "version"));
    assert_line(source, "made", FAKE_UTC_MS / 1000);
    assert_line(source, "users", state_dump_count(&seen->tables, "user"));
    assert_line(source, "records", state_dump_count(&seen->tables, "record"));
    assert_line(source, "photos", source->photos ? seen->photos.count : 0);
    assert_line(source, "keys", source->keys);
}

/* Bytes 18 and 19 are 1 where no log belongs to the file. */
static void check_database(const struct source *source, const char *dir) {
    static const char *const without_keys[] = {"certificate", NULL}, *const nothing[] = {NULL};
    struct state_dump tables;
    TEST_ASSERT_EQUAL(1, source->content.database[18]);
    TEST_ASSERT_EQUAL(1, source->content.database[19]);
    folder_write(dir, "opened", source->content.database, source->content.database_len);
    state_dump_read(folder_path(dir, "opened"), &tables);
    assert_tables(&source->seen.tables, &tables, source->keys ? nothing : without_keys);
    TEST_ASSERT_EQUAL(source->keys, state_dump_count(&tables, "certificate") > 0);
    state_dump_free(&tables);
    TEST_ASSERT_EQUAL(0, unlink(folder_path(dir, "opened")));
}

/* The file says what the terminal had, and nothing else. */
static void check_source(const struct source *source, const char *dir) {
    struct photos photos = {.count = 0};
    const struct photos none = {.count = 0};
    check_manifest(source);
    TEST_ASSERT_EQUAL(65536, source->content.memory_kib);
    TEST_ASSERT_EQUAL(3, source->content.passes);
    TEST_ASSERT_EQUAL_MEMORY(&source->seen.identity.pepper, source->content.keys, CRYPTO_KEY_LEN);
    TEST_ASSERT_EQUAL_MEMORY(&source->seen.identity.device, source->content.keys + CRYPTO_KEY_LEN, CRYPTO_KEY_LEN);
    check_database(source, dir);
    for (size_t i = 0; i < source->content.photo_count; i++) {
        const struct elsewhere_photo *photo = &source->content.photos[i];
        add_photo(&photos, photo->name, photo->data, photo->len);
    }
    assert_photos(source->photos ? &source->seen.photos : &none, &photos);
}

static void make_source(struct fixture *of, struct source *source) {
    *source = (struct source){.keys = below(2) == 0, .photos = below(3) > 0, .own = of == &t};
    take_backup(of, source);
    see(of->dir, &source->seen);
    const char *wrong = elsewhere_read(source->real.data, source->real.len, PASSPHRASE, &source->content);
    TEST_ASSERT_NULL_MESSAGE(wrong, wrong);
    check_source(source, of->dir);
    source->content.memory_kib = 8;
    source->content.passes = 1;
    source->cheap = elsewhere_write(&source->content, PASSPHRASE, below(1000), &source->cheap_len);
}

static void source_done(struct source *source) {
    seen_done(&source->seen);
    elsewhere_free(&source->content);
    buf_done(&source->real);
    free(source->cheap);
    source->cheap = NULL;
}

/* --- A try to restore it ------------------------------------------------------------------------------------------------ */

enum harm { NO_HARM, CUT, FAILS, FULL, DAMAGED, CANCELLED, WRONG_PASSPHRASE, NO_RESTART };

enum end { DECIDED = 20, CAME_TO_NOTHING, REFUSED }; /* exit codes of the child */

struct attempt {
    enum harm harm;
    bool keys;
    unsigned calls; /* of CUT and FAILS: those before it */
    const uint8_t *file;
    size_t len;
};

static struct attempt attempt;
static uint8_t *harmed; /* a file of its own; NULL */

/* Moves on with each look, so that a slice is a few steps. */
static int64_t hurried_ms(void *ctx) {
    struct fake_hal *fake = ctx;
    return (int64_t)atomic_fetch_add(&fake->mono_ms, 100);
}

static int begin(void) {
    int64_t received = 0;
    unsigned wait_s = 0;
    const char *serial = about_serial(t.shared);
    const struct restore_piece piece = {
        .total = (int64_t)attempt.len, .name = "x.backup", .data = attempt.file, .len = attempt.len};
    const struct restore_wish wish = {
        .passphrase = attempt.harm == WRONG_PASSPHRASE ? "four brass lanterns at one" : PASSPHRASE,
        .keys = attempt.keys,
        .serial_end = serial + strlen(serial) - 4,
    };
    int r = restore_upload(t.core, &admin, &piece, &received);
    return r < 0 ? r : restore_start(t.core, &admin, &wish, &wait_s);
}

static void do_harm(void) {
    file_watch_start(t.dir);
    if (attempt.harm == CUT) {
        file_watch_cut_after(attempt.calls);
    } else if (attempt.harm == FAILS) {
        file_watch_fail_after(attempt.calls, EIO);
    } else if (attempt.harm == FULL) {
        file_watch_fill();
    }
}

/* Starts the terminal, sends the file and restores it. */
static enum end restore_it(void) {
    terminal_start(&t);
    t.fake.hal.clock.mono_ms = hurried_ms;
    t.fake.restart_fails = attempt.harm == NO_RESTART;
    if (begin() < 0) {
        return REFUSED;
    }
    do_harm();
    for (unsigned slices = 0; restore_due_ms(t.core) == INT64_MIN; slices++) {
        if (attempt.harm == CANCELLED && slices == 1) {
            TEST_ASSERT_EQUAL(0, restore_cancel(t.core, &admin));
        }
        restore_upkeep(t.core);
    }
    (void)file_watch_stop();
    struct restore_state state;
    restore_read(t.core, &state);
    TEST_ASSERT_NOT_EQUAL(RESTORE_STEP_CHECKING, state.step);
    bool is_decided = state.step == RESTORE_STEP_RESTARTING;
    TEST_ASSERT_EQUAL(is_decided, t.fake.restarts == 1);
    if (!is_decided) { /* nothing of it stays */
        TEST_ASSERT_NOT_EQUAL(0, access(folder_path(t.dir, "replace"), F_OK));
        TEST_ASSERT_TRUE(attempt.harm == FAILS || access(folder_path(t.dir, "staged"), F_OK) != 0);
    }
    fixture_stop(&t);
    return is_decided ? DECIDED : CAME_TO_NOTHING;
}

/* Runs in a child, whose power may go. */
static int in_child(int (*what)(void)) {
    int status = 0;
    (void)fflush(stdout);
    pid_t child = fork();
    TEST_ASSERT_TRUE(child >= 0);
    if (child == 0) {
        int code = 1;
        if (TEST_PROTECT()) {
            code = what();
        }
        (void)fflush(stdout);
        _exit(code);
    }
    TEST_ASSERT_EQUAL(child, waitpid(child, &status, 0));
    TEST_ASSERT_TRUE(WIFEXITED(status));
    TEST_ASSERT_NOT_EQUAL(1, WEXITSTATUS(status));
    return WEXITSTATUS(status);
}

static int child_restores(void) {
    return (int)restore_it();
}

static int child_starts(void) {
    file_watch_start(t.dir);
    file_watch_cut_after(attempt.calls);
    return store_home_open(t.dir, &t.home) == 0 ? 0 : 2;
}

/* --- What is to come of it ---------------------------------------------------------------------------------------------- */

static void assert_begins(const char *expected, const char *found, const char *what) {
    TEST_ASSERT_EQUAL_STRING_LEN_MESSAGE(expected, found, strlen(expected), what);
}

/* The number of the last line of the log. */
static long last_line(const struct state_dump *tables) {
    const char *rows = state_dump_rows(tables, "record"), *last = rows;
    for (const char *at = rows; *at != '\0'; at += strcspn(at, "\n") + 1) {
        last = at;
    }
    return strtol(last, NULL, 10);
}

/* The lines of the log are those that were there, and where the backup is not this terminal's own, the alarm about it: one more,
 * whatever its link in the chain. */
static void assert_lines(const struct state_dump *expected, const char *alarm, const struct state_dump *found) {
    const char *lines = state_dump_rows(expected, "record"), *more = state_dump_rows(found, "record");
    char line[200];
    assert_begins(lines, more, "record");
    more += strlen(lines);
    if (alarm[0] == '\0') {
        TEST_ASSERT_EQUAL_STRING("", more);
        return;
    }
    (void)snprintf(line, sizeof(line), "%ld|%lld|0|%d|0|0|0|''|0|%d|0|1|0|0|'%s'|X'", last_line(expected) + 1,
                   (long long)FAKE_UTC_MS, RECORD_KIND_BACKUP, RECORD_STATUS_NONE, alarm);
    assert_begins(line, more, "record");
    TEST_ASSERT_EQUAL(state_dump_count(expected, "record") + 1, state_dump_count(found, "record"));
}

/* It is what it was; that somebody began is in the audit log, and in the log where it is an alarm, and a passphrase that was tried
 * is counted. */
static void assert_as_it_was(const struct seen *was, const char *alarm, const struct seen *found) {
    static const char *const looked_at[] = {"audit", "audit_share", "sqlite_sequence", "throttle", "record", NULL};
    assert_tables(&was->tables, &found->tables, looked_at);
    assert_lines(&was->tables, alarm, &found->tables);
    assert_begins(state_dump_rows(&was->tables, "audit"), state_dump_rows(&found->tables, "audit"), "audit");
    assert_photos(&was->photos, &found->photos);
    assert_identity(&was->identity, was->identity.serial, &found->identity);
}

/* The count of a counter, 0 where there is none. */
static unsigned count_of(const struct state_dump *tables, const char *key, size_t len) {
    const char *at = strstr(state_dump_rows(tables, "throttle"), key);
    return at != NULL ? (unsigned)strtoul(at + len + 1, NULL, 10) : 0;
}

/* Of each counter the higher count, of those of here where they mean the same there. */
static void assert_throttle(const struct seen *was, const struct seen *backup, const struct seen *found) {
    bool is_same = memcmp(&was->identity.device, &backup->identity.device, sizeof(was->identity.device)) == 0;
    for (unsigned kind = 0; kind < 4; kind++) {
        for (unsigned n = 0; n < 6; n++) {
            char key[16];
            size_t len = (size_t)snprintf(key, sizeof(key), "'%c:%u'", "ask*"[kind], n);
            unsigned here = is_same || kind == 1 || kind == 3 ? count_of(&was->tables, key, len) : 0;
            unsigned there = count_of(&backup->tables, key, len);
            TEST_ASSERT_EQUAL_MESSAGE(here > there ? here : there, count_of(&found->tables, key, len), key);
        }
    }
}

/* The counts of the backup; of the identities the higher one, which is the last column. */
static void assert_user_count(const struct seen *was, const struct seen *backup, const struct seen *found) {
    const char *here = state_dump_rows(&was->tables, "user_count");
    const char *there = state_dump_rows(&backup->tables, "user_count");
    const char *now = state_dump_rows(&found->tables, "user_count");
    const size_t len = (size_t)(strrchr(there, '|') - there);
    const unsigned long of_here = strtoul(strrchr(here, '|') + 1, NULL, 10);
    const unsigned long of_there = strtoul(there + len + 1, NULL, 10);
    TEST_ASSERT_EQUAL_STRING_LEN(there, now, len);
    TEST_ASSERT_EQUAL(of_here > of_there ? of_here : of_there, strtoul(strrchr(now, '|') + 1, NULL, 10));
}

static void assert_has(const char *text, const char *part) {
    char message[1200];
    (void)snprintf(message, sizeof(message), "%s in %.800s", part, text);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, part), message);
}

/* One row more than the backup has, which says what went and what came, each with its alarm about the backup. */
static void assert_audit(const struct seen *was, const struct source *source, const char *alarm,
                         const struct seen *found) {
    const char *before = state_dump_rows(&source->seen.tables, "audit");
    const char *after = state_dump_rows(&found->tables, "audit");
    const size_t alarms = alarm[0] != '\0';
    char row[400];
    assert_begins(before, after, "audit");
    (void)snprintf(row, sizeof(row),
                   "|'admin'|'192.0.2.1'|'restoreStart'|'restore'|'{\"serial\":\"%s\",\"users\":%zu,\"records\":%zu,",
                   was->identity.serial, state_dump_count(&was->tables, "user"),
                   state_dump_count(&was->tables, "record") + alarms);
    assert_has(after + strlen(before), row);
    (void)snprintf(row, sizeof(row),
                   "'{\"serial\":\"%s\",\"made\":%lld,\"users\":%zu,\"records\":%zu,\"keys\":%s,\"origin\":\"%.*s\",",
                   source->seen.identity.serial, (long long)FAKE_UTC_MS / 1000,
                   state_dump_count(&source->seen.tables, "user"),
                   state_dump_count(&source->seen.tables, "record") + alarms, attempt.keys ? "true" : "false",
                   alarms > 0 ? (int)strcspn(alarm, " ") : 3, alarms > 0 ? alarm : "own");
    assert_has(after + strlen(before), row);
    TEST_ASSERT_EQUAL(state_dump_count(&source->seen.tables, "audit") + 1, state_dump_count(&found->tables, "audit"));
}

/* The chains of a table of certificates: what is in front of the sealed key. */
static void assert_chains(const char *expected, const char *found) {
    while (*expected != '\0') {
        size_t len = strcspn(expected, "X");
        TEST_ASSERT_EQUAL_STRING_LEN(expected, found, len);
        expected += strcspn(expected, "\n") + 1;
        found += strcspn(found, "\n") + 1;
    }
    TEST_ASSERT_EQUAL_STRING("", found);
}

/* It is what the backup has, but for what is this terminal's own. */
static void assert_restored(const struct seen *was, const struct source *source, const char *alarm,
                            const struct seen *found) {
    static const char *const looked_at[] = {"audit",  "audit_share", "sqlite_sequence", "throttle",   "certificate",
                                            "module", "bulk",        "record",          "user_count", NULL};
    const struct photos none = {.count = 0};
    const bool keys = attempt.keys;
    assert_tables(&source->seen.tables, &found->tables, looked_at);
    assert_lines(&source->seen.tables, alarm, &found->tables);
    TEST_ASSERT_EQUAL_STRING("", state_dump_rows(&found->tables, "module"));
    TEST_ASSERT_EQUAL_STRING("", state_dump_rows(&found->tables, "bulk"));
    if (keys) {
        TEST_ASSERT_EQUAL_STRING(state_dump_rows(&source->seen.tables, "certificate"),
                                 state_dump_rows(&found->tables, "certificate"));
    } else {
        assert_chains(state_dump_rows(&was->tables, "certificate"), state_dump_rows(&found->tables, "certificate"));
    }
    assert_throttle(was, &source->seen, found);
    assert_user_count(was, &source->seen, found);
    assert_audit(was, source, alarm, found);
    assert_photos(source->photos ? &source->seen.photos : &none, &found->photos);
    assert_identity(&source->seen.identity, keys ? source->seen.identity.serial : was->identity.serial,
                    &found->identity);
}

/* Nothing lies about. */
static void assert_tidy(void) {
    static const char *const names[] = {"staged",      "restore",      "replace",
                                        "replace.new", "identity.new", "postern.db.taken"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        TEST_ASSERT_NOT_EQUAL_MESSAGE(0, access(folder_path(t.dir, names[i]), F_OK), names[i]);
    }
}

/* What of the terminal is not in its tables: the secrets of its settings can be opened with the keys that it has now. */
static int child_opens_secrets(void) {
    char secret[40];
    struct identity identity;
    terminal_start(&t);
    TEST_ASSERT_EQUAL(0, identity_read(t.dir, &identity));
    bool is_first = memcmp(&identity.device, &devices[0], sizeof(devices[0])) == 0;
    TEST_ASSERT_TRUE(is_first || memcmp(&identity.device, &devices[1], sizeof(devices[1])) == 0);
    (void)snprintf(secret, sizeof(secret), SECRET, is_first ? 1 : 2);
    TEST_ASSERT_EQUAL_STRING(secret, settings_get(t.core)->values.backup_param.passphrase);
    fixture_stop(&t);
    return 0;
}

/* What an earlier life may have left: none of it decides anything. */
static void leave_remains(void) {
    static const char *const remains[] = {
        "mkdir -p '%1$s/staged/photos'; echo old >'%1$s/staged/photos/7'; echo old >'%1$s/staged/postern.db'",
        "mkdir -p '%1$s/staged'; cp '%1$s/identity' '%1$s/staged/identity'",
        "mkdir -p '%1$s/restore'; echo old >'%1$s/restore/file'",
        "echo PT-OLD 5 >'%1$s/replace.new'",
        "echo old >'%1$s/postern.db.taken'",
        "cp '%1$s/postern.db' '%1$s/postern.db.damaged-1'",
        "echo half >'%1$s/postern.db.good.part'",
        "echo old >'%1$s/photos/new'",
    };
    for (size_t i = 0; i < sizeof(remains) / sizeof(remains[0]); i++) {
        if (below(3) == 0) {
            shell(remains[i], t.dir);
        }
    }
}

static struct {
    unsigned restored, kept, cuts; /* of tries; of starts that follow one */
    bool tables[STATE_TABLES_MAX]; /* that had rows in a backup */
} tally;
static struct source source;
static struct seen was, found; /* on `t`, before and after */

/* Chooses what is to come between, and harms the file. */
static void choose(enum harm harm) {
    attempt.harm = harm;
    attempt.keys = source.keys && below(2) == 0;
    attempt.calls = below(RESTORE_CALLS);
    bool is_real = harm == NO_HARM; /* one of the terminal's own making costs it 64 MiB and a while */
    attempt.file = is_real ? (const uint8_t *)source.real.data : source.cheap;
    attempt.len = is_real ? source.real.len : source.cheap_len;
    if (attempt.harm != DAMAGED) {
        return;
    }
    harmed = malloc(attempt.len);
    TEST_ASSERT_NOT_NULL(harmed);
    memcpy(harmed, source.cheap, attempt.len);
    attempt.file = harmed;
    if (below(2) == 0) {
        harmed[below((unsigned)attempt.len)] ^= (uint8_t)(1U << below(8));
    } else {
        attempt.len -= 1 + below((unsigned)attempt.len - 1);
    }
}

/* What the alarm about the backup says, "" for none. What another hand wrote, nobody confirms. */
static const char *alarm_of(const struct seen *before) {
    static char alarm[64];
    const char *serial = source.seen.identity.serial;
    bool is_confirmed = source.own && attempt.file == (const uint8_t *)source.real.data;
    bool is_of_here = strcmp(serial, before->identity.serial) == 0;
    (void)snprintf(alarm, sizeof(alarm), "%s %s", is_of_here ? "unconfirmed" : "other", serial);
    return is_confirmed ? "" : alarm;
}

static bool is_to_fail(enum harm harm) {
    return harm == FULL || harm == DAMAGED || harm == CANCELLED || harm == WRONG_PASSPHRASE || harm == NO_RESTART;
}

static void try_once(enum harm harm) {
    choose(harm);
    leave_remains();
    TEST_ASSERT_EQUAL(0, in_child(child_opens_secrets));
    see(t.dir, &was);
    int end = in_child(child_restores);
    TEST_ASSERT_TRUE_MESSAGE(end != DECIDED || !is_to_fail(attempt.harm), "it was to come to nothing");
    TEST_ASSERT_TRUE_MESSAGE(end == DECIDED || attempt.harm != NO_HARM, "it was to be restored");
    bool is_decided = access(folder_path(t.dir, "replace"), F_OK) == 0;
    TEST_ASSERT_TRUE(end == FILE_WATCH_CUT || is_decided == (end == DECIDED));
    for (unsigned cuts = below(3); cuts > 0; cuts--) {
        attempt.calls = below(START_CALLS);
        tally.cuts += in_child(child_starts) == FILE_WATCH_CUT;
    }
    TEST_ASSERT_EQUAL(0, store_home_open(t.dir, &t.home));
    t.home = store_home_close(t.home, true);
    see(t.dir, &found);
    if (is_decided) {
        assert_restored(&was, &source, alarm_of(&was), &found);
    } else {
        assert_as_it_was(&was, end == REFUSED ? "" : alarm_of(&was), &found);
    }
    assert_tidy();
    tally.restored += is_decided;
    tally.kept += !is_decided;
}

static void try_done(void) {
    seen_done(&was);
    seen_done(&found);
    free(harmed);
    harmed = NULL;
}

static void note_tables(void) {
    for (size_t i = 0; i < source.seen.tables.count; i++) {
        tally.tables[i] = tally.tables[i] || source.seen.tables.tables[i].rows[0] != '\0';
    }
}

/* It is no test of a table that was always empty: a new one is to be filled in random_state.c. */
static void assert_every_table(void) {
    static const char *const empty[] = {"provisional",
                                        "provisional_value", /* nothing is restored while they have rows */
                                        "left_out", /* a start makes lines of the log of its rows */
                                        NULL};
    see(t.dir, &found);
    for (size_t i = 0; i < found.tables.count; i++) {
        const char *name = found.tables.tables[i].name;
        TEST_ASSERT_TRUE_MESSAGE(tally.tables[i] || is_one_of(name, empty), name);
    }
}

static void fixture_end(struct fixture *fixture) {
    if (fixture->core != NULL) {
        fixture_stop(fixture);
    }
    fixture->home = store_home_close(fixture->home, false);
    shell("rm -rf '%s'", fixture->dir);
}

void setUp(void) {
    log_set_level(LOG_LEVEL_ERROR);
    terminal_up(&t, 1);
    terminal_up(&other, 2);
}

void tearDown(void) {
    (void)file_watch_stop();
    log_set_level(LOG_LEVEL_INFO);
    try_done();
    source_done(&source);
    fixture_end(&t);
    fixture_end(&other);
}

void test_what_comes_back_is_what_was_there(void) {
    static const enum harm harms[] = {NO_HARM,          CUT,       CUT, FAILS, FULL, FAILS, DAMAGED, CANCELLED,
                                      WRONG_PASSPHRASE, NO_RESTART};
    enum { HARMS = sizeof(harms) / sizeof(harms[0]) };
    numbers.state = 88172645463325252ULL + random_seed("backup rounds", 1);
    for (unsigned n = 0; n < SOURCES; n++) {
        struct fixture *of = n % 2 == 0 ? &other : &t;
        refill(of);
        make_source(of, &source);
        fixture_stop(of);
        refill(&t);
        fixture_stop(&t);
        for (size_t i = 0, first = below(HARMS); i < HARMS; i++) {
            try_once(harms[(first + i) % HARMS]);
            try_done();
        }
        note_tables();
        source_done(&source);
    }
    TEST_ASSERT_GREATER_THAN(0, tally.cuts);
    TEST_ASSERT_GREATER_OR_EQUAL(SOURCES, tally.restored); /* whatever the cuts hit: those that nothing harmed */
    TEST_ASSERT_GREATER_THAN(SOURCES, tally.kept);
    assert_every_table();
}
