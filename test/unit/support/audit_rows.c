#include "audit_rows.h"

#include <stdio.h>
#include <string.h>

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
