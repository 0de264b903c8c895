/* The simulated door: a leaf with a closer, a lock that holds it while the relay is off, contacts that bounce, and the
 * wires of the terminal. A person pushes the leaf and gets through only when the lock is released; force always works.
 * The world survives a killed terminal: the state of door and relay are stored in a file beside the bench socket, so
 * that a start finds the worst possible state of a board.
 *
 * {"do":"door", …} with one of: "push":true; "force":true; "hold":B holds the leaf open, or lets it close;
 * "close":true; "exit":true presses the button for a moment; "tamper":B; "fire":B; "supply":B (false: the 12 V fail);
 * "wiring":"normallyOpen" or "normallyClosed"; "wiegand":"0101…" a frame from a reader on the line. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hal/sim/sim.h"
#include "hal/sim/sim_devices.h"
#include "hal/sim/sim_stopwatch.h"
#include "util/cleanup.h"
#include "util/err.h"

#define CLOSES_MS 3000 /* after a push */
#define BOUNCE_MS 5 /* between two flips of a contact that has just moved */
#define BOUNCES 4 /* flips until it settles */
#define CHATTER_MS 20 /* between two flips of a faulty contact */
#define EXIT_MS 300 /* how long the button is pressed */
#define SEND_MS 140 /* a frame of 66 bits at 2 ms each, and the gap after it */
#define FRAMES_MAX 8
#define WORLD_SUFFIX ".door"
#define WORLD_PATH_MAX 512

enum fault { FAULT_OFFLINE, FAULT_STUCK, FAULT_BOUNCING };

static const char *const faults[] = {
    [FAULT_OFFLINE] = "offline", [FAULT_STUCK] = "stuck", [FAULT_BOUNCING] = "bouncing", NULL};

/* What survives a power cut. */
struct world {
    bool open; /* the leaf */
    bool held; /* open, by a person */
    bool tamper, fire, supply_lost, normally_open;
    bool relay; /* its state at the power cut */
};

struct door {
    struct world world;
    bool outputs[HAL_DOOR_OUTPUTS]; /* as commanded */
    bool relay; /* actual state */
    bool flip; /* the sensor is inverted at this moment */
    unsigned bounces; /* remaining flips */
    int64_t flip_ms, close_ms, exit_ms, sent_ms; /* time of the next change; 0: none */
    bool pressed;
    bool was_offline; /* as the terminal was told */
    unsigned sent; /* frames */
    char frame[WIEGAND_TEXT_MAX]; /* the last one sent */
    struct wiegand_frame came[FRAMES_MAX];
    unsigned came_count;
};

static bool world_path(const struct sim *sim, char ret_path[WORLD_PATH_MAX]) {
    return sim->bench_path != NULL &&
           snprintf(ret_path, WORLD_PATH_MAX, "%s" WORLD_SUFFIX, sim->bench_path) < WORLD_PATH_MAX;
}

static void load_world(const struct sim *sim, struct world *ret_world) {
    char path[WORLD_PATH_MAX];
    _cleanup_close_ int fd = world_path(sim, path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    struct world kept;
    if (fd >= 0 && read(fd, &kept, sizeof(kept)) == (ssize_t)sizeof(kept)) {
        *ret_world = kept;
    }
}

/* Overwrites the file in one write: whenever the daemon is killed, it contains the old or the new state. */
static void save_world(const struct sim *sim, const struct world *world) {
    char path[WORLD_PATH_MAX];
    _cleanup_close_ int fd = world_path(sim, path) ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR) : -1;
    if (fd >= 0) {
        (void)!write(fd, world, sizeof(*world));
    }
}

static void leaf_move(struct sim *sim, struct door *door, bool open) {
    if (door->world.open != open) {
        door->world.open = open;
        door->flip = true;
        door->bounces = BOUNCES;
        door->flip_ms = sim_mono_ms(sim) + BOUNCE_MS;
    }
    door->close_ms = open && !door->world.held ? sim_mono_ms(sim) + CLOSES_MS : 0;
}

static void relay_follow(struct sim *sim, struct door *door) {
    if (!sim_has_fault(sim, &sim_door, FAULT_STUCK)) {
        door->relay = door->outputs[HAL_DOOR_RELAY];
    }
    door->world.relay = door->relay;
}

static int door_output(void *ctx, enum hal_door_output output, bool on) {
    int64_t now_ns = sim_real_ns();
    struct sim *sim = sim_enter(ctx);
    struct door *door = sim_state(sim, &sim_door);
    bool offline = sim_has_fault(sim, &sim_door, FAULT_OFFLINE);
    if (!offline) {
        door->outputs[output] = on;
        relay_follow(sim, door);
        save_world(sim, &door->world);
        sim_changed(sim);
    }
    if (output == HAL_DOOR_RELAY && on) {
        sim_stopwatch_relay(sim, now_ns);
    }
    sim_leave(sim);
    return offline ? E_OFFLINE : 0;
}

static void door_read(void *ctx, struct hal_door_contacts *ret_contacts) {
    struct sim *sim = sim_enter(ctx);
    const struct door *door = sim_state(sim, &sim_door);
    *ret_contacts = (struct hal_door_contacts){
        .online = !sim_has_fault(sim, &sim_door, FAULT_OFFLINE),
        .relay = door->relay,
        .sensor = (door->world.open == door->world.normally_open) != door->flip,
        .button = door->pressed,
        .tamper = door->world.tamper,
        .fire = door->world.fire,
        .supply = door->outputs[HAL_DOOR_SUPPLY] && !door->world.supply_lost,
    };
    sim_leave(sim);
}

static int door_send(void *ctx, const struct wiegand_frame *frame) {
    struct sim *sim = sim_enter(ctx);
    struct door *door = sim_state(sim, &sim_door);
    int r = sim_has_fault(sim, &sim_door, FAULT_OFFLINE) ? E_OFFLINE : door->sent_ms != 0 ? E_BUSY : 0;
    if (r == 0) {
        wiegand_print(frame, door->frame);
        door->sent++;
        door->sent_ms = sim_mono_ms(sim) + SEND_MS;
        sim_changed(sim);
    }
    sim_leave(sim);
    return r;
}

static int door_receive(void *ctx, struct wiegand_frame *ret_frame) {
    struct sim *sim = sim_enter(ctx);
    struct door *door = sim_state(sim, &sim_door);
    int r = door->came_count == 0 ? E_NOTFOUND : 0;
    if (r == 0) {
        *ret_frame = door->came[0];
        door->came_count--;
        memmove(door->came, door->came + 1, door->came_count * sizeof(door->came[0]));
    }
    sim_leave(sim);
    return r;
}

static void door_start(struct sim *sim) {
    struct door *door = sim_state(sim, &sim_door);
    load_world(sim, &door->world);
    door->relay = door->world.relay;
    sim->hal.door = (struct hal_door){
        .ctx = sim, .output = door_output, .read = door_read, .send = door_send, .receive = door_receive};
}

/* Flips a bouncing contact, and returns true if it did. */
static bool door_bounce(struct sim *sim, struct door *door, int64_t now_ms) {
    bool faulty = sim_has_fault(sim, &sim_door, FAULT_BOUNCING);
    if (faulty && door->flip_ms == 0) {
        door->flip_ms = now_ms;
    }
    if (door->flip_ms == 0 || now_ms < door->flip_ms) {
        return false;
    }
    door->bounces -= door->bounces > 0;
    bool goes_on = door->bounces > 0 || faulty;
    door->flip = goes_on && !door->flip;
    door->flip_ms = !goes_on ? 0 : now_ms + (door->bounces > 0 ? BOUNCE_MS : CHATTER_MS);
    return true;
}

/* Returns true once the time *at_ms has come, and clears it. */
static bool moment_comes(int64_t *at_ms, int64_t now_ms) {
    bool has_come = *at_ms != 0 && now_ms >= *at_ms;
    if (has_come) {
        *at_ms = 0;
    }
    return has_come;
}

static int64_t sooner_of(int64_t a_ms, int64_t b_ms) {
    return b_ms != 0 && b_ms < a_ms ? b_ms : a_ms;
}

static int64_t door_step(struct sim *sim, int64_t now_ms) {
    struct door *door = sim_state(sim, &sim_door);
    bool relay = door->relay;
    bool changed = door_bounce(sim, door, now_ms);
    relay_follow(sim, door);
    if (moment_comes(&door->close_ms, now_ms)) {
        leaf_move(sim, door, false);
        save_world(sim, &door->world);
        changed = true;
    }
    if (moment_comes(&door->exit_ms, now_ms)) {
        door->pressed = false;
        changed = true;
    }
    (void)moment_comes(&door->sent_ms, now_ms);
    bool offline = sim_has_fault(sim, &sim_door, FAULT_OFFLINE);
    changed = changed || offline != door->was_offline;
    door->was_offline = offline;
    if (changed || relay != door->relay) {
        sim_input_contacts(sim);
    }
    return sooner_of(sooner_of(sooner_of(sooner_of(SIM_NEVER, door->flip_ms), door->close_ms), door->exit_ms),
                     door->sent_ms);
}

static const char *do_push(struct sim *sim, struct door *door, const cJSON *value) {
    if (!cJSON_IsTrue(value)) {
        return "push must be true";
    }
    if (!door->relay && !door->world.open) {
        return "the door is locked";
    }
    leaf_move(sim, door, true);
    return NULL;
}

static const char *do_force(struct sim *sim, struct door *door, const cJSON *value) {
    (void)value;
    leaf_move(sim, door, true);
    return NULL;
}

static const char *do_hold(struct sim *sim, struct door *door, const cJSON *value) {
    if (cJSON_IsTrue(value) && !door->world.open) {
        return "the door is closed";
    }
    door->world.held = cJSON_IsTrue(value);
    leaf_move(sim, door, door->world.open);
    return NULL;
}

static const char *do_close(struct sim *sim, struct door *door, const cJSON *value) {
    (void)value;
    door->world.held = false;
    leaf_move(sim, door, false);
    return NULL;
}

static const char *do_exit(struct sim *sim, struct door *door, const cJSON *value) {
    (void)value;
    door->pressed = true;
    door->exit_ms = sim_mono_ms(sim) + EXIT_MS;
    return NULL;
}

static const char *do_tamper(struct sim *sim, struct door *door, const cJSON *value) {
    (void)sim;
    door->world.tamper = cJSON_IsTrue(value);
    return NULL;
}

static const char *do_fire(struct sim *sim, struct door *door, const cJSON *value) {
    (void)sim;
    door->world.fire = cJSON_IsTrue(value);
    return NULL;
}

static const char *do_supply(struct sim *sim, struct door *door, const cJSON *value) {
    (void)sim;
    door->world.supply_lost = cJSON_IsFalse(value);
    return NULL;
}

static const char *do_wiring(struct sim *sim, struct door *door, const cJSON *value) {
    const char *text = cJSON_GetStringValue(value);
    (void)sim;
    if (text == NULL || (strcmp(text, "normallyOpen") != 0 && strcmp(text, "normallyClosed") != 0)) {
        return "wiring must be normallyOpen or normallyClosed";
    }
    door->world.normally_open = strcmp(text, "normallyOpen") == 0;
    return NULL;
}

static const char *do_wiegand(struct sim *sim, struct door *door, const cJSON *value) {
    const char *text = cJSON_GetStringValue(value);
    struct wiegand_frame frame;
    (void)sim;
    if (text == NULL || wiegand_parse(text, &frame) < 0) {
        return "wiegand must be 1 to 66 bits, 0 or 1";
    }
    if (door->came_count < FRAMES_MAX) {
        door->came[door->came_count++] = frame;
    }
    return NULL;
}

static const struct {
    const char *name;
    const char *(*run)(struct sim *sim, struct door *door, const cJSON *value);
} acts[] = {
    {"push", do_push},     {"force", do_force}, {"hold", do_hold},     {"close", do_close},   {"exit", do_exit},
    {"tamper", do_tamper}, {"fire", do_fire},   {"supply", do_supply}, {"wiring", do_wiring}, {"wiegand", do_wiegand},
};

static const char *door_command(struct sim *sim, const cJSON *args) {
    struct door *door = sim_state(sim, &sim_door);
    for (size_t i = 0; i < sizeof(acts) / sizeof(acts[0]); i++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(args, acts[i].name);
        if (value != NULL) {
            const char *refusal = acts[i].run(sim, door, value);
            save_world(sim, &door->world);
            sim_input_contacts(sim);
            return refusal;
        }
    }
    return "nobody does such a thing at a door";
}

static cJSON *sim_door_state(struct sim *sim) {
    const struct door *door = sim_state(sim, &sim_door);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "relay", door->relay);
    cJSON_AddBoolToObject(json, "bell", door->outputs[HAL_DOOR_BELL]);
    cJSON_AddBoolToObject(json, "open", door->world.open);
    cJSON_AddBoolToObject(json, "held", door->world.held);
    cJSON_AddBoolToObject(json, "exit", door->pressed);
    cJSON_AddBoolToObject(json, "tamper", door->world.tamper);
    cJSON_AddBoolToObject(json, "fire", door->world.fire);
    cJSON_AddBoolToObject(json, "supply", door->outputs[HAL_DOOR_SUPPLY]);
    cJSON_AddBoolToObject(json, "supplyLost", door->world.supply_lost);
    cJSON_AddStringToObject(json, "wiring", door->world.normally_open ? "normallyOpen" : "normallyClosed");
    cJSON_AddStringToObject(json, "wiegand", door->frame);
    cJSON_AddNumberToObject(json, "wiegandSent", door->sent);
    return json;
}

const struct sim_module sim_door = {.name = "door",
                                    .size = sizeof(struct door),
                                    .faults = faults,
                                    .start = door_start,
                                    .command = door_command,
                                    .step = door_step,
                                    .state = sim_door_state};
