#include "core/door/repeats.h"

bool repeats_take(struct repeats *repeats, uint32_t userid, int64_t now_ms, int64_t window_ms) {
    for (size_t i = 0; i < REPEATS_MAX; i++) {
        if (repeats->rows[i].userid != userid) {
            continue;
        }
        if (now_ms - repeats->rows[i].at_ms < window_ms) {
            return true;
        }
        repeats->rows[i].userid = 0; /* one row a user */
    }
    repeats->rows[repeats->next].userid = userid;
    repeats->rows[repeats->next].at_ms = now_ms;
    repeats->next = (repeats->next + 1) % REPEATS_MAX;
    return false;
}
