#include "core/door/wiegand.h"

#include "core/settings/settings.h"
#include "setting_hooks.h"
#include "values.h"

#define CARD3_BITS 24
#define CARD4_BITS 32
#define CARD8_BITS 64
#define CARD3_BYTES 3
#define CARD3_MAX UINT32_C(0xffffff) /* highest card of 3 bytes */
#define CARD4_BYTES 4
#define CARD7_BYTES 7
#define CARD7_FRAME_BITS 58 /* 7 bytes and two parity bits */
#define FIXED_CODE_BITS 8
#define FIXED_BITS 24
#define RANDOM_UID_OCTETS 4
#define RANDOM_UID_FIRST 0x08
#define RANDOM_UID_SHIFT 24 /* of the first byte */

static struct wiegand_cover cover_of(enum wiegand_parity parity, uint8_t from, uint8_t to) {
    static const enum wiegand_parity_kind kinds[] = {
        [WIEGAND_PARITY_NONE] = WIEGAND_PARITY_OFF,
        [WIEGAND_PARITY_EVEN] = WIEGAND_PARITY_OF_EVEN,
        [WIEGAND_PARITY_ODD] = WIEGAND_PARITY_OF_ODD,
    };
    return (struct wiegand_cover){kinds[parity], from, to};
}

static struct wiegand_layout free_layout(const struct setting_access_control *set) {
    return (struct wiegand_layout){
        .facility_bits = set->free_facility_bits,
        .number_bits = set->free_card_bits,
        .leading = cover_of(set->free_leading, set->free_leading_from, set->free_leading_to),
        .trailing = cover_of(set->free_trailing, set->free_trailing_from, set->free_trailing_to),
    };
}

static int make_usual(uint8_t data_bits, uint64_t number, struct wiegand_frame *ret_frame) {
    struct wiegand_layout layout = wiegand_usual(0, data_bits);
    return wiegand_make(&layout, 0, number, ret_frame);
}

/* A card in `data_bits` bits: of 24 the lowest three bytes of a card of four, as every reader of that format does. */
static int make_card(uint8_t data_bits, bool little, uint64_t card, struct wiegand_frame *ret_frame) {
    uint64_t number = data_bits == CARD3_BITS ? card & CARD3_MAX : card;
    if (card == 0) {
        return E_NOTFOUND;
    }
    if (card > UINT32_MAX && data_bits <= CARD4_BITS) {
        return E_RANGE;
    }
    return make_usual(data_bits, little ? wiegand_reverse(number, data_bits / 8u) : number, ret_frame);
}

static int make_free(const struct setting_access_control *set, uint32_t userid, uint64_t card,
                     struct wiegand_frame *ret_frame) {
    struct wiegand_layout layout = free_layout(set);
    bool of_card = set->free_number == WIEGAND_NUMBER_CARD;
    if (of_card && card == 0) {
        return E_NOTFOUND;
    }
    return wiegand_make(&layout, set->free_facility, of_card ? card : userid, ret_frame);
}

int wiegand_about(const struct setting_access_control *set, uint32_t userid, uint64_t card,
                  struct wiegand_frame *ret_frame) {
    struct wiegand_layout fixed = wiegand_usual(FIXED_CODE_BITS, FIXED_BITS);
    switch (set->wiegand_out) {
        case WIEGAND_FORMAT_USER_ID26: return make_usual(CARD3_BITS, userid, ret_frame);
        case WIEGAND_FORMAT_VENDOR: return make_usual(CARD4_BITS, userid, ret_frame);
        case WIEGAND_FORMAT_FIXED26: return wiegand_make(&fixed, set->fixed_code, userid, ret_frame);
        case WIEGAND_FORMAT_CARD26: return make_card(CARD3_BITS, false, card, ret_frame);
        case WIEGAND_FORMAT_CARD34: return make_card(CARD4_BITS, false, card, ret_frame);
        case WIEGAND_FORMAT_CARD26_LITTLE: return make_card(CARD3_BITS, true, card, ret_frame);
        case WIEGAND_FORMAT_CARD34_LITTLE: return make_card(CARD4_BITS, true, card, ret_frame);
        case WIEGAND_FORMAT_CARD66: return make_card(CARD8_BITS, false, card, ret_frame);
        case WIEGAND_FORMAT_CARD66_LITTLE: return make_card(CARD8_BITS, true, card, ret_frame);
        case WIEGAND_FORMAT_FREE: return make_free(set, userid, card, ret_frame);
        default: return E_RANGE;
    }
}

int wiegand_read(const struct setting_access_control *set, const struct wiegand_frame *frame, uint64_t *ret_card,
                 bool *ret_is_number) {
    const char *const patterns[] = {set->wiegand_in1, set->wiegand_in2, set->wiegand_in3, set->wiegand_in4};
    for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
        if (wiegand_match(patterns[i], frame, ret_card)) {
            *ret_is_number = true;
            return 0;
        }
    }
    *ret_is_number = false;
    if (frame->count == CARD7_FRAME_BITS && set->card_length != CARD7_BYTES) {
        return E_FORMAT;
    }
    int r = wiegand_take(frame, ret_card);
    return r == 0 && *ret_card == 0 ? E_FORMAT : r;
}

bool wiegand_is_random(uint64_t read, unsigned uid_octets) {
    return uid_octets == RANDOM_UID_OCTETS && read >> RANDOM_UID_SHIFT == RANDOM_UID_FIRST;
}

/* Bytes of a card number. A card of four bytes has the same number with the lengths 4 and 7. */
static unsigned count_bytes(const struct setting_access_control *set, uint64_t read) {
    if (read > UINT32_MAX) {
        return CARD7_BYTES;
    }
    return set->card_length == CARD3_BYTES ? CARD3_BYTES : CARD4_BYTES;
}

uint64_t wiegand_card(const struct setting_access_control *set, uint64_t read) {
    const unsigned bytes = count_bytes(set, read);
    if (bytes == CARD7_BYTES && (set->card_length != CARD7_BYTES || read > USER_CARDNO_MAX)) {
        return read;
    }
    uint64_t number = bytes == CARD3_BYTES ? read & CARD3_MAX : read;
    return set->card_byte_order == BYTE_ORDER_LITTLE ? wiegand_reverse(number, bytes) : number;
}

/* What of the free format cannot be. */
static int check_free(const struct setting_access_control *values, const char **ret_field) {
    unsigned part = 0;
    struct wiegand_layout layout = free_layout(values);
    int r = wiegand_check(&layout, &part);
    if (r < 0) {
        const struct wiegand_cover *cover = part == 1 ? &layout.leading : &layout.trailing;
        bool backwards = cover->from > cover->to;
        *ret_field = part == 1 ? (backwards ? "freeLeadingFrom" : "freeLeadingTo")
                               : (backwards ? "freeTrailingFrom" : "freeTrailingTo");
        return r;
    }
    if (values->free_facility >> values->free_facility_bits != 0) {
        *ret_field = "freeFacility";
        return E_RANGE;
    }
    return 0;
}

/* An input format has a name. */
static int check_inputs(const struct setting_access_control *values, const char **ret_field) {
    const struct {
        const char *pattern, *name, *field;
    } inputs[] = {
        {values->wiegand_in1, values->wiegand_in_name1, "wiegandInName1"},
        {values->wiegand_in2, values->wiegand_in_name2, "wiegandInName2"},
        {values->wiegand_in3, values->wiegand_in_name3, "wiegandInName3"},
        {values->wiegand_in4, values->wiegand_in_name4, "wiegandInName4"},
    };
    for (size_t i = 0; i < sizeof(inputs) / sizeof(inputs[0]); i++) {
        if (inputs[i].pattern[0] != '\0' && inputs[i].name[0] == '\0') {
            *ret_field = inputs[i].field;
            return E_RANGE;
        }
    }
    return 0;
}

int setting_check_access_control(const struct settings *before, struct setting_access_control *values,
                                 const char **ret_field) {
    (void)before;
    if (values->card_length != CARD3_BYTES && values->card_length != CARD4_BYTES &&
        values->card_length != CARD7_BYTES) {
        *ret_field = "cardLength";
        return E_RANGE;
    }
    int r = values->wiegand_out == WIEGAND_FORMAT_FREE ? check_free(values, ret_field) : 0;
    return r < 0 ? r : check_inputs(values, ret_field);
}
