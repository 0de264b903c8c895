/* The test of the factory: in the mode of production each device of the terminal is gone through, one after the other. What
 * proves itself is looked at; for the rest somebody at the terminal shows, types, or answers what was seen and heard. What
 * came of it is a text that can be signed (production_report.h).
 *
 * One run at a time, in memory alone: nothing of it is a user's. While it goes on the terminal's own readers and keys are the
 * test's: who shows something is not let in, and leaves no record. Numbers of cards and templates are not kept. */
#ifndef POSTERN_CORE_PRODUCTION_H
#define POSTERN_CORE_PRODUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/health.h"
#include "util/crypto.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct buf;
struct core;
struct hal_input_event;
struct production;

#define PRODUCTION_MODE_MS (INT64_C(60) * 60 * 1000) /* after which the mode is normal again by itself */
#define PRODUCTION_STEP_MS 60000 /* for each device; an answer begins it again */
#define PRODUCTION_STEPS_MAX (HAL_DRIVERS_MAX + 1) /* the devices with a driver, and the storage */
#define PRODUCTION_NAME_MAX 33 /* bytes of a device's name, with the NUL */
#define PRODUCTION_MEASURED_MAX 64 /* bytes of what was measured, with the NUL; ASCII */
#define PRODUCTION_REASON_MAX 257 /* bytes of why somebody skipped a device, with the NUL: 64 characters */
#define PRODUCTION_SHA256_MAX (2 * CRYPTO_SHA256_LEN + 1) /* bytes of a hash in hex, with the NUL */
#define PRODUCTION_KEYS "0123456789" /* what is typed at the keypad: each key once */

/* A device, and what came of it. */
struct production_step {
    char name[PRODUCTION_NAME_MAX]; /* as hal/health.h calls it, or "storage" */
    enum production_verdict verdict;
    enum production_why why; /* of a device that failed */
    char measured[PRODUCTION_MEASURED_MAX]; /* "" for nothing */
    char reason[PRODUCTION_REASON_MAX]; /* with PRODUCTION_WHY_SKIPPED; UTF-8 */
};

struct production_view {
    enum production_phase phase;
    struct production_step steps[PRODUCTION_STEPS_MAX];
    size_t step_count;
    size_t at; /* of the step that is on; step_count: none */
    enum production_ask ask; /* what somebody is to do for it */
    char shown[PRODUCTION_MEASURED_MAX]; /* on the display, or to be typed */
    uint32_t seconds_left; /* for it; 0 when none is on */
    bool has_passed; /* of a run that is done: every device did */
    char sha256[PRODUCTION_SHA256_MAX]; /* of the text of a run that is done; else "" */
};

/* For core/start. E_NOMEM. */
_must_check_ int production_new(struct production **ret_production);
void production_free(struct production *production); /* takes NULL */

/* The mode. Any thread. Setting it to normal ends a run. An error of the store. */
enum machine_mode production_mode(struct core *core);
_must_check_ int production_set_mode(struct core *core, const struct actor *by, enum machine_mode mode);

/* Begins a run in the place of one that is done; with an audit row. For a worker. E_SWITCHED_OFF: the mode is normal;
 * E_PRODUCTION_RUNNING; E_ENROL_BUSY; E_NOMEM; or an error of the store. */
_must_check_ int production_start(struct core *core, const struct actor *by);

/* How it stands; goes on with what is ready. For a worker. */
void production_look(struct core *core, struct production_view *ret_view);

/* What somebody says of a step. */
struct production_said {
    const char *name; /* of the step */
    enum production_answer answer;
    const char *reason; /* with PRODUCTION_ANSWER_SKIP */
};

/* Takes an answer to the step that is on. AGAIN shows or plays it once more, and switches the relay: by door_command(), with its
 * audit row and its line in the log, and by who may open the door. For a worker. E_NOTFOUND: that step is not on, or that is no
 * answer to it; E_MISSING: skipped without a reason; E_FORBIDDEN; errors of door_command(). */
_must_check_ int production_answer(struct core *core, const struct actor *by, const struct production_said *said,
                                   unsigned *ret_wait_s);

/* Appends the text of the run that is done. E_NOTFOUND: none is; E_NOMEM. */
_must_check_ int production_text(struct core *core, struct buf *out);

/* Whether a run goes on. Any thread; takes no time. */
bool production_goes_on(const struct core *core);

/* Something came in at the terminal; `is_reader`: not over its Wiegand line. True: it is the test's, and nobody's beside.
 * Terminal's thread; takes no time. */
bool production_takes(struct core *core, const struct hal_input_event *event, bool is_reader);

/* For app/upkeep: when there is something to look at; and doing it, on a worker. */
int64_t production_due_ms(struct core *core);
void production_upkeep(struct core *core);

#endif
