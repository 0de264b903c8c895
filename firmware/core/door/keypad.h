/* Guessing at the keypad: codes that alone say who it is are looked at no more for a while after too many that are
 * nobody's. Cards, fingers, faces and a code for somebody who is asked for it go on. docs/rules.md ("The keypad"). */
#ifndef POSTERN_CORE_KEYPAD_H
#define POSTERN_CORE_KEYPAD_H

#include <stdbool.h>

#include "util/err.h"

struct core;

#define KEYPAD_ALARM_PAUSE 3 /* from this pause on somebody is told */

/* What a wrong code brought. */
struct keypad_wrong {
    unsigned wait_s; /* the pause that begins with it, in seconds; 0: none */
    bool is_alarm; /* guessing goes on: it is the third pause, or a later one */
};

/* Seconds for which no code is looked at; 0: the next one is. Memory alone. */
unsigned keypad_pause_s(struct core *core);

/* Counts a code that is nobody's, and commits the count before anybody learns that it is wrong. Call it when no pause
 * is on. 0, or an error of the store. */
_must_check_ int keypad_count_wrong(struct core *core, struct keypad_wrong *ret_wrong);

#endif
