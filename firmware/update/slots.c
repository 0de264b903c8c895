#include "update/slots.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "update/environment.h"
#include "update/slots_folder.h"

#define FLOOR_DIGITS 10 /* of the largest floor */

struct slots {
    pthread_mutex_t lock; /* of the sector: reading, changing and writing it is atomic */
    struct slots_folder folder;
};

static const char *const names[SLOT_COUNT] = {"A", "B"};
static const char *const orders[SLOT_COUNT] = {"A B", "B A"}; /* indexed by the first slot */
static const char *const tries[SLOT_COUNT] = {"BOOT_A_LEFT", "BOOT_B_LEFT"};

int slots_open(const char *folder, struct slots **ret_slots) {
    _cleanup_free_ struct slots *slots = calloc(1, sizeof(*slots));
    if (slots == NULL) {
        return E_NOMEM;
    }
    int r = slots_folder_read(folder, &slots->folder);
    if (r < 0) {
        return r;
    }
    int error = pthread_mutex_init(&slots->lock, NULL);
    if (error != 0) {
        return err_with_errno(E_SYSTEM, error);
    }
    *ret_slots = TAKE_PTR(slots);
    return 0;
}

void slots_free(struct slots *slots) {
    if (slots != NULL) {
        (void)pthread_mutex_destroy(&slots->lock);
        free(slots);
    }
}

const char *slots_board(const struct slots *slots) {
    return slots->folder.board;
}

const char *slots_device(const struct slots *slots, enum slot slot) {
    return slots->folder.devices[slot];
}

const char *slots_roots(const struct slots *slots) {
    return slots->folder.roots;
}

const char *slots_sockets(const struct slots *slots) {
    return slots->folder.sockets;
}

enum slot slots_running(const struct slots *slots) {
    return slots->folder.running;
}

enum slot slots_other(enum slot slot) {
    return slot == SLOT_A ? SLOT_B : SLOT_A;
}

const char *slots_name(enum slot slot) {
    return names[slot];
}

/* --- The sector --------------------------------------------------------------------------------------------------- */

static int sector_read(const struct slots *slots, struct environment *ret_environment) {
    uint8_t sector[SLOTS_SECTOR];
    _cleanup_close_ int fd = open(slots->folder.sector, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return err_from_errno(errno);
    }
    ssize_t got = pread(fd, sector, sizeof(sector), slots->folder.sector_at);
    if (got < 0) {
        return err_from_errno(errno);
    }
    return got == (ssize_t)sizeof(sector) ? environment_read(sector, ret_environment) : err_here(E_CORRUPT);
}

/* One write: a device writes a sector completely or not at all. */
static int sector_write(const struct slots *slots, const struct environment *environment) {
    uint8_t sector[SLOTS_SECTOR];
    environment_write(environment, sector);
    _cleanup_close_ int fd = open(slots->folder.sector, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return err_from_errno(errno);
    }
    ssize_t written = pwrite(fd, sector, sizeof(sector), slots->folder.sector_at);
    if (written != (ssize_t)sizeof(sector)) {
        return written < 0 ? err_from_errno(errno) : err_with_text(E_IO, "written in part");
    }
    return fsync(fd) == 0 ? 0 : err_from_errno(errno);
}

/* --- The variables ------------------------------------------------------------------------------------------------ */

static int read_tries(const struct environment *environment, enum slot slot, unsigned *ret_left) {
    const char *text = environment_get(environment, tries[slot]);
    if (text == NULL || text[0] < '0' || text[0] > '0' + SLOTS_TRIES || text[1] != '\0') {
        return err_here(E_CORRUPT);
    }
    *ret_left = (unsigned)(text[0] - '0');
    return 0;
}

static int read_order(const struct environment *environment, enum slot *ret_first) {
    const char *text = environment_get(environment, "BOOT_ORDER");
    for (unsigned slot = 0; text != NULL && slot < SLOT_COUNT; slot++) {
        if (strcmp(text, orders[slot]) == 0) {
            *ret_first = (enum slot)slot;
            return 0;
        }
    }
    return err_here(E_CORRUPT);
}

/* An environment that was never confirmed may have none. */
static int read_floor(const struct environment *environment, uint32_t *ret_floor) {
    const char *text = environment_get(environment, "FLOOR");
    uint64_t floor = 0;
    size_t len = text == NULL ? 0 : strlen(text);
    if (text != NULL && (len == 0 || len > FLOOR_DIGITS || strspn(text, "0123456789") != len)) {
        return err_here(E_CORRUPT);
    }
    for (size_t i = 0; i < len; i++) {
        floor = floor * 10 + (uint64_t)(text[i] - '0');
    }
    *ret_floor = (uint32_t)floor;
    return floor <= UINT32_MAX ? 0 : err_here(E_CORRUPT);
}

static int state_of(const struct slots *slots, const struct environment *environment, struct slots_state *ret_state) {
    struct slots_state state = {.running = slots->folder.running};
    int r = read_order(environment, &state.first);
    r = r < 0 ? r : read_tries(environment, SLOT_A, &state.left[SLOT_A]);
    r = r < 0 ? r : read_tries(environment, SLOT_B, &state.left[SLOT_B]);
    r = r < 0 ? r : read_floor(environment, &state.floor);
    if (r < 0) {
        return r;
    }
    state.confirmed = state.first == state.running && state.left[state.running] == SLOTS_TRIES;
    *ret_state = state;
    return 0;
}

static int set_tries(struct environment *environment, enum slot slot, unsigned left) {
    char text[2] = {(char)('0' + left), '\0'};
    return environment_set(environment, tries[slot], text);
}

static int set_state(struct environment *environment, const struct slots_state *state) {
    char floor[FLOOR_DIGITS + 1];
    (void)snprintf(floor, sizeof(floor), "%" PRIu32, state->floor);
    int r = environment_set(environment, "BOOT_ORDER", orders[state->first]);
    r = r < 0 ? r : set_tries(environment, SLOT_A, state->left[SLOT_A]);
    r = r < 0 ? r : set_tries(environment, SLOT_B, state->left[SLOT_B]);
    return r < 0 ? r : environment_set(environment, "FLOOR", floor);
}

/* --- Changes ------------------------------------------------------------------------------------------------------ */

int slots_read(struct slots *slots, struct slots_state *ret_state) {
    struct environment environment;
    (void)pthread_mutex_lock(&slots->lock);
    int r = sector_read(slots, &environment);
    (void)pthread_mutex_unlock(&slots->lock);
    return r < 0 ? r : state_of(slots, &environment, ret_state);
}

/* Changes the state in place. */
typedef void slots_change(struct slots_state *state, uint32_t counter);

static void state_bar(struct slots_state *state, uint32_t counter) {
    (void)counter;
    state->left[slots_other(state->running)] = 0;
}

static void state_switch(struct slots_state *state, uint32_t counter) {
    (void)counter;
    state->first = slots_other(state->running);
    state->left[state->first] = SLOTS_TRIES;
}

static void state_cancel(struct slots_state *state, uint32_t counter) {
    state_bar(state, counter);
    state->first = state->running;
}

static void state_confirm(struct slots_state *state, uint32_t counter) {
    state->first = state->running;
    state->left[state->running] = SLOTS_TRIES;
    state->floor = state->floor > counter ? state->floor : counter;
}

static bool is_same_state(const struct slots_state *one, const struct slots_state *other) {
    return one->first == other->first && one->left[SLOT_A] == other->left[SLOT_A] &&
           one->left[SLOT_B] == other->left[SLOT_B] && one->floor == other->floor;
}

static int change_locked(struct slots *slots, slots_change *change, uint32_t counter) {
    struct environment environment;
    struct slots_state before, after;
    int r = sector_read(slots, &environment);
    r = r < 0 ? r : state_of(slots, &environment, &before);
    if (r < 0) {
        return r;
    }
    after = before;
    change(&after, counter);
    if (is_same_state(&before, &after)) {
        return 0;
    }
    r = set_state(&environment, &after);
    return r < 0 ? r : sector_write(slots, &environment);
}

static int slots_apply(struct slots *slots, slots_change *change, uint32_t counter) {
    (void)pthread_mutex_lock(&slots->lock);
    int r = change_locked(slots, change, counter);
    (void)pthread_mutex_unlock(&slots->lock);
    return r;
}

int slots_bar(struct slots *slots) {
    return slots_apply(slots, state_bar, 0);
}

int slots_switch(struct slots *slots) {
    return slots_apply(slots, state_switch, 0);
}

int slots_cancel(struct slots *slots) {
    return slots_apply(slots, state_cancel, 0);
}

/* Recreates the environment as a boot loader treats a damaged sector: both slots may be tried. */
static int slots_renew(struct slots *slots, uint32_t counter) {
    struct environment environment = {.len = 0};
    struct slots_state state = {
        .running = slots->folder.running, .first = slots->folder.running, .left = {SLOTS_TRIES, SLOTS_TRIES}};
    state.floor = counter;
    int r = set_state(&environment, &state);
    (void)pthread_mutex_lock(&slots->lock);
    r = r < 0 ? r : sector_write(slots, &environment);
    (void)pthread_mutex_unlock(&slots->lock);
    return r;
}

int slots_confirm(struct slots *slots, uint32_t counter) {
    int r = slots_apply(slots, state_confirm, counter);
    return r == E_CORRUPT ? slots_renew(slots, counter) : r;
}
