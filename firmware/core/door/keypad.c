#include "core/door/keypad.h"

#include "core/accounts/throttle.h"

#define KEYPAD_NOBODY "" /* the code is nobody's: there is one counter */

unsigned keypad_pause_s(struct core *core) {
    struct throttle_state state;
    throttle_look(core, THROTTLE_DIGITS, KEYPAD_NOBODY, &state);
    return state.wait_s;
}

int keypad_count_wrong(struct core *core, struct keypad_wrong *ret_wrong) {
    struct throttle_state state;
    unsigned wait_s = 0;
    int r = throttle_count(core, THROTTLE_DIGITS, KEYPAD_NOBODY, &wait_s);
    if (r < 0) {
        return r;
    }
    throttle_look(core, THROTTLE_DIGITS, KEYPAD_NOBODY, &state);
    *ret_wrong = (struct keypad_wrong){.wait_s = state.wait_s, .is_alarm = state.waits >= KEYPAD_ALARM_PAUSE};
    return 0;
}
