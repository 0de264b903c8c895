/* The simulated camera: its light, and stills. It sees the person in front of the face module, else a given picture,
 * else a drawn wall with a door.
 *     {"do":"camera","path":"/…/hall.jpg"}    sees this picture (JPEG, 1 MiB at most) from now on
 *     {"do":"camera","path":null}             sees the wall again
 * Its faults: offline; slow: a still takes SLOW_MS; garbage: the data is not a picture. */
#include <stdlib.h>
#include <string.h>

#include "hal/sim/sim.h"
#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_face.h"
#include "hal/sim/sim_jpeg.h"
#include "hal/sim/sim_picture.h"
#include "util/err.h"

#define SCENE_WIDTH 320
#define SCENE_HEIGHT 240

#define SLOW_MS 5000
#define GARBAGE_LEN 4000 /* bytes */

enum { FAULT_OFFLINE, FAULT_SLOW, FAULT_GARBAGE };

static const char *const faults[] = {
    [FAULT_OFFLINE] = "offline", [FAULT_SLOW] = "slow", [FAULT_GARBAGE] = "garbage", NULL};

struct camera {
    enum camera_light light;
    struct sim_picture given;
    struct sim_picture drawn[2]; /* the scene without and with the light, drawn at first use */
    unsigned stills; /* taken so far */
    int64_t ready_ms; /* when the still of a slow camera is ready; 0: none in progress */
};

static int set_light(void *ctx, enum camera_light light) {
    struct sim *sim = sim_enter(ctx);
    struct camera *camera = sim_state(sim, &sim_camera);
    bool offline = sim_has_fault(sim, &sim_camera, FAULT_OFFLINE);
    if (!offline) {
        camera->light = light;
        sim_changed(sim);
    }
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

/* Returns the shade of a point of the scene: a wall that is lighter at the top, a door with leaf and handle. */
static unsigned scene_shade(int x, int y, bool lit) {
    int shade = 150 - y / 4;
    if (x >= 110 && x < 210 && y >= 30) {
        shade = x < 116 || x >= 204 || y < 36 ? 70 : 105 - y / 8;
        shade = x >= 190 && x < 198 && y >= 130 && y < 140 ? 200 : shade;
    }
    return (unsigned)(lit ? shade + 50 : shade);
}

static void scene_draw(bool lit, struct sim_picture *ret_picture) {
    struct buf jpeg;
    buf_init(&jpeg);
    uint8_t *grey = malloc((size_t)SCENE_WIDTH * SCENE_HEIGHT);
    for (int at = 0; grey != NULL && at < SCENE_WIDTH * SCENE_HEIGHT; at++) {
        grey[at] = (uint8_t)scene_shade(at % SCENE_WIDTH, at / SCENE_WIDTH, lit);
    }
    if (grey != NULL) {
        jpeg_write(grey, SCENE_WIDTH, SCENE_HEIGHT, &jpeg);
    }
    free(grey);
    if (!buf_failed(&jpeg) && jpeg.len > 0) {
        (void)sim_picture_set(ret_picture, jpeg.data, jpeg.len); /* on failure the still fails for lack of memory */
    }
    buf_done(&jpeg);
}

/* Draws the scene once: that takes 2 ms, in which all other devices wait. */
static const struct sim_picture *camera_scene(struct camera *camera) {
    bool is_lit = camera->light == CAMERA_LIGHT_ON;
    struct sim_picture *drawn = &camera->drawn[is_lit];
    if (drawn->data == NULL) {
        scene_draw(is_lit, drawn);
    }
    return drawn;
}

static const struct sim_picture *camera_seen(const struct sim *sim, struct camera *camera) {
    const struct sim_picture *person = sim_face_seen(sim);
    if (person != NULL && sim_picture_is_jpeg(person) && person->len <= HAL_CAMERA_STILL_MAX) {
        return person;
    }
    return camera->given.data != NULL ? &camera->given : camera_scene(camera);
}

/* Delays a slow camera. Returns true meanwhile. */
static bool camera_is_busy(const struct sim *sim, struct camera *camera) {
    int64_t now_ms = sim_mono_ms(sim);
    bool is_slow = sim_has_fault(sim, &sim_camera, FAULT_SLOW);
    if (is_slow && camera->ready_ms == 0) {
        camera->ready_ms = now_ms + SLOW_MS;
    }
    if (is_slow && now_ms < camera->ready_ms) {
        return true;
    }
    camera->ready_ms = 0;
    return false;
}

/* Writes what the camera sees, or what its broken line makes of it. */
static void camera_see(const struct sim *sim, struct camera *camera, struct buf *ret_still) {
    if (sim_has_fault(sim, &sim_camera, FAULT_GARBAGE)) {
        for (unsigned i = 0; i < GARBAGE_LEN; i++) {
            buf_append_char(ret_still, (char)(i * i % 251));
        }
    } else {
        const struct sim_picture *seen = camera_seen(sim, camera);
        buf_append(ret_still, seen->data, seen->len);
    }
}

static int take_still(void *ctx, void *buf, size_t max, size_t *ret_len) {
    struct sim *sim = sim_enter(ctx);
    struct camera *camera = sim_state(sim, &sim_camera);
    struct buf still;
    buf_init(&still);
    int r = sim_has_fault(sim, &sim_camera, FAULT_OFFLINE) ? E_OFFLINE : camera_is_busy(sim, camera) ? E_BUSY : 0;
    if (r == 0) {
        camera_see(sim, camera, &still);
        r = buf_failed(&still) || still.len == 0 ? E_NOMEM : still.len > max ? E_TOO_LARGE : 0;
    }
    if (r == 0) {
        memcpy(buf, still.data, still.len);
        *ret_len = still.len;
        camera->stills++;
        sim_changed(sim);
    }
    buf_done(&still);
    sim_leave(sim);
    return r;
}

static void camera_start(struct sim *sim) {
    sim->hal.camera = (struct hal_camera){.ctx = sim, .set_light = set_light, .still = take_still};
}

static void camera_stop(struct sim *sim) {
    struct camera *camera = sim_state(sim, &sim_camera);
    sim_picture_drop(&camera->given);
    for (unsigned i = 0; i < 2; i++) {
        sim_picture_drop(&camera->drawn[i]);
    }
}

static const char *camera_command(struct sim *sim, const cJSON *args) {
    struct camera *camera = sim_state(sim, &sim_camera);
    const cJSON *path = cJSON_GetObjectItemCaseSensitive(args, "path");
    struct sim_picture picture = {0};
    if (!cJSON_IsNull(path)) {
        const char *refusal =
            cJSON_IsString(path) ? sim_picture_load(cJSON_GetStringValue(path), &picture) : "path is a file, or null";
        if (refusal == NULL && (!sim_picture_is_jpeg(&picture) || picture.len > HAL_CAMERA_STILL_MAX)) {
            refusal = "the camera takes JPEG alone, and 1 MiB at most";
        }
        if (refusal != NULL) {
            sim_picture_drop(&picture);
            return refusal;
        }
    }
    sim_picture_drop(&camera->given);
    camera->given = picture;
    return NULL;
}

static cJSON *camera_state(struct sim *sim) {
    const struct camera *camera = sim_state(sim, &sim_camera);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "light", camera_light_text_of(camera->light));
    cJSON_AddNumberToObject(json, "stills", camera->stills);
    return json;
}

const struct sim_module sim_camera = {.name = "camera",
                                      .size = sizeof(struct camera),
                                      .faults = faults,
                                      .start = camera_start,
                                      .stop = camera_stop,
                                      .command = camera_command,
                                      .state = camera_state};
