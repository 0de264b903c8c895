/* Writing the initial administrator's card (core/users/init_card.h): waiting for it is an enrolment of nobody's. */
#ifndef POSTERN_CORE_INIT_CARD_WRITE_H
#define POSTERN_CORE_INIT_CARD_WRITE_H

#include <stdbool.h>

#include "util/err.h"

struct actor;
struct core;

/* Begins to wait for the card, as an enrolment (core/users/enrol.h). One that is written already is replaced if `again`.
 * For a worker. 0; E_INIT_CARD_EXISTS; E_KEYPAD_PASSWORD_NEEDED: it would stand for ID 0, which has no password; E_ENROL_BUSY;
 * E_SESSION_ENDED; or an error of the store. */
_must_check_ int init_card_start(struct core *core, const struct actor *by, bool again);

/* Ends the waiting, as enrol_cancel(); does nothing while another enrolment or none goes on. */
_must_check_ int init_card_cancel(struct core *core, const struct actor *by);

#endif
