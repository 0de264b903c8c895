/* The simulated face module: it stores templates and compares them; its engine (tools/face) detects the face in a
 * picture: a process at the other end of a line beside the bench socket, `<bench>.face`. Without it the module does not
 * respond.
 *     {"do":"face","path":"/…/ada.jpg"}                 the person in the picture (JPEG or PNG) comes and stays
 *     {"do":"face","path":"/…/ada.jpg","live":false}    the picture itself is held in front of it
 *     {"do":"face","path":"/…/ada.jpg","lift":true}     leaves after the capture
 *     {"do":"face","lift":true}                         leaves */
#include "hal/sim/sim_face.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hal/sim/sim_biometric.h"
#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_face_code.h"
#include "hal/sim/sim_face_line.h"
#include "hal/sim/sim_picture.h"
#include "util/err.h"

#define LINE_SUFFIX ".face"
#define LINE_PATH_MAX 256
#define FACE_READABLE 40 /* quality; a face below it is not compared */
#define FACE_LIMIT_MS 60000 /* timeout of the engine; on a busy computer it takes ten seconds */
#define FACE_AGAIN_MS 300 /* retry interval when it is busy */

struct face {
    struct biometric bio; /* first */
    struct face_line *line; /* NULL without a bench socket */
    struct sim_picture picture; /* of the person present, or to be enrolled */
    bool live;
    uint8_t sequence; /* of the last request to the engine */
    int64_t again_ms; /* time of the retry; SIM_NEVER */
    unsigned busy, late; /* busy answers; answers that came too late */
};

const struct sim_picture *sim_face_seen(const struct sim *sim) {
    const struct face *face = sim_state(sim, &sim_face);
    return face->bio.present && face->picture.data != NULL ? &face->picture : NULL;
}

static bool face_connected(const struct sim *sim) {
    const struct face *face = sim_state(sim, &sim_face);
    return face_line_is_up(face->line);
}

static void engine_ask(struct face *face) {
    face->again_ms = SIM_NEVER;
    (void)face_line_send(face->line, FRAME_SENSE, ++face->sequence, face->picture.data, face->picture.len);
}

static bool face_sense(struct sim *sim, struct biometric_sample *ret_sample) {
    (void)ret_sample; /* the engine's answer will fill it */
    engine_ask(sim_state(sim, &sim_face));
    return false;
}

static unsigned face_likeness(const void *a, const void *b) {
    return face_code_likeness(a, b);
}

/* Copies the template of the only picture. */
static size_t face_merge(const struct biometric_sample *samples, size_t count, uint8_t *ret_data) {
    (void)count;
    memcpy(ret_data, samples[0].data, samples[0].len);
    return samples[0].len;
}

static const struct biometric_kind face_kind = {
    .module = &sim_face,
    .credential = HAL_CREDENTIAL_FACE,
    .capacity = SIM_FACES_MAX,
    .template_max = FACE_TEMPLATE_LEN,
    .needed = 1,
    .enrol_quality = 55,
    .sense_ms = 100,
    .thresholds = {560, 600, 632, 656, 680, 712}, /* distances of 0.55 to 0.36 */
    .sense = face_sense,
    .sense_limit_ms = FACE_LIMIT_MS,
    .check = face_code_check,
    .likeness = face_likeness,
    .merge = face_merge,
    .sure = 850,
    .connected = face_connected,
};

/* Handles an answer of the engine. Runs on the thread of the line. */
static void face_came(void *ctx, const struct frame *frame) {
    struct sim *sim = sim_enter(ctx);
    struct face *face = sim_state(sim, &sim_face);
    struct biometric_sample sample = {.live = face->live};
    if (frame->sequence != face->sequence || face->bio.sensing != SENSE_AWAITED) {
        face->late++;
    } else if (frame->type == FRAME_BUSY) {
        face->busy++;
        face->again_ms = sim_mono_ms(sim) + FACE_AGAIN_MS;
    } else {
        unsigned faces = 0;
        if (frame->type == FRAME_FACES &&
            face_code_read(frame->data, frame->len, &faces, &sample.quality, sample.data) == 0) {
            sample.several = faces > 1;
            sample.nobody = faces == 0;
            sample.readable = faces == 1 && sample.quality >= FACE_READABLE;
            sample.len = FACE_TEMPLATE_LEN;
        }
        biometric_sensed(sim, &face->bio, &sample);
    }
    sim_changed(sim);
    sim_leave(sim);
    explicit_bzero(&sample, sizeof(sample));
}

/* The engine connected or disconnected. Runs on the thread of the line. */
static void face_changed(void *ctx) {
    struct sim *sim = sim_enter(ctx);
    sim_changed(sim);
    sim_leave(sim);
}

static const struct face_line_ops line_ops = {.came = face_came, .changed = face_changed};

static int face_enrol_picture(void *ctx, uint32_t slot, const void *picture, size_t len) {
    struct biometric *bio = ctx;
    struct sim *sim = sim_enter(bio->sim);
    struct face *face = sim_state(sim, &sim_face);
    int r = sim_picture_is(picture, len) ? biometric_enrol(sim, bio, slot, true) : E_FORMAT;
    if (r == 0) {
        r = sim_picture_set(&face->picture, picture, len);
        if (r == 0) {
            face->live = true;
            engine_ask(face);
        } else {
            biometric_cancel(bio);
        }
        sim_changed(sim);
    }
    sim_leave(sim);
    return r;
}

static void face_start(struct sim *sim) {
    struct face *face = sim_state(sim, &sim_face);
    char path[LINE_PATH_MAX];
    biometric_start(sim, &face->bio, &face_kind, &sim->hal.face);
    sim->hal.face.enrol_picture = face_enrol_picture;
    face->again_ms = SIM_NEVER;
    /* The line's path may be too long where the bench's just fits: the module then has no engine. */
    if (sim_has_device(sim, DEVICE_FACE) && sim->bench_path != NULL &&
        snprintf(path, sizeof(path), "%s" LINE_SUFFIX, sim->bench_path) < (int)sizeof(path)) {
        (void)!face_line_open(path, &line_ops, sim, &face->line);
    }
}

static void face_stop(struct sim *sim) {
    struct face *face = sim_state(sim, &sim_face);
    face_line_close(face->line);
    sim_picture_drop(&face->picture);
    biometric_stop(&face->bio);
}

static const char *face_command(struct sim *sim, const cJSON *args) {
    struct face *face = sim_state(sim, &sim_face);
    const char *path = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "path"));
    if (path == NULL && cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, "lift"))) {
        biometric_lift(sim, &face->bio);
        return NULL;
    }
    struct sim_picture picture = {0};
    const char *refusal = path != NULL ? sim_picture_load(path, &picture) : "a face has the path of a picture";
    if (refusal == NULL) {
        refusal = biometric_press(sim, &face->bio, args);
    }
    if (refusal != NULL) {
        sim_picture_drop(&picture);
        return refusal;
    }
    sim_picture_drop(&face->picture);
    face->picture = picture;
    face->live = !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(args, "live"));
    return NULL;
}

static int64_t face_step(struct sim *sim, int64_t now_ms) {
    struct face *face = sim_state(sim, &sim_face);
    int64_t next_ms = biometric_step(sim, &face->bio, now_ms);
    if (face->bio.sensing != SENSE_AWAITED) {
        face->again_ms = SIM_NEVER;
    } else if (now_ms >= face->again_ms) {
        engine_ask(face);
    }
    return face->again_ms < next_ms ? face->again_ms : next_ms;
}

static cJSON *face_state(struct sim *sim) {
    const struct face *face = sim_state(sim, &sim_face);
    cJSON *json = biometric_state(sim, &face->bio);
    if (json != NULL) {
        cJSON_AddBoolToObject(json, "engine", face_line_is_up(face->line));
        cJSON_AddNumberToObject(json, "badAnswers", face_line_bad(face->line));
        cJSON_AddNumberToObject(json, "busyAnswers", face->busy);
        cJSON_AddNumberToObject(json, "lateAnswers", face->late);
    }
    return json;
}

const struct sim_module sim_face = {.name = "face",
                                    .size = sizeof(struct face),
                                    .faults = biometric_faults,
                                    .start = face_start,
                                    .stop = face_stop,
                                    .command = face_command,
                                    .step = face_step,
                                    .state = face_state};
