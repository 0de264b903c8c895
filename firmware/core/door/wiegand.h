/* What the settings of the door say about numbers: what the Wiegand line says of who was let in, and how a reader's
 * bytes make the number of a card. Pure; docs/rules.md has the rules with their examples. */
#ifndef POSTERN_CORE_WIEGAND_H
#define POSTERN_CORE_WIEGAND_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/wiegand.h"
#include "setting_values.h"
#include "util/err.h"

/* Makes the frame about a person. E_NOTFOUND: the format tells of a card and the person has none (`card` 0). E_RANGE: the
 * number does not fit into the format; it would be that of another person. */
_must_check_ int wiegand_about(const struct setting_access_control *set, uint32_t userid, uint64_t card,
                               struct wiegand_frame *ret_frame);

/* Reads a card from a frame of the Wiegand input: by the formats of the settings, the first that fits, then by the usual ones.
 * one of 58 bits only with the card length 7. `is_number` of the former: what they read is the number itself, not bytes
 * of a card. E_FORMAT: none fits. */
_must_check_ int wiegand_read(const struct setting_access_control *set, const struct wiegand_frame *frame,
                              uint64_t *ret_card, bool *ret_is_number);

/* Whether a card makes its number again each time it is shown, as phones and some bank cards do: a UID of ISO 14443-3 of four
 * bytes whose first is 08. False for what is no such UID (`uid_octets` 0). */
bool wiegand_is_random(uint64_t read, unsigned uid_octets);

/* The number of a card whose bytes a reader gave as one number, first byte highest. What has more bytes than a card
 * number may have (four; seven with that length) stays as it is. */
uint64_t wiegand_card(const struct setting_access_control *set, uint64_t read);

#endif
