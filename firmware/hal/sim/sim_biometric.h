/* What the simulated modules that recognise people have in common: slots with templates, the search among them,
 * enrolment, their time and their faults. Each kind (sim_finger.c, sim_face.c, sim_iris.c) says what it senses and how
 * two templates are compared.
 *
 * A module that the daemon finds at its start has another serial than the one before, and is empty; so has the one that
 * the fault "swapped" puts in its place, until the fault is taken back. Somebody is there (press, stand, look) until he
 * goes (lift). All functions are called with the mutex of the world held. */
#ifndef POSTERN_HAL_SIM_SIM_BIOMETRIC_H
#define POSTERN_HAL_SIM_SIM_BIOMETRIC_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/biometric.h"
#include "hal/sim/sim.h"

#define BIOMETRIC_PRESSES_MAX 4 /* that make a template */
#define BIOMETRIC_ENROL_WAIT_MS 30000 /* somebody has to come, or to go, within */
#define BIOMETRIC_LOST_MS 3000 /* a module that went away in an enrolment is back after */
#define BIOMETRIC_SLOW 10 /* times longer takes the fault "slow" */
#define BIOMETRIC_SKETCH_WORDS_MAX 32

enum biometric_fault {
    BIOMETRIC_FAULT_OFFLINE,
    BIOMETRIC_FAULT_BUSY, /* refuses all but questions of what it is */
    BIOMETRIC_FAULT_FULL, /* takes no template more */
    BIOMETRIC_FAULT_SLOW,
    BIOMETRIC_FAULT_GARBAGE, /* what it says cannot be read: for the driver it does not answer */
    BIOMETRIC_FAULT_LOST_IN_ENROLMENT, /* goes away for a while after the first press of each enrolment */
    BIOMETRIC_FAULT_SWAPPED, /* an empty one is in its place */
};

extern const char *const biometric_faults[];

/* A finger, face or eye as the sensor made it out. */
struct biometric_sample {
    unsigned quality; /* 0 to HAL_BIOMETRIC_QUALITY_MAX */
    bool readable; /* good enough to be compared: `data` is set */
    bool live;
    bool several; /* more than one; not readable then */
    bool nobody; /* no face at all; not readable then */
    size_t len;
    uint8_t data[HAL_BIOMETRIC_TEMPLATE_MAX]; /* in the form of a template */
};

/* What is different from one kind to the other. Scores are 0 to 1000. */
struct biometric_kind {
    const struct sim_module *module;
    enum hal_credential_kind credential; /* of the events */
    uint32_t capacity;
    size_t template_max; /* bytes of a template */
    unsigned needed; /* presses that make a template; BIOMETRIC_PRESSES_MAX at most */
    unsigned enrol_quality; /* a press of less does not count in an enrolment */
    int sense_ms; /* from the press to the event */
    unsigned thresholds[HAL_BIOMETRIC_PRECISION_MAX + 1]; /* scores from which two are the same, by precision */

    /* Makes out who is there. False when it will be told later by biometric_sensed(), within sense_limit_ms. */
    bool (*sense)(struct sim *sim, struct biometric_sample *ret_sample);
    int sense_limit_ms;

    /* 0, or E_FORMAT when it is not a template of this kind. */
    int (*check)(const void *data, size_t len);

    /* How alike two templates are. */
    unsigned (*likeness)(const void *a, const void *b);

    /* Makes a template of `count` samples of the same and returns its length. */
    size_t (*merge)(const struct biometric_sample *samples, size_t count, uint8_t *ret_data);

    /* The search looks at few: those whose sketch has most in common with the one that is looked for (`spread`).
     * NULL and 0: it compares all. From a score of `sure` on it looks no further. */
    void (*sketch)(const void *data, bool spread, uint64_t *ret_sketch);
    unsigned (*common)(const uint64_t *spread_sketch, const uint64_t *sketch);
    size_t sketch_words; /* BIOMETRIC_SKETCH_WORDS_MAX at most */
    size_t looked_at;
    unsigned sure;

    /* False while nothing is connected to the line. NULL: always true. */
    bool (*connected)(const struct sim *sim);
};

struct biometric_slots;

/* First member of each kind's state. */
struct biometric {
    struct sim *sim;
    const struct biometric_kind *kind;
    struct biometric_slots *bodies[2]; /* the module, and the one that it may be swapped with */
    unsigned body; /* which is in place */
    uint8_t serials[2][HAL_BIOMETRIC_SERIAL_LEN];
    unsigned precisions[2];
    unsigned timeouts; /* of sense(): nothing came of it */
    uint64_t bad_frames; /* thrown away, of the fault "garbage" */
    bool present; /* somebody is there */
    bool instantly; /* and is made out at once, and goes at once */
    bool goes; /* by himself, when he was made out */
    enum { SENSE_IDLE, SENSE_BEGUN, SENSE_AWAITED } sensing;
    int64_t sense_until_ms;
    int64_t lost_until_ms; /* does not answer until then; 0: it does */
    uint32_t expected[HAL_BIOMETRIC_EXPECTED_MAX]; /* slots of who said by other means who it is */
    size_t expected_count;
    struct hal_enrol_state enrol;
    int64_t enrol_until_ms; /* end of its patience, while it waits for somebody */
    bool enrol_picture; /* from a picture: it has one try */
    struct biometric_sample *samples; /* BIOMETRIC_PRESSES_MAX */
};

/* Makes the state and fills *ret_ops, whose enrol_picture is NULL. */
void biometric_start(struct sim *sim, struct biometric *bio, const struct biometric_kind *kind,
                     struct hal_biometric *ret_ops);
void biometric_stop(struct biometric *bio);

/* Brings it to `now_ms`; returns when it changes next. */
int64_t biometric_step(struct sim *sim, struct biometric *bio, int64_t now_ms);

/* Somebody comes. Reads "instantly" and "lift" of the command. Returns NULL, or the text of the refusal. */
const char *biometric_press(struct sim *sim, struct biometric *bio, const cJSON *args);

/* He goes. */
void biometric_lift(struct sim *sim, struct biometric *bio);

/* Tells what became of a sense() that answered false. Does nothing when nobody waits for it any more. */
void biometric_sensed(struct sim *sim, struct biometric *bio, const struct biometric_sample *sample);

/* True while it answers. */
bool biometric_online(const struct sim *sim, const struct biometric *bio);

/* Begins an enrolment, as in hal/biometric.h; from a picture that is there already when `picture` is true. */
int biometric_enrol(struct sim *sim, struct biometric *bio, uint32_t slot, bool picture);

/* Ends an enrolment that goes on. */
void biometric_cancel(struct biometric *bio);

/* Its state as a new object; NULL when the model lacks it. */
cJSON *biometric_state(const struct sim *sim, const struct biometric *bio);

#endif
