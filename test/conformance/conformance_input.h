/* What hal/input.h promises, tried on a driver whose reader, keypad and thermometer somebody can reach. A back end passes when every
 * function here does; docs/porting.md tells how a board's driver is run through them. Unity's assertions are the result. */
#ifndef POSTERN_CONFORMANCE_INPUT_H
#define POSTERN_CONFORMANCE_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/input.h"

/* How the test reaches what people touch: a simulator's commands, a robot, or a prompt to the person at the bench. Each
 * returns false when the device took nothing, because it keeps as many events as it can or was taken away. */
struct conformance_input {
    void *ctx;
    const struct hal_input *input;
    bool (*card)(void *ctx, uint64_t number); /* shows the card of this number to the reader */
    bool (*uid)(
        void *ctx, uint64_t uid,
        unsigned octets); /* shows one of ISO 14443 with this UID; NULL: the reader reads none, or does not tell */
    bool (*type)(void *ctx, const char *digits); /* types them and enters them */
    bool (*menu)(void *ctx); /* presses the key of the menu */
    bool (*choose)(void *ctx, enum punch_status status); /* presses the key of a status */
    void (*skin)(
        void *ctx,
        int temperature); /* of who stands there, in tenths of a degree Celsius; 0: nobody; NULL: no thermometer */
    void (*contact)(void *ctx); /* changes a contact of the door and lets it rest */
    void (*connect)(void *ctx, bool on); /* takes reader and keypad away, or brings them back */
    int64_t (*now_ms)(void *ctx); /* calendar time, in milliseconds since 1970 UTC */

    /* Shows a card to device `which`, from 0, of a link; each has another address. A link needs HAL_INPUT_ASKS_MAX + 1 on the
     * Bluetooth side, fewer on the bus. NULL: the terminal has no links. */
    bool (*ask)(void *ctx, enum credential_from from, unsigned which, uint64_t number);
    void (*garble)(void *ctx, bool on); /* damages what devices of the links send */
    void (*reach)(void *ctx, bool on); /* takes both links away, or brings them back */
};

/* Each needs a driver that holds no event, and leaves it so. */
void conformance_input_reads_cards(const struct conformance_input *world);
void conformance_input_tells_of_uids(const struct conformance_input *world);
void conformance_input_reads_keys(const struct conformance_input *world);
void conformance_input_measures_skin(const struct conformance_input *world);
void conformance_input_keeps_events(const struct conformance_input *world);
void conformance_input_tells_of_contacts(const struct conformance_input *world);
void conformance_input_waits(const struct conformance_input *world);
void conformance_input_goes_away(const struct conformance_input *world);
void conformance_input_takes_links(const struct conformance_input *world);
void conformance_input_keeps_links_apart(const struct conformance_input *world);
void conformance_input_drops_what_is_not_whole(const struct conformance_input *world);

/* All of them, in this order. */
void conformance_input(const struct conformance_input *world);

#endif
