/* The simulated iris module. A person is a number (the seed) with two eyes; the module sees the one in front of it.
 *     {"do":"iris","seed":7}                    looks into it with the right eye, and stays there
 *     {"do":"iris","seed":7,"eye":"left"}       with the left one
 *     {"do":"iris","seed":7,"quality":30}       half shut and moving: 0 to 100; default 90
 *     {"do":"iris","seed":7,"look":2}           exactly this look; by default each differs
 *     {"do":"iris","seed":7,"live":false}       a print of the eye is held in front of it
 *     {"do":"iris","seed":7,"instantly":true}   is captured at once instead of in most of a second
 *     {"do":"iris","seed":7,"lift":true}        leaves after the capture
 *     {"do":"iris","lift":true}                 leaves */
#include <string.h>

#include "hal/sim/sim_biometric.h"
#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_iris_code.h"
#include "hal/sim/sim_link_device.h"
#include "util/err.h"

#define IRIS_SEED_MAX 1000000000L
#define IRIS_QUALITY 90 /* default of a look */
#define IRIS_READABLE 48 /* a picture below it is not compared */

struct iris {
    struct biometric bio; /* first */
    long seed, look, quality; /* of the eye present; its seed is twice that of the person, plus 1 for the left eye */
    bool live;
    long looks; /* so far, of all eyes */
};

static bool iris_sense(struct sim *sim, struct biometric_sample *ret_sample) {
    const struct iris *iris = sim_state(sim, &sim_iris);
    struct eye_picture picture;
    struct iris_code code;
    eye_draw((uint64_t)iris->seed, (uint64_t)iris->look, (unsigned)iris->quality, &picture);
    ret_sample->live = iris->live;
    if (iris_code(&picture, &code) == 0) {
        ret_sample->quality = code.quality;
        ret_sample->readable = code.quality >= IRIS_READABLE;
    }
    if (ret_sample->readable) {
        iris_encode(&code, ret_sample->data);
        ret_sample->len = IRIS_TEMPLATE_LEN;
    }
    return true;
}

static int iris_check(const void *data, size_t len) {
    struct iris_code code;
    return iris_decode(data, len, &code);
}

/* Half of the bits differ by chance: that is similarity 0. */
static unsigned iris_likeness(const void *a, const void *b) {
    struct iris_code codes[2];
    iris_unpack(a, &codes[0]);
    iris_unpack(b, &codes[1]);
    unsigned distance = iris_distance(&codes[0], &codes[1]);
    return 2 * distance < IRIS_DISTANCE_MAX ? IRIS_DISTANCE_MAX - 2 * distance : 0;
}

/* Uses the best look. */
static size_t iris_merge(const struct biometric_sample *samples, size_t count, uint8_t *ret_data) {
    size_t best = 0;
    for (size_t i = 1; i < count; i++) {
        best = samples[i].quality > samples[best].quality ? i : best;
    }
    memcpy(ret_data, samples[best].data, samples[best].len);
    return samples[best].len;
}

static const struct biometric_kind iris_kind = {
    .module = &sim_iris,
    .credential = HAL_CREDENTIAL_IRIS,
    .capacity = SIM_IRISES_MAX,
    .template_max = IRIS_TEMPLATE_LEN,
    .needed = 2,
    .enrol_quality = 60,
    .sense_ms = 900,
    .thresholds = {380, 400, 440, 480, 520, 640}, /* distances of 0.31 to 0.18 */
    .sense = iris_sense,
    .check = iris_check,
    .likeness = iris_likeness,
    .merge = iris_merge,
    .sure = 700,
};

static void iris_start(struct sim *sim) {
    struct iris *iris = sim_state(sim, &sim_iris);
    biometric_start(sim, &iris->bio, &iris_kind, &sim->hal.iris);
}

static void iris_stop(struct sim *sim) {
    struct iris *iris = sim_state(sim, &sim_iris);
    biometric_stop(&iris->bio);
}

static const char *iris_command(struct sim *sim, const cJSON *args) {
    struct iris *iris = sim_state(sim, &sim_iris);
    const cJSON *seed = cJSON_GetObjectItemCaseSensitive(args, "seed");
    const cJSON *eye = cJSON_GetObjectItemCaseSensitive(args, "eye");
    if (seed == NULL && cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, "lift"))) {
        biometric_lift(sim, &iris->bio);
        return NULL;
    }
    struct iris next = {.live = !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(args, "live"))};
    if (seed == NULL || !sim_number(args, "seed", 0, IRIS_SEED_MAX, 0, &next.seed) ||
        !sim_number(args, "look", 0, IRIS_SEED_MAX, iris->looks, &next.look) ||
        !sim_number(args, "quality", 0, EYE_QUALITY_MAX, IRIS_QUALITY, &next.quality)) {
        return "an eye has a seed, and may have look and quality, all whole numbers; quality is 0 to 100";
    }
    const char *side = eye != NULL ? cJSON_GetStringValue(eye) : "right";
    if (side == NULL || (strcmp(side, "right") != 0 && strcmp(side, "left") != 0)) {
        return "eye is left or right";
    }
    const char *refusal = biometric_press(sim, &iris->bio, args);
    if (refusal == NULL) {
        iris->seed = 2 * next.seed + (strcmp(side, "left") == 0 ? 1 : 0);
        iris->look = next.look;
        iris->quality = next.quality;
        iris->live = next.live;
        iris->looks++;
    }
    return refusal;
}

static int64_t iris_step(struct sim *sim, int64_t now_ms) {
    struct iris *iris = sim_state(sim, &sim_iris);
    return biometric_step(sim, &iris->bio, now_ms);
}

static cJSON *iris_state(struct sim *sim) {
    const struct iris *iris = sim_state(sim, &sim_iris);
    return biometric_state(sim, &iris->bio);
}

const struct sim_module sim_iris = {.name = "iris",
                                    .size = sizeof(struct iris),
                                    .faults = biometric_faults,
                                    .start = iris_start,
                                    .stop = iris_stop,
                                    .command = iris_command,
                                    .step = iris_step,
                                    .state = iris_state};
