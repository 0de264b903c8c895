/* Copies of audit entries, for tests. */
#ifndef POSTERN_TEST_AUDIT_ROWS_H
#define POSTERN_TEST_AUDIT_ROWS_H

#include <stdint.h>

#include "store/base/audit.h"

#define AUDIT_ROWS_MAX 64
#define AUDIT_WHERE_MAX 480

struct audit_copy {
    char account[16], peer[64], call[32], object[64];
    char before[256], after[256]; /* "": none */
    enum audit_importance importance;
    uint32_t person, sponsor;
};

struct audit_rows {
    struct audit_copy rows[AUDIT_ROWS_MAX]; /* newest first */
    unsigned count;
};

/* Reads the newest AUDIT_ROWS_MAX entries. Ends the test on failure. */
void audit_rows_read(struct store *store, struct audit_rows *ret_rows);

/* Counts the entries of the whole audit log that match an SQL condition of at most AUDIT_WHERE_MAX bytes. Ends the test
 * on failure. */
int64_t audit_rows_count(struct store *store, const char *where);

#endif
