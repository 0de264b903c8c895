/* The cores of all threads, on the state folder and the devices that they work with: everything of a terminal but its threads and
 * its server. The daemon starts it, and so does each program of test/bench that measures a part of the firmware alone. */
#ifndef POSTERN_APP_CORES_H
#define POSTERN_APP_CORES_H

#include "app/exit_codes.h"
#include "app/options.h"
#include "app/recovery.h"

struct core;
struct core_shared;
struct hal;
struct store_home;

#define CORES_WORKERS 2

/* Each has a connection of its own to the database. */
struct cores {
    const struct options *options;
    struct store_home *home;
    struct hal *hal;
    struct core_shared *shared;
    struct core *loop;
    struct core *terminal;
    struct core *workers[CORES_WORKERS];
    struct core *commands; /* of the thread for commands alone */
    struct core *apart; /* of the thread whose tasks may hang */
    struct recovery recovery; /* where the options say that this is one */
};

/* Opens the state folder and the devices that the options name, repairs a damaged database, and starts the cores. Whatever
 * fails is logged. `options` must outlive it. Returns EXIT_CLEAN or the exit code of the process; after either the parts
 * that exist are to be freed and closed. One a process. */
enum exit_code cores_start(const struct options *options, struct cores *ret_cores);

/* Frees the cores, whose threads have ended. State folder and devices stay open. */
void cores_free(struct cores *cores);

/* Closes the devices and the state folder, after cores_free(). With EXIT_DAMAGED the next start checks the database. */
void cores_close(struct cores *cores, enum exit_code code);

/* Starts the log, as the options say, with times of the clock of `hal`; NULL: of the system's. */
void cores_start_log(const struct options *options, struct hal *hal);

#endif
