#include "audit_rows.h"

#include <stdio.h>
#include <string.h>

#include "store/store_impl.h"
#include "unity.h"

static int take_row(void *ctx, const struct store_audit_row *row) {
    struct audit_rows *rows = ctx;
    struct audit_copy *to = &rows->rows[rows->count++];
    (void)snprintf(to->account, sizeof(to->account), "%s", row->account);
    (void)snprintf(to->peer, sizeof(to->peer), "%s", row->peer);
    (void)snprintf(to->call, sizeof(to->call), "%s", row->call);
    (void)snprintf(to->object, sizeof(to->object), "%s", row->object);
    (void)snprintf(to->before, sizeof(to->before), "%s", row->before != NULL ? row->before : "");
    (void)snprintf(to->after, sizeof(to->after), "%s", row->after != NULL ? row->after : "");
    to->importance = row->importance;
    to->person = row->person;
    to->sponsor = row->sponsor;
    return 0;
}

void audit_rows_read(struct store *store, struct audit_rows *ret_rows) {
    memset(ret_rows, 0, sizeof(*ret_rows));
    TEST_ASSERT_EQUAL(0, store_audit_read(store, AUDIT_ROWS_MAX, take_row, ret_rows));
}

int64_t audit_rows_count(struct store *store, const char *where) {
    char sql[AUDIT_WHERE_MAX + 64];
    int64_t count = 0;
    TEST_ASSERT_LESS_OR_EQUAL_size_t(AUDIT_WHERE_MAX, strlen(where));
    (void)snprintf(sql, sizeof(sql), "SELECT count(*) FROM audit WHERE %s", where);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, store_read_number(store, sql, &count), sql);
    return count;
}
