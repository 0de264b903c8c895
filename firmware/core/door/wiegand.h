/* What the settings of the door say about numbers: what the Wiegand line says of who was let in, and how a reader's
 * bytes make the number of a card. Pure; docs/rules.md has the rules with their examples. */
#ifndef POSTERN_CORE_WIEGAND_H
#define POSTERN_CORE_WIEGAND_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/wiegand.h"
#include "setting_values.h"
#include "util/err.h"

#define WIEGAND_CARD3_MAX UINT32_C(0xffffff) /* highest card of 3 bytes */

/* Makes the frame about a person. E_NOTFOUND: the format tells of a card and the person has none (`card` 0). E_RANGE: the
 * number does not fit into the format; it would be that of another person. */
_must_check_ int wiegand_about(const struct setting_access_control *set, uint32_t userid, uint32_t card,
                               struct wiegand_frame *ret_frame);

/* Whether a card makes its number again each time it is shown, as phones and some bank cards do: a UID of ISO 14443-3 of four
 * bytes whose first is 08. False for what is no such UID (`uid_octets` 0). */
bool wiegand_is_random(uint64_t read, unsigned uid_octets);

/* The number of a card whose bytes a reader gave as one number, first byte highest. What has more than four bytes
 * stays as it is. */
uint64_t wiegand_card(const struct setting_access_control *set, uint64_t read);

#endif
