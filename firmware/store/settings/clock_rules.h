/* The table `clock_rule`: the rules of the clock, each with the moment from which it applied; and whether the log
 * depends on them. */
#ifndef POSTERN_STORE_CLOCK_RULES_H
#define POSTERN_STORE_CLOCK_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "setting_values.h"
#include "util/err.h"

struct store;

#define STORE_CLOCK_RULES_MAX 64
#define STORE_PLACE_MAX 36 /* bytes of a place's name, with the NUL */

/* A rule, as in the settings. */
struct store_clock_rule {
    int64_t from_s; /* seconds since 1970 UTC; 0 in the first rule */
    int32_t zone_min;
    struct setting_dst_param dst;
    char place[STORE_PLACE_MAX]; /* that decides alone; "" none */
};

/* Reads the rules in the order in which they were added, at most `max`. */
_must_check_ int store_clock_rules_read(struct store *store, struct store_clock_rule *ret_rules, size_t max,
                                        size_t *ret_count);

/* Replaces the stored rules. Inside a transaction. */
_must_check_ int store_clock_rules_write(struct store *store, const struct store_clock_rule *rules, size_t count);

#define STORE_CLOCK_RULES_LINES 1000 /* most log records that store_clock_rules_used() examines */

/* Reads whether any log record from `from_s` on is about a person's punch. Answers true if there are more records than
 * it examines. */
_must_check_ int store_clock_rules_used(struct store *store, int64_t from_s, bool *ret_used);

/* Reads the latest time of any log record, whole seconds; 0 without records. */
_must_check_ int store_clock_rules_latest(struct store *store, int64_t *ret_s);

#endif
