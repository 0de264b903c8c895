/* Shared code of the simulated biometric modules: slots with templates, search, enrolment, timing and faults. Each kind
 * (sim_finger.c, sim_face.c, sim_iris.c) defines what it senses and how two templates are compared.
 *
 * At each start of the daemon a module has a new serial number and is empty; so has the one that the fault "swapped"
 * puts in its place until the fault is cleared. A person is present (press, stand, look) until a lift. All functions
 * are called with the mutex of the simulated world held. */
#ifndef POSTERN_HAL_SIM_SIM_BIOMETRIC_H
#define POSTERN_HAL_SIM_SIM_BIOMETRIC_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/biometric.h"
#include "hal/sim/sim.h"

#define BIOMETRIC_PRESSES_MAX 4 /* most presses for a template */
#define BIOMETRIC_ENROL_WAIT_MS 30000 /* a person must come, or go, within this time */
#define BIOMETRIC_LOST_MS 3000 /* a module lost in an enrolment is back after this time */
#define BIOMETRIC_SLOW 10 /* factor of the fault "slow" */
#define BIOMETRIC_SKETCH_WORDS_MAX 32

enum biometric_fault {
    BIOMETRIC_FAULT_OFFLINE,
    BIOMETRIC_FAULT_BUSY, /* rejects everything except reading its data */
    BIOMETRIC_FAULT_FULL, /* accepts no more templates */
    BIOMETRIC_FAULT_SLOW,
    BIOMETRIC_FAULT_GARBAGE, /* sends unreadable data: for the driver it does not respond */
    BIOMETRIC_FAULT_LOST_IN_ENROLMENT, /* disappears for a while after the first press of each enrolment */
    BIOMETRIC_FAULT_SWAPPED, /* an empty module is in its place */
};

extern const char *const biometric_faults[];

/* A finger, face or eye as captured by the sensor. */
struct biometric_sample {
    unsigned quality; /* 0 to HAL_BIOMETRIC_QUALITY_MAX */
    bool readable; /* good enough to be compared: `data` is set */
    bool live;
    bool several; /* more than one; then not readable */
    bool nobody; /* no face at all; then not readable */
    size_t len;
    uint8_t data[HAL_BIOMETRIC_TEMPLATE_MAX]; /* in the format of a template */
};

/* What differs between the kinds. Scores are 0 to 1000. */
struct biometric_kind {
    const struct sim_module *module;
    enum hal_credential_kind credential; /* of the events */
    uint32_t capacity;
    size_t template_max; /* bytes of a template */
    unsigned needed; /* presses for a template; BIOMETRIC_PRESSES_MAX at most */
    unsigned enrol_quality; /* least quality of a press that counts in an enrolment */
    int sense_ms; /* from the press to the event */
    unsigned thresholds[HAL_BIOMETRIC_PRECISION_MAX + 1]; /* least score of a match, by precision */

    /* Captures who is present. Returns false if biometric_sensed() will report it later, within sense_limit_ms. */
    bool (*sense)(struct sim *sim, struct biometric_sample *ret_sample);
    int sense_limit_ms;

    /* Returns 0, or E_FORMAT: not a template of this kind. */
    int (*check)(const void *data, size_t len);

    /* Returns the similarity of two templates. */
    unsigned (*likeness)(const void *a, const void *b);

    /* Makes a template from `count` samples of the same person and returns its length. */
    size_t (*merge)(const struct biometric_sample *samples, size_t count, uint8_t *ret_data);

    /* Narrows the search to the templates whose sketch has most in common with that of the sample (`spread`). NULL and
     * 0: compares all. A score of at least `sure` ends the search. */
    void (*sketch)(const void *data, bool spread, uint64_t *ret_sketch);
    unsigned (*common)(const uint64_t *spread_sketch, const uint64_t *sketch);
    size_t sketch_words; /* BIOMETRIC_SKETCH_WORDS_MAX at most */
    size_t looked_at;
    unsigned sure;

    /* Returns false while nothing is connected to the line. NULL: always true. */
    bool (*connected)(const struct sim *sim);
};

struct biometric_slots;

/* First member of each kind's state. */
struct biometric {
    struct sim *sim;
    const struct biometric_kind *kind;
    struct biometric_slots *bodies[2]; /* the module, and its replacement for "swapped" */
    unsigned body; /* which of them is in place */
    uint8_t serials[2][HAL_BIOMETRIC_SERIAL_LEN];
    unsigned precisions[2];
    unsigned timeouts; /* of sense() */
    uint64_t bad_frames; /* unreadable frames of the fault "garbage" */
    bool present; /* a person is present */
    bool instantly; /* and is captured at once, and leaves at once */
    bool goes; /* and leaves after the capture */
    enum { SENSE_IDLE, SENSE_BEGUN, SENSE_AWAITED } sensing;
    int64_t sense_until_ms;
    int64_t lost_until_ms; /* unresponsive until then; 0: responsive */
    uint32_t expected[HAL_BIOMETRIC_EXPECTED_MAX]; /* slots of the expected person */
    size_t expected_count;
    struct hal_enrol_state enrol;
    int64_t enrol_until_ms; /* timeout while it waits for a person */
    bool enrol_picture; /* from a picture: one attempt */
    struct biometric_sample *samples; /* BIOMETRIC_PRESSES_MAX */
};

/* Initializes the state and sets *ret_ops, with enrol_picture NULL. */
void biometric_start(struct sim *sim, struct biometric *bio, const struct biometric_kind *kind,
                     struct hal_biometric *ret_ops);
void biometric_stop(struct biometric *bio);

/* Advances it to `now_ms`; returns the time of its next change. */
int64_t biometric_step(struct sim *sim, struct biometric *bio, int64_t now_ms);

/* A person comes. Reads "instantly" and "lift" of the command. Returns NULL, or an error text. */
const char *biometric_press(struct sim *sim, struct biometric *bio, const cJSON *args);

/* The person leaves. */
void biometric_lift(struct sim *sim, struct biometric *bio);

/* Delivers the result of a sense() that returned false. Does nothing if it is no longer awaited. */
void biometric_sensed(struct sim *sim, struct biometric *bio, const struct biometric_sample *sample);

/* Returns whether it responds. */
bool biometric_online(const struct sim *sim, const struct biometric *bio);

/* Starts an enrolment, as in hal/biometric.h; `picture`: from a picture that is already set. */
int biometric_enrol(struct sim *sim, struct biometric *bio, uint32_t slot, bool picture);

/* Cancels a running enrolment. */
void biometric_cancel(struct biometric *bio);

/* Returns its state as a new object; NULL when the model lacks it. */
cJSON *biometric_state(const struct sim *sim, const struct biometric *bio);

#endif
