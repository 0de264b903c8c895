/* The command line, and the configuration file it may name. What is on the command line counts over the file. */
#ifndef POSTERN_APP_OPTIONS_H
#define POSTERN_APP_OPTIONS_H

#include <stdbool.h>

#include "util/err.h"
#include "util/log.h"

#define OPTIONS_TEXT_MAX 1024 /* bytes of a value, with the NUL */
#define OPTIONS_BACKUP_DIR_MAX 255 /* bytes of that path, without the NUL: the console shows it whole */
#define OPTIONS_HTTP_DEFAULT "0.0.0.0:80"
#define OPTIONS_HTTPS_DEFAULT "off"
#define OPTIONS_NAME_DEFAULT "Postern"

struct options {
    char state[OPTIONS_TEXT_MAX];       /* folder of everything that is kept */
    char http[OPTIONS_TEXT_MAX];        /* "ADDR:PORT", or "off" */
    char https[OPTIONS_TEXT_MAX];       /* the same over TLS */
    char bench[OPTIONS_TEXT_MAX];       /* path of the bench socket; "" for none */
    char without[OPTIONS_TEXT_MAX];     /* modules that the simulated model lacks; "" for none */
    char board[OPTIONS_TEXT_MAX];       /* file that says what the board has; "" for none */
    char backup_dir[OPTIONS_TEXT_MAX];  /* folder for the copies by plan; "" for none */
    char system[OPTIONS_TEXT_MAX];      /* folder of what the machine says about itself; "" for none */
    char device_name[OPTIONS_TEXT_MAX]; /* name of the terminal until it is given one; of the file alone */
    bool recovery;                      /* /up alone (app/recovery.h); of the command line alone */
    bool use_syslog;                    /* log = syslog; of the file alone */
    enum log_level log_level;           /* log-level; of the file alone */
    char config[OPTIONS_TEXT_MAX];      /* the file itself; "" for none */
    unsigned given;                     /* of options.c: what the command line said */
};

enum options_result { OPTIONS_RUN, OPTIONS_EXIT, OPTIONS_WRONG };

/* Reads the command line. OPTIONS_EXIT after --help and --version, which print to standard output; OPTIONS_WRONG after
 * a line on standard error that says what is wrong. */
enum options_result options_parse(int argc, char *argv[], struct options *ret_options);

/* Applies a configuration file of `len` bytes: lines of `key = value`; empty ones and those with # are skipped. Keys
 * are state, http, https, bench, without, board, backup-dir, system, device-name, log (stderr, syslog), log-level (error, warn, info, debug). Returns 0;
 * E_UNKNOWN, E_DUPLICATE, E_FORMAT or E_TOO_LARGE with the number of the line in *ret_line. */
_must_check_ int options_apply_file(const char *text, size_t len, struct options *options, unsigned *ret_line);

#define OPTIONS_ARGV_MAX 20 /* arguments of options_again(), with the name and the NULL */

/* The command line with which the daemon starts itself again: the one it had, but with the address in use wherever it
 * was left to the system (port 0). `http` and `https` are where it listened, "" when nowhere; `name` what it was called
 * by. The texts are borrowed. */
void options_again(const struct options *options, const char *name, const char *http, const char *https,
                   const char *ret_argv[OPTIONS_ARGV_MAX]);

#endif
