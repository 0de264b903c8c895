/* Through which device something is shown at the door: the terminal's own readers, or one on a link, which may ask if it stands on
 * its authorization list and is authorized there. docs/rules.md ("The device that asks"). Look-ups alone. */
#ifndef POSTERN_CORE_ASKER_H
#define POSTERN_CORE_ASKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/devices/authorization.h"
#include "core/door/decide.h"
#include "hal/link_device.h"
#include "util/err.h"
#include "values.h"

struct core;

#define ASKER_TEXT_MAX 28 /* bytes of a device as a line of the log has it, with the NUL */
#define ASKER_STRANGERS 20 /* cards of nobody at once over one Bluetooth device; after that none is looked at */
#define ASKER_STRANGERS_EVERY_MS 30000 /* but one in this time */

struct asker {
    enum credential_from from;
    char mac[HAL_MAC_MAX]; /* "" of the own readers */
};

/* What the lists say of it. */
struct asker_right {
    bool is_known; /* it stands on a list, or is an own reader */
    bool is_authorized;
    uint8_t group; /* whose people alone may use it; AUTHORIZATION_ANY_GROUP */
};

/* Reads its right. 0, or an error of the store: then nobody is let in through it. */
_must_check_ int asker_look(struct core *core, const struct asker *asker, struct asker_right *ret_right);

/* What the decision goes by, for a person of this group; `userid` 0: nobody is known. */
enum decide_device asker_device(const struct asker *asker, const struct asker_right *right, uint32_t userid,
                                uint8_t group);

/* As it stands at the end of a line's detail: "bluetooth AA:BB:CC:DD:EE:FF", "" for the own readers. */
void asker_write(const struct asker *asker, char ret_text[ASKER_TEXT_MAX]);

/* From such a detail, whatever stands before it; the own readers where there is no device. */
struct asker asker_read(const char *detail);

/* Cards of nobody that one device showed. */
struct asker_count {
    char mac[HAL_MAC_MAX]; /* "": the place is free */
    unsigned used;
    int64_t since_ms; /* monotonic time up to which used ones were given back */
};

/* So that nobody goes through the numbers of cards over the air: how many cards of nobody each Bluetooth device showed. A reader
 * on the bus is not counted; nobody shows cards to it faster than to the terminal. Zeroed at first. */
struct asker_counts {
    struct asker_count devices[STORE_AUTHORIZED_MAX];
};

/* Seconds until the next card of the device is looked at; 0: now. */
unsigned asker_pause_s(struct asker_counts *counts, const struct asker *asker, int64_t now_ms);

/* It showed a card of nobody. */
void asker_count_stranger(struct asker_counts *counts, const struct asker *asker, int64_t now_ms);

#endif
