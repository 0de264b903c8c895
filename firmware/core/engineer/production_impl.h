/* Private to the test of the factory: its devices, and the run. */
#ifndef POSTERN_CORE_PRODUCTION_IMPL_H
#define POSTERN_CORE_PRODUCTION_IMPL_H

#include "core/base/actor.h"
#include "core/engineer/production.h"
#include "hal/display.h"

/* Of the step that is on. */
struct production_work {
    bool has_begun;
    int64_t begun_ms, until_ms; /* monotonic */
    int64_t begun_utc_ms;
    char shown[PRODUCTION_MEASURED_MAX];
    bool is_seen; /* what was awaited came, and was good; see production_seen */
    char measured[PRODUCTION_MEASURED_MAX];
    bool is_yes; /* somebody said so */
    bool was_on; /* the relay */
};

/* What came in at the terminal and was awaited. */
struct production_seen {
    bool is_there, is_good;
    char measured[PRODUCTION_MEASURED_MAX];
};

struct production_probe {
    const char *name; /* of the device; NULL: any other that has a driver */
    enum production_ask ask;

    /* Shows or plays something; also when it is asked for again. NULL: there is nothing. 0 or an error. */
    int (*begin)(struct core *core, struct production_work *work);

    /* Looks at it; writes what was measured into `work`. 0: it passed; E_BUSY: not yet; E_OFFLINE; anything else: it failed.
     * NULL: it passes by its driver's answer, and where something is asked, by that. */
    int (*look)(struct core *core, struct production_work *work);

    /* Takes away what is shown. NULL: there is nothing. */
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

/* The devices of this terminal, in the order in which they are tested. */
void production_devices(struct core *core, struct production_run *run);

/* Whether the driver of a device answers; true for what has none. */
bool production_answers(const struct core *core, const char *name);

/* What an event is to who waits for `ask`; false: it is something else. */
bool production_seen_of(const struct hal_input_event *event, enum production_ask ask, bool is_reader,
                        struct production_seen *ret_seen);

/* Whether all have passed. */
bool production_has_passed(const struct production_run *run);

#endif
