/* The simulated fingerprint module. A finger is a number (its seed); the sensor draws it differently at each press.
 *     {"do":"finger","seed":7}                    is laid on the sensor, and stays there
 *     {"do":"finger","seed":7,"quality":30}       wet, or only its tip: 0 to 100; default 85
 *     {"do":"finger","seed":7,"press":2}          exactly this press; by default each differs
 *     {"do":"finger","seed":7,"instantly":true}   is captured at once instead of in half a second
 *     {"do":"finger","seed":7,"lift":true}        is lifted after the capture
 *     {"do":"finger","lift":true}                 is lifted */
#include "hal/sim/sim_biometric.h"
#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_fingertip.h"
#include "hal/sim/sim_link_device.h"
#include "hal/sim/sim_minutiae.h"
#include "util/err.h"

#define FINGER_SEED_MAX 2147483647L
#define FINGER_QUALITY 85 /* default of a press */
#define FINGER_READABLE 25 /* a picture below it is not compared */
#define FINGER_FEWEST 12 /* nor is one with fewer minutiae */

struct finger {
    struct biometric bio; /* first */
    long seed, press, quality; /* of the present finger */
    long presses; /* so far, of all fingers */
};

static bool finger_sense(struct sim *sim, struct biometric_sample *ret_sample) {
    const struct finger *finger = sim_state(sim, &sim_finger);
    struct fingertip_press press;
    fingertip_press((uint64_t)finger->seed, (uint64_t)finger->press, (unsigned)finger->quality, &press);
    ret_sample->quality = press.quality;
    ret_sample->live = true; /* cannot detect it */
    ret_sample->readable = press.quality >= FINGER_READABLE && press.seen.count >= FINGER_FEWEST;
    if (ret_sample->readable) {
        ret_sample->len = minutiae_encode(&press.seen, ret_sample->data);
    }
    return true;
}

static int finger_check(const void *data, size_t len) {
    struct minutiae set;
    return minutiae_decode(data, len, &set);
}

static unsigned finger_likeness(const void *a, const void *b) {
    struct minutiae sets[2];
    minutiae_unpack(a, &sets[0]);
    minutiae_unpack(b, &sets[1]);
    return minutiae_likeness(&sets[0], &sets[1]);
}

static size_t finger_merge(const struct biometric_sample *samples, size_t count, uint8_t *ret_data) {
    struct minutiae sets[BIOMETRIC_PRESSES_MAX];
    struct minutiae merged;
    for (size_t i = 0; i < count; i++) {
        minutiae_unpack(samples[i].data, &sets[i]);
    }
    minutiae_merge(sets, count, &merged);
    return minutiae_encode(&merged, ret_data);
}

static void finger_sketch(const void *data, bool spread, uint64_t *ret_sketch) {
    struct minutiae set;
    minutiae_unpack(data, &set);
    minutiae_sketch(&set, spread, ret_sketch);
}

static const struct biometric_kind finger_kind = {
    .module = &sim_finger,
    .credential = HAL_CREDENTIAL_FINGER,
    .capacity = SIM_FINGERS_MAX,
    .template_max = MINUTIAE_TEMPLATE_MAX,
    .needed = 3,
    .enrol_quality = 45,
    .sense_ms = 510, /* picture 200 ms, features 300 ms, comparing */
    .thresholds = {300, 360, 400, 450, 510, 570}, /* test/bench/biometric.c prints who matches */
    .sense = finger_sense,
    .check = finger_check,
    .likeness = finger_likeness,
    .merge = finger_merge,
    .sketch = finger_sketch,
    .common = minutiae_sketch_common,
    .sketch_words = MINUTIAE_SKETCH_WORDS,
    .looked_at = 1500,
    .sure = 600,
};

static void finger_start(struct sim *sim) {
    struct finger *finger = sim_state(sim, &sim_finger);
    biometric_start(sim, &finger->bio, &finger_kind, &sim->hal.finger);
}

static void finger_stop(struct sim *sim) {
    struct finger *finger = sim_state(sim, &sim_finger);
    biometric_stop(&finger->bio);
}

static const char *finger_command(struct sim *sim, const cJSON *args) {
    struct finger *finger = sim_state(sim, &sim_finger);
    const cJSON *seed = cJSON_GetObjectItemCaseSensitive(args, "seed");
    if (seed == NULL && cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, "lift"))) {
        biometric_lift(sim, &finger->bio);
        return NULL;
    }
    struct finger next = {0};
    if (seed == NULL || !sim_number(args, "seed", 0, FINGER_SEED_MAX, 0, &next.seed) ||
        !sim_number(args, "press", 0, FINGER_SEED_MAX, finger->presses, &next.press) ||
        !sim_number(args, "quality", 0, FINGERTIP_QUALITY_MAX, FINGER_QUALITY, &next.quality)) {
        return "a finger has a seed, and may have press and quality, all whole numbers; quality is 0 to 100";
    }
    const char *refusal = biometric_press(sim, &finger->bio, args);
    if (refusal == NULL) {
        finger->seed = next.seed;
        finger->press = next.press;
        finger->quality = next.quality;
        finger->presses++;
    }
    return refusal;
}

static int64_t finger_step(struct sim *sim, int64_t now_ms) {
    struct finger *finger = sim_state(sim, &sim_finger);
    return biometric_step(sim, &finger->bio, now_ms);
}

static cJSON *finger_state(struct sim *sim) {
    const struct finger *finger = sim_state(sim, &sim_finger);
    return biometric_state(sim, &finger->bio);
}

const struct sim_module sim_finger = {.name = "finger",
                                      .size = sizeof(struct finger),
                                      .faults = biometric_faults,
                                      .start = finger_start,
                                      .stop = finger_stop,
                                      .command = finger_command,
                                      .step = finger_step,
                                      .state = finger_state};
