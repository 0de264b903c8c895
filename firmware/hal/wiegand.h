/* Frames of the Wiegand line: bits with parity, of the three common formats and of any other with a facility code, a
 * number and a parity bit at each end. Pure. */
#ifndef POSTERN_HAL_WIEGAND_H
#define POSTERN_HAL_WIEGAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define WIEGAND_BITS_MAX 66
#define WIEGAND_DATA_MAX 64 /* bits of facility code and number together */
#define WIEGAND_TEXT_MAX (WIEGAND_BITS_MAX + 1) /* bytes of a frame as text, with the NUL */
#define WIEGAND_CARD_BITS_MIN 24 /* the shortest frame that can be a card */

struct wiegand_frame {
    uint8_t count; /* bits, 0 to WIEGAND_BITS_MAX */
    uint8_t octets[(WIEGAND_BITS_MAX + 7) / 8]; /* the bit sent first is the highest of the first byte */
};

enum wiegand_parity_kind { WIEGAND_PARITY_OFF, WIEGAND_PARITY_OF_EVEN, WIEGAND_PARITY_OF_ODD };

/* A parity bit and the data bits that it covers, counted from 1, inclusive. */
struct wiegand_cover {
    enum wiegand_parity_kind kind;
    uint8_t from, to;
};

/* A format: [leading parity] facility code, number [trailing parity]. */
struct wiegand_layout {
    uint8_t facility_bits; /* 0 to 32 */
    uint8_t number_bits; /* 1 to WIEGAND_DATA_MAX, which also limits the sum with the facility code */
    struct wiegand_cover leading, trailing;
};

/* Returns the common format of `data_bits` data bits, an even number: even parity over the first half, odd over the
 * second. */
struct wiegand_layout wiegand_usual(uint8_t facility_bits, uint8_t data_bits);

/* Validates a layout: 0, or E_RANGE with *ret_part 0 the bits, 1 the leading parity, 2 the trailing parity. */
_must_check_ int wiegand_check(const struct wiegand_layout *layout, unsigned *ret_part);

/* Makes the frame. E_RANGE: the layout is invalid, or a number does not fit into its bits. */
_must_check_ int wiegand_make(const struct wiegand_layout *layout, uint64_t facility, uint64_t number,
                              struct wiegand_frame *ret_frame);

/* Extracts the data from a frame of a common format: 26, 34, 58 or 66 bits. E_FORMAT: another length, or a wrong parity. */
_must_check_ int wiegand_take(const struct wiegand_frame *frame, uint64_t *ret_data);

/* Reads the number of a frame by the pattern of a format, which has one character for each bit, the one sent first at first:
 * N a bit of the number, the highest first; 0 or 1 a bit that must be so, as those of a facility code; X any bit; E or O, as
 * the first or the last, even or odd parity over itself and its half of the bits between them. The middle one of an odd count
 * is in both halves. False: the frame has another length, a wrong parity or facility code, or the number 0. */
bool wiegand_match(const char *pattern, const struct wiegand_frame *frame, uint64_t *ret_number);

/* Reads a frame of a keypad: 4 bits with a key, or 8 with the complement of the key in the upper half. Keys are 0 to 9,
 * WIEGAND_KEY_CLEAR and WIEGAND_KEY_ENTER. E_FORMAT: no such frame. */
#define WIEGAND_KEY_CLEAR 10 /* the key "*" */
#define WIEGAND_KEY_ENTER 11 /* the key "#" */
_must_check_ int wiegand_key(const struct wiegand_frame *frame, unsigned *ret_key);

/* Returns bit `at` of a frame, from 0, in the order of sending. */
bool wiegand_bit(const struct wiegand_frame *frame, unsigned at);

/* Formats the frame as '0' and '1', and parses that text. E_FORMAT: other characters, empty, or too long. */
void wiegand_print(const struct wiegand_frame *frame, char ret_text[WIEGAND_TEXT_MAX]);
_must_check_ int wiegand_parse(const char *text, struct wiegand_frame *ret_frame);

/* Returns the number with its lowest `octets` bytes reversed. */
uint64_t wiegand_reverse(uint64_t number, unsigned octets);

#endif
