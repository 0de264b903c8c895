#include "core/time/confirm.h"

#include <string.h>

static int64_t size_of(int64_t ms) {
    return ms < 0 ? -ms : ms;
}

static void start_window(struct confirm *confirm, int64_t mono_ms) {
    confirm->moved_ms = 0;
    confirm->window_ms = mono_ms;
}

void confirm_init(struct confirm *confirm, bool is_set, int64_t mono_ms) {
    memset(confirm, 0, sizeof(*confirm));
    confirm->is_set = is_set;
    confirm->is_confirmed = is_set;
    start_window(confirm, mono_ms);
}

void confirm_by_person(struct confirm *confirm, int64_t mono_ms) {
    confirm_init(confirm, true, mono_ms);
}

/* Both say the same, each at its moment. */
static bool answers_agree(const struct confirm_answer *a, const struct confirm_answer *b) {
    return size_of((a->utc_ms - a->mono_ms) - (b->utc_ms - b->mono_ms)) <= CONFIRM_AGREE_MS;
}

static bool is_second_witness(const struct confirm_answer *first, const struct confirm_answer *second) {
    return second->server != first->server || second->mono_ms - first->mono_ms >= CONFIRM_LATER_MS;
}

/* Whether the answer is small enough to need no witness; with it counted. Steps that are small one by one must not add up
 * to a large one. */
static bool take_small(struct confirm *confirm, const struct confirm_answer *answer) {
    if (answer->mono_ms - confirm->window_ms >= CONFIRM_WINDOW_MS) {
        start_window(confirm, answer->mono_ms);
    }
    int64_t shift_ms = answer->utc_ms - answer->clock_ms;
    if (size_of(shift_ms) > CONFIRM_FREE_MS || size_of(confirm->moved_ms + shift_ms) > CONFIRM_FREE_MS) {
        return false;
    }
    confirm->moved_ms += shift_ms;
    return true;
}

static void confirm_await(struct confirm *confirm, const struct confirm_answer *answer) {
    confirm->waits = true;
    confirm->waiting = *answer;
}

/* The clock agrees with this answer. If it is confirmed, that refutes a large step that waits; if it is not, the witness has to
 * agree with the last answer, not with one that was contradicted since. */
static void note_small(struct confirm *confirm, const struct confirm_answer *answer, bool agrees) {
    if (confirm->is_confirmed) {
        confirm->waits = false;
    } else if (!agrees) {
        confirm_await(confirm, answer);
    }
}

enum confirm_verdict confirm_judge(struct confirm *confirm, const struct confirm_answer *answer) {
    if (!confirm->is_set) {
        confirm->is_set = true;
        start_window(confirm, answer->mono_ms);
        confirm_await(confirm, answer);
        return CONFIRM_TAKE_FIRST;
    }
    bool agrees = confirm->waits && answers_agree(&confirm->waiting, answer);
    bool confirms = agrees && is_second_witness(&confirm->waiting, answer);
    if (confirms) {
        confirm->is_confirmed = true;
        confirm->waits = false;
    }
    if (take_small(confirm, answer)) {
        note_small(confirm, answer, agrees);
        return CONFIRM_TAKE;
    }
    if (confirms) {
        start_window(confirm, answer->mono_ms);
        return CONFIRM_TAKE_STEP;
    }
    if (agrees) {
        return CONFIRM_HOLD_STILL;
    }
    confirm_await(confirm, answer);
    return CONFIRM_HOLD;
}
