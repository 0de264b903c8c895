/* From a credential presented at the terminal to the user it belongs to: look-ups in the store of the thread that
 * asks, nothing is changed. */
#ifndef POSTERN_CORE_IDENTIFY_H
#define POSTERN_CORE_IDENTIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/sessions.h"
#include "hal/input.h"
#include "util/err.h"

struct core;

#define IDENTIFY_MASKED_MAX 32 /* octets of a masked credential, with the NUL */

struct identify_result {
    enum hal_credential_kind kind; /* what was presented */
    char masked[IDENTIFY_MASKED_MAX]; /* "…4301" for a card, "••••" for any PIN; UTF-8 */
    bool known; /* belongs to a user */
    uint32_t userid; /* 0 when unknown */
    char name[SESSIONS_NAME_MAX]; /* UTF-8, "" when unknown or without a name */
    int64_t time_ms; /* of the event */
};

/* Finds the user of a card or PIN. Returns 0 with *ret_result, also for an unknown one, or an error of the store. */
_must_check_ int identify_credential(struct core *core, const struct hal_input_event *event,
                                     struct identify_result *ret_result);

/* Shows a result on the display. Returns 0, or E_OFFLINE when the display does not answer. */
_must_check_ int identify_show(struct core *core, const struct identify_result *result);

#endif
