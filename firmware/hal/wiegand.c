#include "hal/wiegand.h"

#include <string.h>

#define FACILITY_MAX 32
#define KEY_BITS 4
#define KEY_MASK 0xfu

static const uint8_t usual_lengths[] = {26, 34, 58, 66};

struct wiegand_layout wiegand_usual(uint8_t facility_bits, uint8_t data_bits) {
    uint8_t half = data_bits / 2;
    return (struct wiegand_layout){
        .facility_bits = facility_bits,
        .number_bits = (uint8_t)(data_bits - facility_bits),
        .leading = {WIEGAND_PARITY_OF_EVEN, 1, half},
        .trailing = {WIEGAND_PARITY_OF_ODD, (uint8_t)(half + 1), data_bits},
    };
}

static bool cover_fits(const struct wiegand_cover *cover, unsigned data_bits) {
    return cover->kind == WIEGAND_PARITY_OFF ||
           (cover->from >= 1 && cover->from <= cover->to && cover->to <= data_bits);
}

int wiegand_check(const struct wiegand_layout *layout, unsigned *ret_part) {
    unsigned data_bits = (unsigned)layout->facility_bits + layout->number_bits;
    *ret_part = 0;
    if (layout->facility_bits > FACILITY_MAX || layout->number_bits == 0 || data_bits > WIEGAND_DATA_MAX) {
        return E_RANGE;
    }
    *ret_part = 1;
    if (!cover_fits(&layout->leading, data_bits)) {
        return E_RANGE;
    }
    *ret_part = 2;
    return cover_fits(&layout->trailing, data_bits) ? 0 : E_RANGE;
}

static bool number_fits(uint64_t number, unsigned bits) {
    return bits >= 64 || number >> bits == 0;
}

static void put_bit(struct wiegand_frame *frame, bool bit) {
    if (bit) {
        frame->octets[frame->count / 8] |= (uint8_t)(0x80u >> frame->count % 8);
    }
    frame->count++;
}

/* Computes the parity bit over the data bits `from` to `to` of `data_bits`. */
static bool parity_of(uint64_t data, unsigned data_bits, const struct wiegand_cover *cover) {
    bool odd = false;
    for (unsigned i = cover->from; i <= cover->to; i++) {
        odd ^= (data >> (data_bits - i) & 1) != 0;
    }
    return cover->kind == WIEGAND_PARITY_OF_ODD ? !odd : odd;
}

int wiegand_make(const struct wiegand_layout *layout, uint64_t facility, uint64_t number,
                 struct wiegand_frame *ret_frame) {
    unsigned part = 0;
    unsigned data_bits = (unsigned)layout->facility_bits + layout->number_bits;
    int r = wiegand_check(layout, &part);
    if (r < 0 || !number_fits(facility, layout->facility_bits) || !number_fits(number, layout->number_bits)) {
        return E_RANGE;
    }
    /* A shift by 64 is undefined; there is no facility code then. */
    uint64_t data = (layout->number_bits < WIEGAND_DATA_MAX ? facility << layout->number_bits : 0) | number;
    memset(ret_frame, 0, sizeof(*ret_frame));
    if (layout->leading.kind != WIEGAND_PARITY_OFF) {
        put_bit(ret_frame, parity_of(data, data_bits, &layout->leading));
    }
    for (unsigned i = 1; i <= data_bits; i++) {
        put_bit(ret_frame, (data >> (data_bits - i) & 1) != 0);
    }
    if (layout->trailing.kind != WIEGAND_PARITY_OFF) {
        put_bit(ret_frame, parity_of(data, data_bits, &layout->trailing));
    }
    return 0;
}

bool wiegand_bit(const struct wiegand_frame *frame, unsigned at) {
    return (frame->octets[at / 8] & 0x80u >> at % 8) != 0;
}

static bool is_usual(uint8_t count) {
    for (size_t i = 0; i < sizeof(usual_lengths); i++) {
        if (usual_lengths[i] == count) {
            return true;
        }
    }
    return false;
}

int wiegand_take(const struct wiegand_frame *frame, uint64_t *ret_data) {
    uint64_t data = 0;
    if (!is_usual(frame->count)) {
        return E_FORMAT;
    }
    unsigned data_bits = frame->count - 2u;
    struct wiegand_layout layout = wiegand_usual(0, (uint8_t)data_bits);
    for (unsigned i = 1; i <= data_bits; i++) {
        data = data << 1 | wiegand_bit(frame, i);
    }
    if (parity_of(data, data_bits, &layout.leading) != wiegand_bit(frame, 0) ||
        parity_of(data, data_bits, &layout.trailing) != wiegand_bit(frame, frame->count - 1u)) {
        return E_FORMAT;
    }
    *ret_data = data;
    return 0;
}

/* Whether the bit `at` makes the ones of itself and of `from` to `to` even or odd, as the letter of the pattern asks. */
static bool parity_holds(const struct wiegand_frame *frame, char letter, unsigned at, unsigned from, unsigned to) {
    bool odd = wiegand_bit(frame, at);
    for (unsigned i = from; i <= to; i++) {
        odd ^= wiegand_bit(frame, i);
    }
    return odd == (letter == 'O');
}

static bool is_parity(char letter) {
    return letter == 'E' || letter == 'O';
}

static bool parities_hold(const char *pattern, const struct wiegand_frame *frame) {
    unsigned last = frame->count - 1u;
    bool leads = is_parity(pattern[0]), trails = is_parity(pattern[last]);
    unsigned from = leads ? 1 : 0, to = trails ? last - 1 : last;
    unsigned half = (to - from + 2) / 2;
    return (!leads || parity_holds(frame, pattern[0], 0, from, from + half - 1)) &&
           (!trails || parity_holds(frame, pattern[last], last, to + 1 - half, to));
}

bool wiegand_match(const char *pattern, const struct wiegand_frame *frame, uint64_t *ret_number) {
    uint64_t number = 0;
    if (frame->count < WIEGAND_CARD_BITS_MIN || strlen(pattern) != frame->count || !parities_hold(pattern, frame)) {
        return false;
    }
    for (unsigned i = 0; i < frame->count; i++) {
        bool bit = wiegand_bit(frame, i);
        if (pattern[i] == (bit ? '0' : '1')) {
            return false;
        }
        number = pattern[i] == 'N' ? number << 1 | bit : number;
    }
    *ret_number = number;
    return number > 0;
}

int wiegand_key(const struct wiegand_frame *frame, unsigned *ret_key) {
    unsigned first = frame->octets[0];
    unsigned key = frame->count == KEY_BITS ? first >> KEY_BITS : first & KEY_MASK;
    bool is_whole = frame->count == KEY_BITS || (frame->count == 2 * KEY_BITS && (first >> KEY_BITS ^ key) == KEY_MASK);
    if (!is_whole || key > WIEGAND_KEY_ENTER) {
        return E_FORMAT;
    }
    *ret_key = key;
    return 0;
}

void wiegand_print(const struct wiegand_frame *frame, char ret_text[WIEGAND_TEXT_MAX]) {
    for (unsigned i = 0; i < frame->count; i++) {
        ret_text[i] = wiegand_bit(frame, i) ? '1' : '0';
    }
    ret_text[frame->count] = '\0';
}

int wiegand_parse(const char *text, struct wiegand_frame *ret_frame) {
    size_t len = strlen(text);
    if (len == 0 || len > WIEGAND_BITS_MAX || strspn(text, "01") != len) {
        return E_FORMAT;
    }
    memset(ret_frame, 0, sizeof(*ret_frame));
    for (size_t i = 0; i < len; i++) {
        put_bit(ret_frame, text[i] == '1');
    }
    return 0;
}

uint64_t wiegand_reverse(uint64_t number, unsigned octets) {
    uint64_t reversed = 0;
    for (unsigned i = 0; i < octets; i++) {
        reversed = reversed << 8 | (number >> 8 * i & 0xff);
    }
    return reversed;
}
