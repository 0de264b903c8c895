/* The command line, and the configuration file that it may name. The command line takes precedence. */
#ifndef POSTERN_APP_OPTIONS_H
#define POSTERN_APP_OPTIONS_H

#include <stdbool.h>

#include "util/err.h"
#include "util/log.h"

#define OPTIONS_TEXT_MAX 1024 /* bytes of a value, with the NUL */
#define OPTIONS_BACKUP_DIR_MAX 255 /* bytes of that path, without the NUL: the console shows it in full */
#define OPTIONS_HTTP_DEFAULT "0.0.0.0:80"
#define OPTIONS_HTTPS_DEFAULT "off"
#define OPTIONS_NAME_DEFAULT "Postern"

struct options {
    char state[OPTIONS_TEXT_MAX]; /* state folder */
    char http[OPTIONS_TEXT_MAX];        /* "ADDR:PORT", or "off" */
    char https[OPTIONS_TEXT_MAX];       /* the same over TLS */
    char bench[OPTIONS_TEXT_MAX]; /* path of the bench socket; "": none */
    char without[OPTIONS_TEXT_MAX]; /* devices that the simulated model lacks; "": none */
    char board[OPTIONS_TEXT_MAX]; /* board description file; "": none */
    char backup_dir[OPTIONS_TEXT_MAX]; /* folder for scheduled backups; "": none */
    char system[OPTIONS_TEXT_MAX]; /* system folder of the machine; "": none */
    char device_name[OPTIONS_TEXT_MAX]; /* initial name of the terminal; only in the file */
    bool recovery; /* recovery mode, /up only (app/recovery.h); only on the command line */
    bool use_syslog; /* log = syslog; only in the file */
    enum log_level log_level; /* log-level; only in the file */
    char config[OPTIONS_TEXT_MAX]; /* the file itself; "": none */
    unsigned given; /* used by options.c: options on the command line */
};

enum options_result { OPTIONS_RUN, OPTIONS_EXIT, OPTIONS_WRONG };

/* Parses the command line. OPTIONS_EXIT after --help and --version, which print to standard output; OPTIONS_WRONG after
 * an error message on standard error. */
enum options_result options_parse(int argc, char *argv[], struct options *ret_options);

/* Applies a configuration file of `len` bytes: lines of `key = value`; skips empty lines and those with #. Keys are
 * state, http, https, bench, without, board, backup-dir, system, device-name, log (stderr, syslog), log-level (error,
 * warn, info, debug). Returns 0; E_UNKNOWN, E_DUPLICATE, E_FORMAT or E_TOO_LARGE with the number of the line in
 * *ret_line. */
_must_check_ int options_apply_file(const char *text, size_t len, struct options *options, unsigned *ret_line);

#define OPTIONS_ARGV_MAX 20 /* arguments of options_again(), with the name and the NULL */

/* Builds the command line for a restart of the daemon: the original one, with the actual address where the system chose
 * the port (port 0). `http` and `https` are the addresses in use, "": none; `name` is argv[0]. The texts are
 * borrowed. */
void options_again(const struct options *options, const char *name, const char *http, const char *https,
                   const char *ret_argv[OPTIONS_ARGV_MAX]);

#endif
