/* A whole terminal below the wire, for tests: a state folder of its own, the real store in it, fake devices, one
 * core. */
#ifndef POSTERN_TEST_TERMINAL_FIXTURE_H
#define POSTERN_TEST_TERMINAL_FIXTURE_H

#include "core/base/actor.h"
#include "core/base/core.h"
#include "fake_hal.h"
#include "setting_values.h"
#include "store/store.h"

/* A field in `given` of a struct user_change: GIVEN(USERNAME). */
#define GIVEN(field) VALUE_BIT(USER_##field)

struct fixture {
    char dir[64];
    char backup_dir[64]; /* from the next start on; "" for none */
    char system_dir[80]; /* the same */
    const char *recovery_dir; /* the same; NULL: it is no recovery */
    const char *version; /* of the firmware, from the next start on; "0.1.0" */
    uint32_t counter; /* its security counter, the same; 1 */
    struct fake_hal fake;
    struct store_home *home;
    struct core_shared *shared;
    struct core *core;
};

/* Makes the folder and starts the terminal in it. Ends the test when that fails. */
void fixture_up(struct fixture *fixture);

/* Stops it and starts it again from what it left; fake devices again, calendar where it was. */
void fixture_restart(struct fixture *fixture);

/* Stops it and removes the folder. */
void fixture_down(struct fixture *fixture);

/* Stops it and leaves the folder; fixture_start() goes on with it and returns what start_new() did. */
void fixture_stop(struct fixture *fixture);
int fixture_start(struct fixture *fixture);

/* Lets the firmware be built at another time, in seconds since 1970 UTC. */
void fixture_built_at(struct fixture *fixture, int64_t built_s);

/* A second core, with a connection of its own, for another thread. */
struct core *fixture_core(struct fixture *fixture);

/* Adds a user straight into the store. `password` NULL for none; `card` 0 for none. */
void fixture_add_user(struct fixture *fixture, uint32_t id, const char *name, uint8_t level, uint32_t card,
                      const char *password);

/* Saves a page of settings, and confirms it where it cuts the connection. Returns what settings_save() did. */
int fixture_save(struct core *core, const struct actor *by, enum setting_page page, const void *values);

#endif
