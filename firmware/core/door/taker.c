#include "core/door/taker.h"

/* From a device on a link: nobody is enrolled through it, and nobody opens or closes the menu. */
static enum taker taker_of_link(bool is_card) {
    return is_card ? TAKER_DOOR : TAKER_NOBODY;
}

enum taker taker_of(const struct taker_facts *facts) {
    const bool is_credential = facts->what == HAL_INPUT_CREDENTIAL;
    const bool is_card = is_credential && facts->kind == HAL_CREDENTIAL_CARD;
    const bool is_pin = is_credential && facts->kind == HAL_CREDENTIAL_PIN;
    const bool has_number = is_card && !facts->is_frame;
    if (facts->what == HAL_INPUT_CONTACTS) {
        return TAKER_NOBODY; /* the door looks at its contacts itself */
    }
    if (facts->from != CREDENTIAL_FROM_OWN) {
        return taker_of_link(is_card);
    }
    if (facts->in_production) {
        return TAKER_PRODUCTION;
    }
    if (is_pin && facts->over_line) {
        return TAKER_DOOR; /* a keypad elsewhere has nothing to do with the menu */
    }
    if (has_number && facts->awaits_card) {
        return TAKER_ENROLMENT;
    }
    if (has_number && facts->initial != TAKER_INITIAL_NO) {
        return facts->initial == TAKER_INITIAL_YES ? TAKER_INITIAL_CARD : TAKER_UNDECIDED;
    }
    if (facts->what == HAL_INPUT_MENU || (is_pin && facts->menu_is_open)) {
        return TAKER_MENU;
    }
    return facts->menu_is_open ? TAKER_DOOR_CLOSES_MENU : TAKER_DOOR;
}
