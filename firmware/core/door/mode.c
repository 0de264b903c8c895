#include "core/door/mode.h"

uint32_t mode_have(const struct mode_wait *wait, uint32_t userid, uint32_t factor, int64_t now_ms) {
    return wait->userid == userid && now_ms < wait->until_ms ? wait->have | factor : factor;
}

void mode_ask(struct mode_wait *wait, uint32_t userid, uint32_t have, uint32_t missing, int64_t now_ms) {
    *wait = (struct mode_wait){.userid = userid, .have = have, .missing = missing, .until_ms = now_ms + MODE_WAIT_MS};
}

void mode_forget(struct mode_wait *wait) {
    *wait = (struct mode_wait){.userid = 0};
}
