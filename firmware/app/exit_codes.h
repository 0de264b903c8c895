/* Exit codes of posternd. They are part of its interface: whoever starts it decides by them what to do. */
#ifndef POSTERN_APP_EXIT_CODES_H
#define POSTERN_APP_EXIT_CODES_H

enum exit_code {
    EXIT_CLEAN = 0,    /* ended by SIGTERM or SIGINT, everything kept; also --help and --version */
    EXIT_FAILED = 1,   /* a part of the daemon could not be started: memory, threads, libraries; the log says which */
    EXIT_USAGE = 2,    /* the command line or the configuration file is wrong; nothing was touched */
    EXIT_NEWER = 3,    /* the state was written by a newer firmware: install that, or start with another state */
    EXIT_LOCKED = 4,   /* another posternd runs on this state folder */
    EXIT_STATE = 5,    /* the state folder cannot be made, read or written */
    EXIT_DEVICE = 6,   /* a device, or the bench socket, cannot be opened */
    EXIT_IDENTITY = 7, /* the identity of the terminal is damaged or gone: restore the state folder from a backup */
    EXIT_ADDRESS = 8,  /* an address to listen on is taken or not there */
    EXIT_DAMAGED = 9,  /* the database was found damaged while running: start again, the start repairs */
    EXIT_RESTART = 10  /* the machine is to restart, and its boot loader to choose a slot; with --system alone */
};

#endif
