/* How many lines of the log a contact may make: a magnet that is moved to and fro, or a broken wire, does not fill it. Pure.
 * docs/rules.md, "A contact that does not rest". */
#ifndef POSTERN_CORE_QUOTA_H
#define POSTERN_CORE_QUOTA_H

#include <stdbool.h>
#include <stdint.h>

#define QUOTA_LINES 20 /* for which there is room at most */
#define QUOTA_STEADY 10 /* when there is room for so many again the contact is steady */
#define QUOTA_LINE_MS 10000 /* in which room for one comes back */

struct quota {
    int64_t used_ms; /* what is not there of the room, QUOTA_LINE_MS a line, at `at_ms` */
    int64_t at_ms; /* monotonic */
    bool is_unsteady; /* lines are left out */
    uint32_t left_out; /* since it is */
};

/* A line is to be written. False: there is no room for it, the contact is unsteady from now on, and it is counted. */
bool quota_take(struct quota *quota, int64_t now_ms);

/* A line that is written in any case takes its room as far as there is some; without room the contact is unsteady from now
 * on. */
void quota_charge(struct quota *quota, int64_t now_ms);

/* Lines of an unsteady contact that nobody writes. */
void quota_leave_out(struct quota *quota, unsigned lines, int64_t now_ms);

/* Room for so many lines more: somebody has a right to make them. */
void quota_give(struct quota *quota, unsigned lines);

/* An unsteady contact is steady again: true, once, with how many lines were left out. */
bool quota_is_over(struct quota *quota, int64_t now_ms, uint32_t *ret_left_out);

/* When quota_is_over() will be true if nothing happens, or INT64_MAX. */
int64_t quota_due(const struct quota *quota);

#endif
