/* Private to the production test: its devices, and the run. */
#ifndef POSTERN_CORE_PRODUCTION_IMPL_H
#define POSTERN_CORE_PRODUCTION_IMPL_H

#include "core/base/actor.h"
#include "core/engineer/production.h"
#include "hal/display.h"

/* State of the current step. */
struct production_work {
    bool has_begun;
    int64_t begun_ms, until_ms; /* monotonic */
    int64_t begun_utc_ms;
    char shown[PRODUCTION_MEASURED_MAX];
    bool is_seen; /* the expected input came, and was good; see production_seen */
    char measured[PRODUCTION_MEASURED_MAX];
    bool is_yes; /* the person confirmed it */
    bool was_on; /* the relay */
};

/* Expected input at the terminal. */
struct production_seen {
    bool is_there, is_good;
    char measured[PRODUCTION_MEASURED_MAX];
};

struct production_probe {
    const char *name; /* of the device; NULL: any other with a driver */
    enum production_ask ask;

    /* Shows or plays something; also when repeated. NULL: nothing. 0 or an error. */
    int (*begin)(struct core *core, struct production_work *work);

    /* Checks it; writes the measurement into `work`. 0: passed; E_BUSY: not yet; E_OFFLINE; otherwise failed. NULL:
     * decided by its driver's state, and by the answer if there is a question. */
    int (*look)(struct core *core, struct production_work *work);

    /* Removes what is shown. NULL: nothing. */
    void (*end)(struct core *core);
};

struct production_run {
    enum production_phase phase;
    struct actor by;
    int64_t begun_s, ended_s;
    struct production_step steps[PRODUCTION_STEPS_MAX];
    const struct production_probe *probes[PRODUCTION_STEPS_MAX]; /* of each step */
    size_t step_count, at;
    struct production_work work;
};

/* Lists the devices of this terminal, in test order. */
void production_devices(struct core *core, struct production_run *run);

/* Returns whether the driver of a device responds; true without a driver. */
bool production_answers(const struct core *core, const char *name);

/* Evaluates an event for the expected `ask`; false: unrelated. */
bool production_seen_of(const struct hal_input_event *event, enum production_ask ask, bool is_reader,
                        struct production_seen *ret_seen);

/* Returns whether all have passed. */
bool production_has_passed(const struct production_run *run);

#endif
