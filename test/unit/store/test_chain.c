/* The chains of access log and audit log, compared with a naive implementation that hashes one long text: everything
 * edited, inserted or removed below the firmware is detected, and the firmware's own actions (displacing, erasing,
 * failing, restarting) are not. */
#include "store/chain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/events/log.h"
#include "core/settings/settings.h"
#include "seeded.h"
#include "store/base/audit.h"
#include "store/events/log.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"

#define ROWS 60
#define EDITS 60
#define TEXT_MAX 4096

static struct fixture t;
static const struct actor by = {.account = "admin", .peer = "-", .call = "GetKaoqinParam"};

void setUp(void) {
    fixture_up(&t);
}

void tearDown(void) {
    fixture_down(&t);
}

/* --- The naive implementation
 * -------------------------------------------------------------------------------------------- */

#define RECORD_SQL                                                                                                   \
    "SELECT previous, seq, time, \"offset\", kind, result, reason, userid, username, factors, status, duress, door," \
    " temperature, detail FROM record ORDER BY seq"
#define AUDIT_SQL                                                                                     \
    "SELECT previous, id, time_ms, account, peer, call, object, before, after, importance FROM audit" \
    " WHERE importance = %d AND person = %u ORDER BY id"

/* Walks the rows of a query whose first column is the previous link, and counts those that do not match. *ret_last: the
 * link of the last. */
static unsigned naive_breaks(const char *sql, const char *log, struct chain_link *ret_last) {
    sqlite3_stmt *query = NULL;
    unsigned breaks = 0;
    bool is_first = true;
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_prepare_v2(t.core->store->db, sql, -1, &query, NULL));
    while (sqlite3_step(query) == SQLITE_ROW) {
        uint8_t text[TEXT_MAX] = {0};
        size_t len = sizeof(struct chain_link);
        bool has_link = sqlite3_column_bytes(query, 0) == (int)len;
        if (has_link) {
            memcpy(text, sqlite3_column_blob(query, 0), len);
        }
        breaks += !is_first && (!has_link || memcmp(text, ret_last, len) != 0);
        len += (size_t)sprintf((char *)text + len, "%zu:%s,", strlen(log), log);
        for (int i = 1; i < sqlite3_column_count(query); i++) {
            const char *field = (const char *)sqlite3_column_text(query, i);
            len += field == NULL ? (size_t)sprintf((char *)text + len, "~,")
                                 : (size_t)sprintf((char *)text + len, "%zu:%s,", strlen(field), field);
        }
        crypto_sha256(text, len, ret_last->bytes);
        is_first = false;
    }
    (void)sqlite3_finalize(query);
    return breaks;
}

static bool records_hold(void) {
    struct chain_link last = {{0}};
    struct log_head head;
    unsigned breaks = naive_breaks(RECORD_SQL, "record", &last);
    log_head(t.core, &head);
    return breaks == 0 && memcmp(&last, &head.link, sizeof(last)) == 0;
}

static int compare(const void *one, const void *other) {
    return memcmp(one, other, sizeof(struct chain_link));
}

/* Computes the head from the chain ends. */
static bool audit_holds(const struct chain_link *expected) {
    struct chain_link ends[64];
    size_t count = 0;
    unsigned breaks = 0;
    struct chain_link head;
    for (int importance = 0; importance < AUDIT_IMPORTANCE_COUNT; importance++) {
        for (uint32_t person = 0; person < 4; person++) {
            char sql[512];
            struct chain_link last = {{0}};
            const struct chain_link none = {{0}};
            (void)snprintf(sql, sizeof(sql), AUDIT_SQL, importance, person);
            breaks += naive_breaks(sql, "audit", &last);
            if (memcmp(&last, &none, sizeof(last)) != 0) {
                ends[count++] = last;
            }
        }
    }
    qsort(ends, count, sizeof(ends[0]), compare);
    crypto_sha256(ends, count * sizeof(ends[0]), head.bytes);
    return breaks == 0 && memcmp(&head, expected, sizeof(head)) == 0;
}

/* --- What is written --------------------------------------------------------------------------------------------------- */

static void append_random(struct seeded *random) {
    static const char *const texts[] = {"", "Zoë", "=cmd()", "a,b\"c", "12:"};
    const struct record line = {.kind = RECORD_KIND_ACCESS,
                                .result = (enum record_result)seeded_below(random, RECORD_RESULT_COUNT),
                                .userid = seeded_below(random, 1000),
                                .username = texts[seeded_below(random, 5)],
                                .factors = seeded_below(random, 64),
                                .status = (enum record_status)seeded_below(random, RECORD_STATUS_COUNT),
                                .duress = seeded_below(random, 2) == 1,
                                .temperature = (int)seeded_below(random, 400),
                                .detail = texts[seeded_below(random, 5)],
                                .time = 1 + seeded_below(random, 1000000)};
    TEST_ASSERT_EQUAL(0, log_append(t.core, &line, NULL));
}

static void audit_random(struct seeded *random) {
    static const char *const texts[] = {NULL, "{}", "{\"a\":\"=1\"}", "{\"a,\":1}"};
    const uint32_t person = seeded_below(random, 4);
    const struct store_audit_row row = {.time_ms = seeded_below(random, 1000000),
                                        .account = "admin",
                                        .peer = "::1",
                                        .call = "edituser",
                                        .object = "user 7",
                                        .before = texts[seeded_below(random, 4)],
                                        .after = texts[seeded_below(random, 4)],
                                        .importance =
                                            (enum audit_importance)seeded_below(random, AUDIT_IMPORTANCE_COUNT),
                                        .person = person,
                                        .sponsor = person};
    TEST_ASSERT_EQUAL(0, store_audit_add(t.core->store, &row));
}

static void sql(const char *text) {
    /* editing the file bypasses the checks */
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "PRAGMA ignore_check_constraints = ON"));
    TEST_ASSERT_EQUAL_MESSAGE(0, store_exec(t.core->store, text), text);
}

static void edit(const char *table, const char *key, const char *const *edits, size_t count, struct seeded *random,
                 char ret_done[256]) {
    char where[128];
    (void)snprintf(where, sizeof(where), "%s = (SELECT %s FROM %s ORDER BY (%s * %u) %% 9973 LIMIT 1)", key, key, table,
                   key, 1 + seeded_below(random, 5000));
    (void)snprintf(ret_done, 256, edits[seeded_below(random, (uint32_t)count)], where);
    sql(ret_done);
}

/* --- Tests --------------------------------------------------------------------------------------------------------------- */

void test_any_edit_of_a_record_is_noticed(void) {
    static const char *const edits[] = {
        "UPDATE record SET time = time + 1 WHERE %s",
        "UPDATE record SET userid = userid + 1 WHERE %s",
        "UPDATE record SET username = username || 'x' WHERE %s",
        "UPDATE record SET result = result + 1 WHERE %s",
        "UPDATE record SET status = status + 1 WHERE %s",
        "UPDATE record SET duress = 1 - duress WHERE %s",
        "UPDATE record SET detail = '3:a,' WHERE %s",
        "UPDATE record SET temperature = temperature + 1 WHERE %s",
        "UPDATE record SET factors = factors + 1 WHERE %s",
        "UPDATE record SET \"offset\" = \"offset\" + 60 WHERE %s",
        "UPDATE record SET previous = zeroblob(32) WHERE %s AND seq > 1",
        "UPDATE record SET previous = NULL WHERE %s AND seq > 1",
        "UPDATE record SET kind = kind + 1 WHERE %s",
        "UPDATE record SET reason = reason + 1, door = door + 1 WHERE %s",
        "DELETE FROM record WHERE %s AND seq > 1",
        "UPDATE record SET seq = seq + 1000 WHERE %s",
    };
    struct seeded random;
    seeded_start(&random, 1);
    for (int i = 0; i < ROWS; i++) {
        append_random(&random);
    }
    TEST_ASSERT_TRUE(records_hold());
    for (int i = 0; i < EDITS; i++) {
        char done[256];
        sql("SAVEPOINT edit");
        edit("record", "seq", edits, sizeof(edits) / sizeof(edits[0]), &random, done);
        if (sqlite3_changes(t.core->store->db) > 0) {
            TEST_ASSERT_FALSE_MESSAGE(records_hold(), done);
        }
        sql("ROLLBACK TO edit; RELEASE edit");
    }
    TEST_ASSERT_TRUE(records_hold());
}

void test_any_edit_of_an_audit_entry_is_noticed(void) {
    static const char *const edits[] = {
        "UPDATE audit SET time_ms = time_ms + 1 WHERE %s",
        "UPDATE audit SET account = '9' WHERE %s",
        "UPDATE audit SET peer = '::2' WHERE %s",
        "UPDATE audit SET call = 'adduser' WHERE %s",
        "UPDATE audit SET object = 'user 8' WHERE %s",
        "UPDATE audit SET before = '{\"b\":1}' WHERE %s",
        "UPDATE audit SET after = coalesce(after, '') || ' ' WHERE %s",
        "DELETE FROM audit WHERE %s",
    };
    struct seeded random;
    seeded_start(&random, 2);
    struct store_audit_head head;
    for (int i = 0; i < ROWS; i++) {
        audit_random(&random);
    }
    TEST_ASSERT_EQUAL(0, store_audit_head(t.core->store, &head));
    TEST_ASSERT_EQUAL_INT64(ROWS, head.count);
    TEST_ASSERT_TRUE(audit_holds(&head.link));
    for (int i = 0; i < EDITS; i++) {
        char done[256];
        struct store_audit_head now;
        sql("SAVEPOINT edit");
        edit("audit", "id", edits, sizeof(edits) / sizeof(edits[0]), &random, done);
        TEST_ASSERT_EQUAL(0, store_audit_head(t.core->store, &now));
        const bool is_oldest = strncmp(done, "DELETE", 6) == 0 && audit_holds(&now.link) && now.count < head.count;
        TEST_ASSERT_FALSE_MESSAGE(audit_holds(&head.link) && !is_oldest, done);
        sql("ROLLBACK TO edit; RELEASE edit");
    }
    TEST_ASSERT_TRUE(audit_holds(&head.link));
}

/* Each person's oldest entries are deleted; the rest still is a chain, whose first entry has the link of the deleted
 * one. */
void test_entries_that_are_displaced_leave_an_anchor(void) {
    struct store_audit_row row = {.time_ms = 1,
                                  .account = "7",
                                  .peer = "-",
                                  .call = "chklogin",
                                  .object = "account 7",
                                  .importance = AUDIT_IMPORTANCE_REFUSED,
                                  .person = 1,
                                  .sponsor = 1};
    const int64_t budget = store_audit_budget(AUDIT_IMPORTANCE_REFUSED)->count;
    struct store_audit_head head;
    struct store_linked first;
    const struct chain_link none = {{0}};
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    for (int64_t i = 0; i < budget + 20; i++) {
        row.person = (uint32_t)(i % 3);
        row.sponsor = row.person;
        row.time_ms = i;
        TEST_ASSERT_EQUAL(0, store_audit_add(t.core->store, &row));
    }
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(0, store_audit_head(t.core->store, &head));
    TEST_ASSERT_EQUAL_INT64(budget, head.count);
    TEST_ASSERT_TRUE(audit_holds(&head.link));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_audit_linked(t.core->store, 1, &first));
    int64_t oldest = 0;
    TEST_ASSERT_EQUAL(0, store_read_number(t.core->store, "SELECT min(id) FROM audit", &oldest));
    TEST_ASSERT_EQUAL(0, store_audit_linked(t.core->store, oldest, &first));
    TEST_ASSERT_TRUE(first.has_previous);
    TEST_ASSERT_NOT_EQUAL(0, memcmp(&first.previous, &none, sizeof(none)));
}

void test_records_that_are_displaced_leave_an_anchor(void) {
    struct seeded random;
    seeded_start(&random, 3);
    for (int i = 0; i < 20; i++) {
        append_random(&random);
    }
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_log_drop(t.core->store, 7));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    append_random(&random);
    TEST_ASSERT_TRUE(records_hold());
    struct store_linked linked;
    TEST_ASSERT_EQUAL(0, log_linked(t.core, 8, &linked));
    TEST_ASSERT_TRUE(linked.has_previous);
    TEST_ASSERT_EQUAL(E_NOTFOUND, log_linked(t.core, 7, &linked));
}

/* Two records in one append; a failed one; a restart; an erasure, after which the chain continues. */
void test_the_chain_goes_on_over_whatever_happens(void) {
    struct seeded random;
    seeded_start(&random, 4);
    struct log_head before, after;
    struct store_linked linked;
    const struct setting_kaoqin_param values = {.log_alarm = 250, .full_log = FULL_LOG_OLDEST};
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_KAOQIN_PARAM, &values));
    append_random(&random);
    append_random(&random);
    log_head(t.core, &before);
    sql("CREATE TEMP TRIGGER broken BEFORE INSERT ON main.record BEGIN SELECT raise(ABORT, 'no'); END");
    TEST_ASSERT_LESS_THAN(0, log_append(t.core, &(struct record){.kind = RECORD_KIND_ACCESS}, NULL));
    sql("DROP TRIGGER broken");
    log_head(t.core, &after);
    TEST_ASSERT_EQUAL_MEMORY(&before, &after, sizeof(before));
    append_random(&random);
    TEST_ASSERT_TRUE(records_hold());
    fixture_restart(&t);
    TEST_ASSERT_TRUE(records_hold());
    append_random(&random);
    TEST_ASSERT_TRUE(records_hold());
    log_head(t.core, &before);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, log_erase(t.core));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    log_erased(t.core);
    fixture_restart(&t);
    log_head(t.core, &after);
    TEST_ASSERT_EQUAL_MEMORY(&before.link, &after.link, sizeof(before.link));
    append_random(&random);
    TEST_ASSERT_EQUAL(0, log_linked(t.core, before.seq + 1, &linked));
    TEST_ASSERT_EQUAL_MEMORY(&before.link, &linked.previous, sizeof(before.link));
    TEST_ASSERT_TRUE(records_hold());
}

/* Records of an older firmware have no link; the next one has that of the last of them. */
void test_lines_from_before_there_was_a_chain(void) {
    struct seeded random;
    seeded_start(&random, 5);
    struct store_linked linked;
    for (int i = 0; i < 3; i++) {
        append_random(&random);
    }
    sql("UPDATE record SET previous = NULL; UPDATE audit SET previous = NULL");
    fixture_restart(&t);
    append_random(&random);
    TEST_ASSERT_EQUAL(0, log_linked(t.core, 3, &linked));
    TEST_ASSERT_FALSE(linked.has_previous);
    const struct chain_link last = linked.link;
    TEST_ASSERT_EQUAL(0, log_linked(t.core, 4, &linked));
    TEST_ASSERT_EQUAL_MEMORY(&last, &linked.previous, sizeof(last));
}

#define MIGRATED 2000

/* The migration that adds the chains rewrites no row, however many there are. */
void test_the_update_writes_no_line(void) {
    struct store *store = NULL;
    unsigned step = 0, before = 0;
    int64_t unlinked = 0, makers = 0;
    while (strstr(store_migration_sql(step), "record_anchor") == NULL) {
        step++;
    }
    TEST_ASSERT_EQUAL(0, store_connect(":memory:", NULL, &store));
    TEST_ASSERT_EQUAL(0, store_migrate_to(store, step, &before));
    TEST_ASSERT_EQUAL(
        0, store_exec(store, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
                             " INSERT INTO record (time, \"offset\", kind, result, reason, userid, username, factors,"
                             " status, duress, door, temperature, photo, detail)"
                             " SELECT i, 0, 0, 1, 1, 7, '', 0, 8, 0, 1, 0, 0, '' FROM n;"
                             " INSERT INTO audit (time_ms, account, peer, call, object)"
                             " SELECT seq, 'admin', '-', 'x', 'y' FROM record"));
    const int changes = sqlite3_total_changes(store->db);
    TEST_ASSERT_EQUAL(0, store_migrate_to(store, step + 1, &before));
    TEST_ASSERT_LESS_THAN(10, sqlite3_total_changes(store->db) - changes);
    TEST_ASSERT_EQUAL(0, store_read_number(store,
                                           "SELECT (SELECT count(*) FROM record WHERE previous IS NULL)"
                                           " + (SELECT count(*) FROM audit WHERE previous IS NULL)",
                                           &unlinked));
    TEST_ASSERT_EQUAL_INT64(2 * MIGRATED, unlinked);
    TEST_ASSERT_EQUAL(0, store_read_number(store, "SELECT count(*) FROM user WHERE maker <> sponsor", &makers));
    TEST_ASSERT_EQUAL_INT64(0, makers);
    store_free(store);
}
