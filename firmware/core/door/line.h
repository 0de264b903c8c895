/* What is wired to the Wiegand input says: cards, and keys that make a code. Pure; docs/rules.md ("The Wiegand input") has the
 * rules with their examples. */
#ifndef POSTERN_CORE_LINE_H
#define POSTERN_CORE_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/input.h"
#include "hal/wiegand.h"
#include "setting_values.h"

#define LINE_KEY_MS 10000 /* time for the next key; after that a new code begins */

/* Keys that were pressed so far. Zeroed at first. */
struct line {
    char digits[HAL_INPUT_DIGITS_MAX + 1];
    unsigned count; /* of keys since the code began; more than HAL_INPUT_DIGITS_MAX: it is no code */
    int64_t until_ms; /* monotonic time of the next key at the latest */
};

enum line_read {
    LINE_NOTHING, /* a key, and no code yet */
    LINE_EVENT, /* a card, a card whose frame fits no format, or a code */
    LINE_BAD, /* a frame that can be neither */
};

/* Takes a frame that came in at `now_ms` (monotonic). *ret_event is set with LINE_EVENT, but for its time. */
enum line_read line_take(struct line *line, const struct setting_access_control *set, const struct wiegand_frame *frame,
                         int64_t now_ms, struct hal_input_event *ret_event);

#endif
