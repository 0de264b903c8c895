/* Whether a time server is believed: what moves the clock at once and what has to be confirmed first. Who controls the network
 * can answer in a server's name (SNTP is not authenticated), so a large step needs a second witness. The table is in
 * docs/rules.md, "Time from the network". Pure. */
#ifndef POSTERN_CORE_CONFIRM_H
#define POSTERN_CORE_CONFIRM_H

#include <stdbool.h>
#include <stdint.h>

#define CONFIRM_FREE_MS \
    INT64_C(120000) /* that unconfirmed answers may move the clock within CONFIRM_WINDOW_MS, all together */
#define CONFIRM_WINDOW_MS (INT64_C(24) * 3600 * 1000)
#define CONFIRM_LATER_MS (INT64_C(3600) * 1000) /* after which the same server's answer confirms its first */
#define CONFIRM_AGREE_MS 10000 /* most by which two answers that agree differ */

enum confirm_verdict {
    CONFIRM_TAKE, /* a small difference: the clock is moved */
    CONFIRM_TAKE_FIRST, /* the clock was never set: it is, and not yet confirmed */
    CONFIRM_TAKE_STEP, /* a large step, confirmed */
    CONFIRM_HOLD, /* a large step: the clock stays until another answer confirms it */
    CONFIRM_HOLD_STILL, /* the same, and it was waiting already */
};

/* The clock stays. */
static inline bool confirm_is_held(enum confirm_verdict verdict) {
    return verdict == CONFIRM_HOLD || verdict == CONFIRM_HOLD_STILL;
}

/* A server's answer. */
struct confirm_answer {
    uint32_t server; /* its IPv4 address: another name for it is no second server */
    int64_t utc_ms; /* what it says */
    int64_t clock_ms; /* what the clock said at that moment */
    int64_t mono_ms; /* monotonic time of that moment */
};

struct confirm {
    bool is_set; /* the clock was set: by a person, by the network, or by the chip that kept it */
    bool is_confirmed; /* and that it is right does not rest on one answer alone */
    int64_t moved_ms; /* by unconfirmed answers since `window_ms` */
    int64_t window_ms; /* monotonic */
    bool waits; /* `waiting` holds an answer that may be confirmed */
    struct confirm_answer waiting;
};

/* At the start. `is_set`: the calendar was kept while the power was off. */
void confirm_init(struct confirm *confirm, bool is_set, int64_t mono_ms);

/* A person has set the clock. */
void confirm_by_person(struct confirm *confirm, int64_t mono_ms);

/* Judges an answer and remembers it. */
enum confirm_verdict confirm_judge(struct confirm *confirm, const struct confirm_answer *answer);

#endif
