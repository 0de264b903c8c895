/* The simulated loudspeaker: a sound takes its real time, and the state shows its name. */
#include "hal/sim/sim.h"
#include "hal/sim/sim_devices.h"
#include "util/err.h"

enum { FAULT_OFFLINE };

static const char *const faults[] = {[FAULT_OFFLINE] = "offline", NULL};

static const struct {
    const char *name;
    int lasts_ms;
} sounds[] = {
    [HAL_SOUND_GRANTED] = {"granted", 600},
    [HAL_SOUND_DENIED] = {"denied", 900},
    [HAL_SOUND_NEXT] = {"next", 300},
    [HAL_SOUND_TEST] = {"test", 400},
};

struct sound {
    unsigned volume;
    unsigned played; /* sounds since the start */
    bool is_playing;
    enum hal_sound_kind kind; /* of the last one */
    int64_t until_ms;
};

static int set_volume(void *ctx, unsigned volume) {
    struct sim *sim = sim_enter(ctx);
    struct sound *sound = sim_state(sim, &sim_sound);
    bool offline = sim_has_fault(sim, &sim_sound, FAULT_OFFLINE);
    if (!offline) {
        sound->volume = volume;
        sim_changed(sim);
    }
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

static int sound_play(void *ctx, enum hal_sound_kind kind) {
    struct sim *sim = sim_enter(ctx);
    struct sound *sound = sim_state(sim, &sim_sound);
    bool offline = sim_has_fault(sim, &sim_sound, FAULT_OFFLINE);
    if (!offline) {
        sound->kind = kind;
        sound->is_playing = true;
        sound->played++;
        sound->until_ms = sim_mono_ms(sim) + sounds[kind].lasts_ms;
        sim_changed(sim);
    }
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

static void sound_start(struct sim *sim) {
    sim->hal.sound = (struct hal_sound){.ctx = sim, .set_volume = set_volume, .play = sound_play};
}

static int64_t sound_step(struct sim *sim, int64_t now_ms) {
    struct sound *sound = sim_state(sim, &sim_sound);
    if (sound->is_playing && now_ms >= sound->until_ms) {
        sound->is_playing = false;
    }
    return sound->is_playing ? sound->until_ms : SIM_NEVER;
}

static cJSON *sound_state(struct sim *sim) {
    const struct sound *sound = sim_state(sim, &sim_sound);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "volume", sound->volume);
    if (sound->is_playing) {
        cJSON_AddStringToObject(json, "playing", sounds[sound->kind].name);
    } else {
        cJSON_AddNullToObject(json, "playing");
    }
    cJSON_AddNumberToObject(json, "played", sound->played);
    return json;
}

const struct sim_module sim_sound = {.name = "sound",
                                     .size = sizeof(struct sound),
                                     .faults = faults,
                                     .start = sound_start,
                                     .step = sound_step,
                                     .state = sound_state};
