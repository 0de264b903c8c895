/* A whole terminal below the network, for tests: its own state folder with the real store, fake devices, one core. */
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
    char backup_dir[64]; /* from the next start on; "": none */
    char system_dir[80]; /* the same */
    const char *recovery_dir; /* the same; NULL: not in recovery mode */
    const char *version; /* of the firmware, from the next start on; "0.1.0" */
    uint32_t counter; /* its security counter, the same; 1 */
    int64_t built_s; /* when it was built, the same; 0 */
    struct fake_hal fake;
    struct store_home *home;
    struct core_shared *shared;
    struct core *core;
};

/* Creates the folder and starts the terminal in it. Ends the test on failure. */
void fixture_up(struct fixture *fixture);

/* Restarts it with its state; new fake devices, unchanged calendar. */
void fixture_restart(struct fixture *fixture);

/* Stops it and removes the folder. */
void fixture_down(struct fixture *fixture);

/* Stops it and keeps the folder; fixture_start() continues with it and returns the result of start_new(). */
void fixture_stop(struct fixture *fixture);
int fixture_start(struct fixture *fixture);

/* Sets the build time of the firmware, in seconds since 1970 UTC. */
void fixture_built_at(struct fixture *fixture, int64_t built_s);

/* Returns a second core, with its own connection, for another thread. */
struct core *fixture_core(struct fixture *fixture);

/* Adds a user directly to the store. `password` NULL: none; `card` 0: none. */
void fixture_add_user(struct fixture *fixture, uint32_t id, const char *name, uint8_t level, uint32_t card,
                      const char *password);

/* Saves a settings page, and confirms it if it cuts the connection. Returns the result of settings_save(). */
int fixture_save(struct core *core, const struct actor *by, enum setting_page page, const void *values);

#endif
