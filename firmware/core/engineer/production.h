/* The production test: in production mode each device of the terminal is tested in turn. What can be tested
 * automatically is; for the rest a person at the terminal presents, types, or answers what was seen and heard. The
 * result is a text for signing (production_report.h).
 *
 * One run at a time, only in memory: it contains no user data. During a run the terminal's own readers and keys belong
 * to the test: presenting a credential grants no access and leaves no record. Card numbers and templates are not
 * stored. */
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

#define PRODUCTION_MODE_MS (INT64_C(60) * 60 * 1000) /* after which the mode returns to normal */
#define PRODUCTION_STEP_MS 60000 /* time limit per device; an answer restarts it */
#define PRODUCTION_STEPS_MAX (HAL_DRIVERS_MAX + 1) /* devices with a driver, and the storage */
#define PRODUCTION_NAME_MAX 33 /* bytes of a device's name, with the NUL */
#define PRODUCTION_MEASURED_MAX 64 /* bytes of a measurement, with the NUL; ASCII */
#define PRODUCTION_REASON_MAX 257 /* bytes of the reason for skipping a device, with the NUL: 64 characters */
#define PRODUCTION_SHA256_MAX (2 * CRYPTO_SHA256_LEN + 1) /* bytes of a hash in hex, with the NUL */
#define PRODUCTION_KEYS "0123456789" /* the keys to type on the keypad, each once */

/* A device, and its result. */
struct production_step {
    char name[PRODUCTION_NAME_MAX]; /* as in hal/health.h, or "storage" */
    enum production_verdict verdict;
    enum production_why why; /* of a failed device */
    char measured[PRODUCTION_MEASURED_MAX]; /* "": nothing */
    char reason[PRODUCTION_REASON_MAX]; /* with PRODUCTION_WHY_SKIPPED; UTF-8 */
};

struct production_view {
    enum production_phase phase;
    struct production_step steps[PRODUCTION_STEPS_MAX];
    size_t step_count;
    size_t at; /* index of the current step; step_count: none */
    enum production_ask ask; /* what the person should do */
    char shown[PRODUCTION_MEASURED_MAX]; /* on the display, or to be typed */
    uint32_t seconds_left; /* for the current step; 0: none */
    bool has_passed; /* of a finished run: every device has passed */
    char sha256[PRODUCTION_SHA256_MAX]; /* of the text of a finished run; else "" */
};

/* For core/start. E_NOMEM. */
_must_check_ int production_new(struct production **ret_production);
void production_free(struct production *production); /* accepts NULL */

/* Reads and sets the mode. Any thread. Setting it to normal ends a run. An error of the store. */
enum machine_mode production_mode(struct core *core);
_must_check_ int production_set_mode(struct core *core, const struct actor *by, enum machine_mode mode);

/* Starts a run, replacing a finished one; with an audit entry. For a worker. E_SWITCHED_OFF: the mode is normal;
 * E_PRODUCTION_RUNNING; E_ENROL_BUSY; E_NOMEM; or an error of the store. */
_must_check_ int production_start(struct core *core, const struct actor *by);

/* Reads the state, and continues if something is ready. For a worker. */
void production_look(struct core *core, struct production_view *ret_view);

/* An answer to a step. */
struct production_said {
    const char *name; /* of the step */
    enum production_answer answer;
    const char *reason; /* with PRODUCTION_ANSWER_SKIP */
};

/* Handles an answer to the current step. AGAIN repeats its output, and switches the relay: with door_command(),
 * including its audit entry, record and permission. For a worker. E_NOTFOUND: not the current step, or not an answer to
 * it; E_MISSING: skipped without a reason; E_FORBIDDEN; errors of door_command(). */
_must_check_ int production_answer(struct core *core, const struct actor *by, const struct production_said *said,
                                   unsigned *ret_wait_s);

/* Appends the text of the finished run. E_NOTFOUND: there is none; E_NOMEM. */
_must_check_ int production_text(struct core *core, struct buf *out);

/* Returns whether a run is in progress. Any thread; quick. */
bool production_goes_on(const struct core *core);

/* Handles input at the terminal; `is_reader`: not over its Wiegand line. Returns true if it belongs to the test, and
 * must not be handled otherwise. Terminal's thread; quick. */
bool production_takes(struct core *core, const struct hal_input_event *event, bool is_reader);

/* For app/upkeep: when there is something to check; and doing it, on a worker. */
int64_t production_due_ms(struct core *core);
void production_upkeep(struct core *core);

#endif
