/* The order of a report that somebody sorts: made by one pass over all its people. Inside core/records only. */
#ifndef POSTERN_CORE_RECORDS_REPORT_ORDER_H
#define POSTERN_CORE_RECORDS_REPORT_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/cleanup.h"
#include "util/err.h"
#include "values.h"

struct core;
struct report;

#define REPORT_SORT_PEOPLE 10000 /* that are sorted at most */
#define REPORT_SORT_ROWS 310000 /* rows: 5 MB */

/* A row: a person, or one of the days of a person. */
struct report_item {
    int64_t key;
    uint32_t userid;
    uint32_t day; /* from the first of the report; 0 of a person */
};

struct report_order {
    struct report_item *items;
    size_t count, room;
};

/* Rows in the order of the report, which is not that of user IDs. E_SORT_TOO_MANY, E_USER_UNKNOWN, E_NOMEM, an error of the store; then it
 * is empty. */
_must_check_ int report_order_make(struct core *core, struct report *report, enum report_view view,
                                   struct report_order *ret_order);

/* The place behind a row. E_FORMAT: it is not there. */
_must_check_ int report_order_behind(const struct report_order *order, uint32_t userid, uint32_t day,
                                     size_t *ret_place);

/* Frees the rows. Takes an empty one. */
void report_order_done(struct report_order *order);

#endif
