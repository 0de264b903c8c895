/* Frames of the Wiegand line: bits with their parity, of the three formats that everybody knows and of any other that
 * has a facility code, a number and a parity bit at each end. Pure. */
#ifndef POSTERN_HAL_WIEGAND_H
#define POSTERN_HAL_WIEGAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define WIEGAND_BITS_MAX 66
#define WIEGAND_DATA_MAX 64 /* bits of facility code and number together */
#define WIEGAND_TEXT_MAX (WIEGAND_BITS_MAX + 1) /* bytes of a frame as text, with the NUL */

struct wiegand_frame {
    uint8_t count; /* bits, 0 to WIEGAND_BITS_MAX */
    uint8_t octets[(WIEGAND_BITS_MAX + 7) / 8]; /* the bit that is sent first is the highest of the first byte */
};

enum wiegand_parity_kind { WIEGAND_PARITY_OFF, WIEGAND_PARITY_OF_EVEN, WIEGAND_PARITY_OF_ODD };

/* A parity bit and the data bits that it covers, counted from 1, the last one included. */
struct wiegand_cover {
    enum wiegand_parity_kind kind;
    uint8_t from, to;
};

/* A format: [leading parity] facility code, number [trailing parity]. */
struct wiegand_layout {
    uint8_t facility_bits; /* 0 to 32 */
    uint8_t number_bits; /* 1 to WIEGAND_DATA_MAX, with the facility code no more */
    struct wiegand_cover leading, trailing;
};

/* The usual format of `data_bits` data bits, an even number: even parity over the first half, odd over the second. */
struct wiegand_layout wiegand_usual(uint8_t facility_bits, uint8_t data_bits);

/* What of a layout cannot be: 0, or E_RANGE with *ret_part 0 the bits, 1 the leading cover, 2 the trailing one. */
_must_check_ int wiegand_check(const struct wiegand_layout *layout, unsigned *ret_part);

/* Makes the frame. E_RANGE: the layout cannot be, or a number does not fit into its bits. */
_must_check_ int wiegand_make(const struct wiegand_layout *layout, uint64_t facility, uint64_t number,
                              struct wiegand_frame *ret_frame);

/* Takes the data out of a frame of one of the usual formats: 26, 34 or 66 bits. E_FORMAT: another length, or a wrong
 * parity. */
_must_check_ int wiegand_take(const struct wiegand_frame *frame, uint64_t *ret_data);

/* Bit `at` of a frame, from 0, the one sent first. */
bool wiegand_bit(const struct wiegand_frame *frame, unsigned at);

/* The frame as '0' and '1', and from that text. E_FORMAT: something else in it, nothing, or too long. */
void wiegand_print(const struct wiegand_frame *frame, char ret_text[WIEGAND_TEXT_MAX]);
_must_check_ int wiegand_parse(const char *text, struct wiegand_frame *ret_frame);

/* The lowest `octets` bytes of a number in the other order. */
uint64_t wiegand_reverse(uint64_t number, unsigned octets);

#endif
