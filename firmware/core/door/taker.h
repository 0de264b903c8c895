/* Who takes an event at the terminal: the order in which the production test, enrolment, initial card, menu and door come.
 * docs/rules.md, "Who takes an event". Pure: values come in, the taker comes out. */
#ifndef POSTERN_CORE_TAKER_H
#define POSTERN_CORE_TAKER_H

#include <stdbool.h>

#include "hal/input.h"

enum taker {
    TAKER_NOBODY,
    TAKER_PRODUCTION, /* the production test; it gets the UID of a card, all others the number that the settings make of it */
    TAKER_ENROLMENT, /* it awaits a card */
    TAKER_INITIAL_CARD, /* the menu asks for the code */
    TAKER_MENU,
    TAKER_DOOR, /* an access attempt, or the status of the next punch */
    TAKER_DOOR_CLOSES_MENU, /* the same, and the menu is closed before it */
    TAKER_UNDECIDED /* look up whether the card is the initial one, and ask again */
};

/* Whether a card is the initial administrator's and no user's: a look-up in the store, made only where it decides. */
enum taker_initial { TAKER_INITIAL_UNKNOWN, TAKER_INITIAL_YES, TAKER_INITIAL_NO };

struct taker_facts {
    enum hal_input_what what;
    enum hal_credential_kind kind; /* of HAL_INPUT_CREDENTIAL */
    enum credential_from from;
    bool over_line; /* it came over the Wiegand line */
    bool is_frame; /* a card whose frame fits no format: it has no number */
    bool in_production; /* the production test goes on */
    bool awaits_card; /* an enrolment does */
    bool menu_is_open;
    enum taker_initial initial; /* of a card */
};

enum taker taker_of(const struct taker_facts *facts);

#endif
