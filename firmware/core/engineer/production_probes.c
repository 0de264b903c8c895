/* The devices of the production test, and how each is tested. */
#include "core/engineer/production_impl.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "core/door/door.h"
#include "hal/hal.h"
#include "picture/picture.h"
#include "store/store.h"
#include "util/buf.h"
#include "util/cleanup.h"
#include "util/whole_file.h"

#define DRAWN 32 /* random bytes, twice */
#define CLOCK_MS 1000 /* how long both clocks are compared */
#define DRIFT_MS 100 /* largest difference after that */
#define FILE_NAME "production"
#define FILE_OCTETS 65536
#define STORAGE "storage"
#define CODE_DIGITS 4
#define MIB (UINT64_C(1024) * 1024)

/* --- Automatic tests
 * -------------------------------------------------------------------------------------------------- */

static int entropy_look(struct core *core, struct production_work *work) {
    uint8_t a[DRAWN], b[DRAWN];
    int r = core_random(core, a, sizeof(a));
    r = r < 0 ? r : core_random(core, b, sizeof(b));
    if (r < 0) {
        return r;
    }
    (void)snprintf(work->measured, sizeof(work->measured), "%d octets", 2 * DRAWN);
    bool is_even = memcmp(a, a + 1, DRAWN - 1) == 0; /* all bytes are equal */
    return is_even || memcmp(a, b, DRAWN) == 0 ? E_RANGE : 0;
}

static int clock_look(struct core *core, struct production_work *work) {
    int64_t passed_ms = core_mono_ms(core) - work->begun_ms;
    if (passed_ms < CLOCK_MS) {
        return E_BUSY;
    }
    int64_t drift_ms = core_utc_ms(core) - work->begun_utc_ms - passed_ms;
    (void)snprintf(work->measured, sizeof(work->measured), "drift %" PRId64 " ms", drift_ms);
    return drift_ms < -DRIFT_MS || drift_ms > DRIFT_MS ? E_RANGE : 0;
}

/* Checks that written data can be read back. */
static int storage_try(const char *dir) {
    _cleanup_free_ char *text = malloc(FILE_OCTETS + 1), *read = malloc(FILE_OCTETS + 1);
    if (text == NULL || read == NULL) {
        return E_NOMEM;
    }
    for (unsigned i = 0; i < FILE_OCTETS; i++) {
        text[i] = (char)('0' + i * i % 61);
    }
    text[FILE_OCTETS] = '\0';
    int r = whole_file_write(dir, FILE_NAME, text);
    r = r < 0 ? r : whole_file_read(dir, FILE_NAME, read, FILE_OCTETS + 1);
    int wiped = whole_file_wipe(dir, FILE_NAME);
    return r < 0 ? r : wiped < 0 ? wiped : strcmp(text, read) == 0 ? 0 : err_here(E_CORRUPT);
}

static int storage_look(struct core *core, struct production_work *work) {
    const struct hal_health *health = &core->shared->hal->health;
    struct store_space space;
    unsigned wear = 0;
    int r = store_space(core->store, &space);
    if (r == 0) {
        int n = snprintf(work->measured, sizeof(work->measured), "%" PRIu64 " MiB free", space.free / MIB);
        if (health->wear(health->ctx, &wear) == 0) {
            (void)snprintf(work->measured + n, sizeof(work->measured) - (size_t)n, ", wear %u %%", wear);
        }
        r = storage_try(store_home_dir(core->shared->home));
    }
    return r;
}

static void link_write(const uint8_t mac[HAL_MAC_LEN], const char *before, char ret_text[PRODUCTION_MEASURED_MAX]) {
    (void)snprintf(ret_text, PRODUCTION_MEASURED_MAX, "%s%02X:%02X:%02X:%02X:%02X:%02X", before, mac[0], mac[1], mac[2],
                   mac[3], mac[4], mac[5]);
}

static int ethernet_look(struct core *core, struct production_work *work) {
    const struct hal_net *net = &core->shared->hal->net;
    struct hal_net_state state;
    char speed[PRODUCTION_MEASURED_MAX / 2] = "no link, ";
    net->read(net->ctx, WAN_MODE_ETHERNET, &state);
    if (state.link_up) {
        (void)snprintf(speed, sizeof(speed), "%u Mbit/s, ", (unsigned)state.speed);
    }
    link_write(state.mac, speed, work->measured);
    return state.link_up ? 0 : E_RANGE;
}

static int wifi_look(struct core *core, struct production_work *work) {
    const struct hal_net *net = &core->shared->hal->net;
    struct hal_net_state state;
    net->read(net->ctx, WAN_MODE_WIFI, &state);
    link_write(state.mac, "", work->measured);
    return 0;
}

static int bluetooth_look(struct core *core, struct production_work *work) {
    const struct hal_bluetooth *radio = &core->shared->hal->bluetooth;
    struct hal_bluetooth_state state;
    radio->read(radio->ctx, &state);
    (void)snprintf(work->measured, sizeof(work->measured), "%s", state.address);
    return state.address[0] == '\0' ? E_OFFLINE : 0;
}

/* Checks for a JPEG of the size that its header states, down to the last pixel. */
static int camera_look(struct core *core, struct production_work *work) {
    const struct hal_camera *camera = &core->shared->hal->camera;
    _cleanup_free_ uint8_t *still = malloc(HAL_CAMERA_STILL_MAX);
    _cleanup_(buf_donep) struct buf made = {0};
    struct picture_head head;
    size_t len = 0;
    int r = still == NULL ? E_NOMEM : camera->still(camera->ctx, still, HAL_CAMERA_STILL_MAX, &len);
    r = r < 0 ? r : picture_head(still, len, &head);
    if (r < 0) {
        return r;
    }
    (void)snprintf(work->measured, sizeof(work->measured), "%ux%u, %zu octets", (unsigned)head.width,
                   (unsigned)head.height, len);
    return head.kind == PICTURE_JPEG ? picture_portrait(still, len, &made) : E_FORMAT;
}

/* --- Tests with a person
 * ---------------------------------------------------------------------------------------------- */

static int display_begin(struct core *core, struct production_work *work) {
    const struct hal_display *display = &core->shared->hal->display;
    char code[CODE_DIGITS + 1];
    int r = core_random_digits(core, CODE_DIGITS, code);
    if (r < 0) {
        return r;
    }
    (void)snprintf(work->shown, sizeof(work->shown), "%s", code);
    return display->chosen(display->ctx, code);
}

static void display_end(struct core *core) {
    const struct hal_display *display = &core->shared->hal->display;
    int r = display->chosen(display->ctx, NULL);
    (void)r; /* one that does not respond shows nothing anyway */
}

static int sound_begin(struct core *core, struct production_work *work) {
    const struct hal_sound *sound = &core->shared->hal->sound;
    (void)work;
    return sound->play(sound->ctx, HAL_SOUND_TEST);
}

static int keypad_begin(struct core *core, struct production_work *work) {
    (void)core;
    (void)snprintf(work->shown, sizeof(work->shown), PRODUCTION_KEYS);
    return 0;
}

static int seen_look(struct core *core, struct production_work *work) {
    (void)core;
    return work->is_seen ? 0 : E_BUSY;
}

/* The relay switched on according to its contact, the person heard it, and it switched off again. */
static int relay_look(struct core *core, struct production_work *work) {
    struct door_view view;
    door_read(core, &view);
    if (!view.online) {
        return E_OFFLINE;
    }
    if ((view.alarms >> DOOR_ALARM_RELAY & 1U) != 0) {
        (void)snprintf(work->measured, sizeof(work->measured), "the relay does not follow");
        return E_RANGE;
    }
    work->was_on = work->was_on || view.relay;
    if (!work->is_yes || view.relay) {
        return E_BUSY;
    }
    (void)snprintf(work->measured, sizeof(work->measured), "on and off");
    return 0;
}

static bool is_of(enum hal_credential_kind kind, enum production_ask ask) {
    switch ((int)ask) {
        case PRODUCTION_ASK_CARD: return kind == HAL_CREDENTIAL_CARD;
        case PRODUCTION_ASK_KEYS: return kind == HAL_CREDENTIAL_PIN;
        case PRODUCTION_ASK_FINGER: return kind == HAL_CREDENTIAL_FINGER;
        case PRODUCTION_ASK_FACE: return kind == HAL_CREDENTIAL_FACE;
        case PRODUCTION_ASK_IRIS: return kind == HAL_CREDENTIAL_IRIS;
        default: return false;
    }
}

bool production_seen_of(const struct hal_input_event *event, enum production_ask ask, bool is_reader,
                        struct production_seen *ret_seen) {
    bool is_card = event->kind == HAL_CREDENTIAL_CARD;
    bool is_own = is_reader || (event->kind != HAL_CREDENTIAL_CARD && event->kind != HAL_CREDENTIAL_PIN);
    memset(ret_seen, 0, sizeof(*ret_seen));
    if (event->what != HAL_INPUT_CREDENTIAL || !is_of(event->kind, ask) || !is_own) {
        return false;
    }
    ret_seen->is_there = true;
    if (is_card) {
        ret_seen->is_good = true;
        (void)snprintf(ret_seen->measured, sizeof(ret_seen->measured), "UID of %u octets", event->uid_octets);
    } else if (event->kind == HAL_CREDENTIAL_PIN) {
        ret_seen->is_good = strcmp(event->digits, PRODUCTION_KEYS) == 0;
        (void)snprintf(ret_seen->measured, sizeof(ret_seen->measured), "%zu keys", strlen(event->digits));
    } else {
        ret_seen->is_good = event->match.readable && event->match.live;
        (void)snprintf(ret_seen->measured, sizeof(ret_seen->measured), "quality %u", event->match.quality);
    }
    return true;
}

/* --- The list ----------------------------------------------------------------------------------------------------------- */

/* In test order: automatic tests first, then those with a person. */
static const struct production_probe probes[] = {
    {.name = "entropy", .look = entropy_look},
    {.name = "clock", .look = clock_look},
    {.name = STORAGE, .look = storage_look},
    {.name = "ethernet", .look = ethernet_look},
    {.name = "wifi", .look = wifi_look},
    {.name = "bluetooth", .look = bluetooth_look},
    {.name = "camera", .look = camera_look},
    {.name = NULL},
    {.name = "display", .ask = PRODUCTION_ASK_SEEN, .begin = display_begin, .end = display_end},
    {.name = "sound", .ask = PRODUCTION_ASK_HEARD, .begin = sound_begin},
    {.name = "keypad", .ask = PRODUCTION_ASK_KEYS, .begin = keypad_begin, .look = seen_look},
    {.name = "reader", .ask = PRODUCTION_ASK_CARD, .look = seen_look},
    {.name = "finger", .ask = PRODUCTION_ASK_FINGER, .look = seen_look},
    {.name = "face", .ask = PRODUCTION_ASK_FACE, .look = seen_look},
    {.name = "iris", .ask = PRODUCTION_ASK_IRIS, .look = seen_look},
    {.name = "door", .ask = PRODUCTION_ASK_RELAY, .look = relay_look},
};

#define PROBES (sizeof(probes) / sizeof(probes[0]))

/* The devices of a terminal: those with a driver, and the storage, which has none. */
struct devices {
    struct hal_driver drivers[HAL_DRIVERS_MAX];
    size_t count;
};

static struct devices devices_read(const struct core *core) {
    const struct hal_health *health = &core->shared->hal->health;
    struct devices devices;
    devices.count = health->drivers(health->ctx, devices.drivers);
    return devices;
}

static const struct hal_driver *devices_find(const struct devices *devices, const char *name) {
    for (size_t i = 0; i < devices->count; i++) {
        if (strcmp(devices->drivers[i].name, name) == 0) {
            return &devices->drivers[i];
        }
    }
    return NULL;
}

static bool is_known(const char *name) {
    for (size_t i = 0; i < PROBES; i++) {
        if (probes[i].name != NULL && strcmp(probes[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void devices_add(struct production_run *run, const struct production_probe *probe, const char *name) {
    if (run->step_count < PRODUCTION_STEPS_MAX) {
        (void)snprintf(run->steps[run->step_count].name, PRODUCTION_NAME_MAX, "%s", name);
        run->probes[run->step_count++] = probe;
    }
}

void production_devices(struct core *core, struct production_run *run) {
    struct devices devices = devices_read(core);
    for (size_t i = 0; i < PROBES; i++) {
        const char *name = probes[i].name;
        if (name != NULL && (strcmp(name, STORAGE) == 0 || devices_find(&devices, name) != NULL)) {
            devices_add(run, &probes[i], name);
        }
        for (size_t j = 0; name == NULL && j < devices.count; j++) {
            if (!is_known(devices.drivers[j].name)) {
                devices_add(run, &probes[i], devices.drivers[j].name);
            }
        }
    }
}

bool production_answers(const struct core *core, const char *name) {
    struct devices devices = devices_read(core);
    const struct hal_driver *driver = devices_find(&devices, name);
    return driver == NULL || driver->answers;
}
