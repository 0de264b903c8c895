/* Framework of the simulated devices with their own file: their table, time, faults and published states. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hal/sim/sim.h"
#include "hal/sim/sim_devices.h"
#include "util/err.h"

/* One line per device. Later ones may read the state of earlier ones: the internet comes after the interfaces. */
const struct sim_module *const sim_modules[] = {
    &sim_clock,   &sim_display, &sim_time_service, &sim_ethernet,    &sim_wifi,  &sim_internet,  &sim_sound,
    &sim_camera,  &sim_finger,  &sim_iris,         &sim_thermometer, &sim_board, &sim_bluetooth, &sim_wiegand,
    &sim_printer, &sim_door,    &sim_face,         &sim_stopwatch,   NULL,
};

static_assert(sizeof(sim_modules) / sizeof(sim_modules[0]) <= SIM_MODULES_MAX + 1, "a slot for each module");

int64_t sim_real_ms(void) {
    struct timespec ts = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &ts);
    return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

int64_t sim_mono_ms(const struct sim *sim) {
    int64_t held_ms = (int64_t)atomic_load(&sim->clock_held_ms);
    return held_ms != 0 ? held_ms : sim_real_ms() + (int64_t)atomic_load(&sim->clock_offset_ms);
}

/* Returns the index of a module; it must be in the table. */
static size_t slot_of(const struct sim_module *module) {
    size_t at = 0;
    while (sim_modules[at] != module) {
        at++;
    }
    return at;
}

bool sim_has_device(const struct sim *sim, enum device device) {
    return (sim->limits.devices >> device & 1U) != 0;
}

void *sim_state(const struct sim *sim, const struct sim_module *module) {
    return sim->slots[slot_of(module)].state;
}

bool sim_has_fault(const struct sim *sim, const struct sim_module *module, unsigned fault) {
    return ((atomic_load(&sim->slots[slot_of(module)].faults) >> fault) & 1u) != 0;
}

struct sim *sim_enter(void *ctx) {
    struct sim *sim = ctx;
    pthread_mutex_lock(&sim->mutex);
    (void)sim_step(sim);
    return sim;
}

void sim_leave(struct sim *sim) {
    pthread_mutex_unlock(&sim->mutex);
}

void sim_changed(struct sim *sim) {
    if (sim->bench != NULL) {
        bench_kick(sim->bench);
    }
    if (sim->changed != NULL) {
        sim->changed(sim->changed_ctx);
    }
}

int64_t sim_step(struct sim *sim) {
    int64_t next_ms = SIM_NEVER;
    int64_t now_ms = sim_mono_ms(sim);
    for (size_t i = 0; sim_modules[i] != NULL; i++) {
        int64_t due_ms = sim_modules[i]->step != NULL ? sim_modules[i]->step(sim, now_ms) : SIM_NEVER;
        next_ms = due_ms < next_ms ? due_ms : next_ms;
    }
    return next_ms;
}

/* {"event":"faults","device":D,"faults":{"kind":false,…}}, allocated; NULL when out of memory. */
static char *faults_line(const struct sim *sim, size_t at) {
    const struct sim_module *module = sim_modules[at];
    unsigned bits = atomic_load(&sim->slots[at].faults);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "event", "faults");
    cJSON_AddStringToObject(json, "device", module->name);
    cJSON *faults = cJSON_AddObjectToObject(json, "faults");
    for (unsigned i = 0; module->faults[i] != NULL; i++) {
        cJSON_AddBoolToObject(faults, module->faults[i], ((bits >> i) & 1u) != 0);
    }
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

/* {"event":"state","device":D,"state":{…}}, allocated; NULL when out of memory or when it has no state to show. */
static char *state_line(struct sim *sim, size_t at) {
    if (sim_modules[at]->state == NULL) {
        return NULL;
    }
    cJSON *state = sim_modules[at]->state(sim);
    if (state == NULL) {
        return NULL;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "event", "state");
    cJSON_AddStringToObject(json, "device", sim_modules[at]->name);
    cJSON_AddItemToObject(json, "state", state);
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

/* Sends an allocated line to one client, or to all (-1), and frees it. */
static void send_line(struct sim *sim, int client, char *line) {
    if (line != NULL && sim->bench != NULL) {
        if (client < 0) {
            bench_publish(sim->bench, line);
        } else {
            bench_send(sim->bench, client, line);
        }
    }
    free(line);
}

int64_t sim_tell(struct sim *sim, int client) {
    int64_t next_ms = sim_step(sim);
    bool differs = false;
    for (size_t i = 0; sim_modules[i] != NULL; i++) {
        if (client >= 0 && sim_modules[i]->faults != NULL) {
            send_line(sim, client, faults_line(sim, i));
        }
        char *line = state_line(sim, i);
        if (client >= 0) {
            send_line(sim, client, line);
        } else if (line != NULL && (sim->slots[i].published == NULL || strcmp(line, sim->slots[i].published) != 0)) {
            free(sim->slots[i].published);
            sim->slots[i].published = strdup(line);
            send_line(sim, -1, line);
            differs = true;
        } else {
            free(line);
        }
    }
    if (differs && sim->changed != NULL) {
        sim->changed(sim->changed_ctx);
    }
    return next_ms;
}

bool sim_set_fault(struct sim *sim, const char *device, const char *kind, bool on) {
    for (size_t i = 0; sim_modules[i] != NULL; i++) {
        const char *const *faults = sim_modules[i]->faults;
        for (unsigned bit = 0; faults != NULL && strcmp(sim_modules[i]->name, device) == 0 && faults[bit] != NULL;
             bit++) {
            if (strcmp(faults[bit], kind) != 0) {
                continue;
            }
            unsigned mask = 1u << bit;
            unsigned before =
                on ? atomic_fetch_or(&sim->slots[i].faults, mask) : atomic_fetch_and(&sim->slots[i].faults, ~mask);
            if (((before & mask) != 0) != on) {
                send_line(sim, -1, faults_line(sim, i));
            }
            return true;
        }
    }
    return false;
}

const char *sim_command(struct sim *sim, const char *name, const cJSON *args, bool *ret_found) {
    for (size_t i = 0; sim_modules[i] != NULL; i++) {
        if (sim_modules[i]->command != NULL && strcmp(sim_modules[i]->name, name) == 0) {
            *ret_found = true;
            return sim_modules[i]->command(sim, args);
        }
    }
    *ret_found = false;
    return NULL;
}

static void notify_set(void *ctx, void (*changed)(void *changed_ctx), void *changed_ctx) {
    struct sim *sim = ctx;
    pthread_mutex_lock(&sim->mutex);
    sim->changed = changed;
    sim->changed_ctx = changed_ctx;
    pthread_mutex_unlock(&sim->mutex);
}

int sim_start(struct sim *sim) {
    sim->hal.notify = (struct hal_notify){.ctx = sim, .set = notify_set};
    for (size_t i = 0; sim_modules[i] != NULL; i++) {
        sim->slots[i].state = calloc(1, sim_modules[i]->size > 0 ? sim_modules[i]->size : 1);
        if (sim->slots[i].state == NULL) {
            return E_NOMEM;
        }
    }
    for (size_t i = 0; sim_modules[i] != NULL; i++) {
        sim_modules[i]->start(sim);
    }
    return sim->out_of_memory ? E_NOMEM : 0;
}

void sim_stop(struct sim *sim) {
    for (size_t i = 0; sim_modules[i] != NULL; i++) {
        if (sim_modules[i]->stop != NULL && sim->slots[i].state != NULL) {
            sim_modules[i]->stop(sim);
        }
    }
    for (size_t i = 0; sim_modules[i] != NULL; i++) {
        free(sim->slots[i].state);
        free(sim->slots[i].published);
    }
}
