/* The cores of all threads, with the state folder and the devices: the whole terminal except its threads and its
 * server. Started by the daemon, and by each program of test/bench that measures a part of the firmware. */
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

/* Each core has its own database connection. */
struct cores {
    const struct options *options;
    struct store_home *home;
    struct hal *hal;
    struct core_shared *shared;
    struct core *loop;
    struct core *terminal;
    struct core *workers[CORES_WORKERS];
    struct core *commands; /* of the thread for commands only */
    struct core *apart; /* of the thread for tasks that may hang */
    struct recovery recovery; /* if the options select recovery mode */
};

/* Opens the state folder and the devices of the options, repairs a damaged database, and starts the cores. Logs
 * failures. `options` must outlive it. Returns EXIT_CLEAN or the exit code of the process; either way the caller frees
 * and closes what exists. One per process. */
enum exit_code cores_start(const struct options *options, struct cores *ret_cores);

/* Frees the cores, whose threads have ended. State folder and devices stay open. */
void cores_free(struct cores *cores);

/* Closes the devices and the state folder, after cores_free(). With EXIT_DAMAGED the next start checks the database. */
void cores_close(struct cores *cores, enum exit_code code);

/* Starts the log according to the options, with the clock of `hal`; NULL: the system's. */
void cores_start_log(const struct options *options, struct hal *hal);

#endif
