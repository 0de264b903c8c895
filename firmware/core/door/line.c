#include "core/door/line.h"

#include <string.h>

#include "core/door/wiegand.h"
#include "util/crypto.h"

static void line_clear(struct line *line) {
    crypto_wipe(line, sizeof(*line));
}

static void add_digit(struct line *line, unsigned digit, int64_t now_ms) {
    if (line->count < HAL_INPUT_DIGITS_MAX) {
        line->digits[line->count] = (char)('0' + digit);
    }
    line->count += line->count <= HAL_INPUT_DIGITS_MAX ? 1 : 0;
    line->until_ms = now_ms + LINE_KEY_MS;
}

/* The code is complete. One that is too long is no code, and its first half may be the code of a user: it is forgotten. */
static enum line_read line_enter(struct line *line, struct hal_input_event *ret_event) {
    bool is_code = line->count > 0 && line->count <= HAL_INPUT_DIGITS_MAX;
    if (is_code) {
        *ret_event = (struct hal_input_event){.kind = HAL_CREDENTIAL_PIN};
        memcpy(ret_event->digits, line->digits, line->count);
    }
    line_clear(line);
    return is_code ? LINE_EVENT : LINE_NOTHING;
}

static enum line_read take_key(struct line *line, unsigned key, int64_t now_ms, struct hal_input_event *ret_event) {
    if (now_ms >= line->until_ms) {
        line_clear(line);
    }
    switch (key) {
        case WIEGAND_KEY_CLEAR: line_clear(line); return LINE_NOTHING;
        case WIEGAND_KEY_ENTER: return line_enter(line, ret_event);
        default: add_digit(line, key, now_ms); return LINE_NOTHING;
    }
}

static enum line_read take_card(const struct setting_access_control *set, const struct wiegand_frame *frame,
                                struct hal_input_event *ret_event) {
    *ret_event = (struct hal_input_event){.kind = HAL_CREDENTIAL_CARD};
    if (wiegand_read(set, frame, &ret_event->card, &ret_event->is_number) < 0) {
        ret_event->card = 0;
        ret_event->frame = *frame;
    }
    return LINE_EVENT;
}

enum line_read line_take(struct line *line, const struct setting_access_control *set, const struct wiegand_frame *frame,
                         int64_t now_ms, struct hal_input_event *ret_event) {
    unsigned key = 0;
    *ret_event = (struct hal_input_event){0};
    if (frame->count >= WIEGAND_CARD_BITS_MIN) {
        return take_card(set, frame, ret_event);
    }
    return wiegand_key(frame, &key) == 0 ? take_key(line, key, now_ms, ret_event) : LINE_BAD;
}
