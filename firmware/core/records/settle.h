/* Days to settle, with what is proposed for each, and settling many of them: docs/rules.md, "To settle". */
#ifndef POSTERN_CORE_RECORDS_SETTLE_H
#define POSTERN_CORE_RECORDS_SETTLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/records/report.h"
#include "core/records/report_day.h"
#include "util/err.h"
#include "values.h"

#define SETTLE_PUNCHES_MAX 32 /* of a day that are told */

struct settle_punch {
    int32_t minute; /* what the wall showed, from midnight of the day */
    enum record_status status;
    bool is_added;
};

struct settle_day {
    struct report_line line;
    struct settle_punch *punches; /* by time */
    size_t punch_count;
    struct report_proposal proposals[DUTY_PARTS];
    size_t proposal_count;
    int64_t seen; /* proposals_fingerprint() */
};

struct settle_page {
    struct settle_day *days;
    size_t count;
    char next[REPORT_PLACE_MAX];
};

/* A page of the days of a report that asks for REPORT_ONLY_SETTLE, in the arena. Errors as of report_page(). */
_must_check_ int settle_page(struct core *core, struct report *report, const char *after, size_t limit,
                             struct arena *arena, struct settle_page *ret_page);

/* A day as it was seen. */
struct settle_item {
    uint32_t userid;
    uint32_t day; /* yyyymmdd */
    int64_t seen; /* as of struct settle_day */
};

/* What is done with days. */
struct settle_order {
    enum settle_act act;
    const char *reason;
};

struct settle_result {
    int error; /* 0, or why the day was not settled, or not whole */
    int64_t seqs[DUTY_PARTS]; /* lines that were written */
    size_t seq_count;
};

/* Settles one day as it was seen; each line is durable before the next is begun. Errors, in ret_result: E_USER_UNKNOWN;
 * E_CHANGED_MEANWHILE (the day is not as it was seen); E_NOTHING_PROPOSED (nothing is proposed); as of corrections_add(). */
void settle_one(struct core *core, const struct actor *by, const struct settle_order *order,
                const struct settle_item *item, struct settle_result *ret_result);

#endif
