/* Exit codes of posternd. They are part of its interface: its supervisor decides by them. */
#ifndef POSTERN_APP_EXIT_CODES_H
#define POSTERN_APP_EXIT_CODES_H

enum exit_code {
    EXIT_CLEAN = 0, /* ended by SIGTERM or SIGINT, everything saved; also --help and --version */
    EXIT_FAILED = 1,   /* a part of the daemon could not be started: memory, threads, libraries; the log says which */
    EXIT_USAGE = 2, /* invalid command line or configuration file; nothing was changed */
    EXIT_NEWER = 3, /* a newer firmware wrote the state: install that, or start with another state */
    EXIT_LOCKED = 4,   /* another posternd runs on this state folder */
    EXIT_STATE = 5, /* the state folder cannot be created, read or written */
    EXIT_DEVICE = 6,   /* a device, or the bench socket, cannot be opened */
    EXIT_IDENTITY = 7, /* the identity of the terminal is damaged or missing: restore the state folder from a backup */
    EXIT_ADDRESS = 8, /* an address to listen on is in use or not available */
    EXIT_DAMAGED = 9, /* the database was found damaged at run time: start again, the start repairs it */
    EXIT_RESTART = 10 /* restart the machine, so that its boot loader selects a slot; only with --system */
};

#endif
