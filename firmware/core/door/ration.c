#include "core/door/ration.h"

/* Gives back what has come since. */
static void give_back(struct ration *ration, int64_t now_ms) {
    int64_t steps = (now_ms - ration->since_ms) / RATION_EVERY_MS;
    if (ration->used == 0) {
        ration->since_ms = now_ms;
        return;
    }
    ration->since_ms += steps * RATION_EVERY_MS;
    ration->used = (int64_t)ration->used > steps ? ration->used - (unsigned)steps : 0;
}

bool ration_take(struct ration *ration, int64_t now_ms) {
    give_back(ration, now_ms);
    /* What was left out is told first, or the newest line would stand before it. */
    if (ration->used >= RATION_BURST || ration->left_out > 0) {
        ration->left_out++;
        return false;
    }
    ration->used++;
    return true;
}

unsigned ration_tell(struct ration *ration, int64_t now_ms) {
    unsigned left_out = ration->left_out;
    give_back(ration, now_ms);
    if (left_out == 0 || ration->used >= RATION_BURST) {
        return 0;
    }
    ration->used++;
    ration->left_out = 0;
    return left_out;
}

int64_t ration_due(const struct ration *ration) {
    if (ration->left_out == 0) {
        return RATION_NEVER;
    }
    return ration->used < RATION_BURST ? ration->since_ms : ration->since_ms + RATION_EVERY_MS;
}
