#include "core/door/mode.h"

uint32_t mode_take(struct mode_wait *wait, uint32_t userid, uint32_t factor, uint32_t needed, int64_t now_ms) {
    if (wait->userid != userid || now_ms >= wait->until_ms) {
        *wait = (struct mode_wait){.userid = userid};
    }
    wait->have |= factor;
    uint32_t missing = needed & ~wait->have;
    if (missing == 0) {
        mode_forget(wait);
    } else {
        wait->until_ms = now_ms + MODE_WAIT_MS;
    }
    return missing;
}

void mode_forget(struct mode_wait *wait) {
    *wait = (struct mode_wait){.userid = 0};
}
