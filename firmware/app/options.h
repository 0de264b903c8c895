/* The command line, and the configuration file it may name. What is on the command line counts over the file. */
#ifndef POSTERN_APP_OPTIONS_H
#define POSTERN_APP_OPTIONS_H

#include <stdbool.h>

#include "util/err.h"
#include "util/log.h"

#define OPTIONS_TEXT_MAX 1024 /* octets of a value, with the NUL */
#define OPTIONS_HTTP_DEFAULT "0.0.0.0:80"
#define OPTIONS_NAME_DEFAULT "Postern"

struct options {
    char state[OPTIONS_TEXT_MAX];       /* folder of everything that is kept */
    char http[OPTIONS_TEXT_MAX];        /* "ADDR:PORT", or "off" */
    char bench[OPTIONS_TEXT_MAX];       /* path of the bench socket; "" for none */
    char device_name[OPTIONS_TEXT_MAX]; /* name of the terminal until it is given one; of the file alone */
    bool use_syslog;                    /* log = syslog; of the file alone */
    enum log_level log_level;           /* log-level; of the file alone */
};

enum options_result { OPTIONS_RUN, OPTIONS_EXIT, OPTIONS_WRONG };

/* Reads the command line. OPTIONS_EXIT after --help and --version, which print to standard output; OPTIONS_WRONG after a
 * line on standard error that says what is wrong. */
enum options_result options_parse(int argc, char *argv[], struct options *ret_options);

/* Applies a configuration file of `len` octets: lines of `key = value`; empty ones and those with # are skipped. Keys are
 * state, http, bench, device-name, log (stderr, syslog), log-level (error, warn, info, debug). Returns 0; E_UNKNOWN,
 * E_DUPLICATE, E_FORMAT or E_TOO_LARGE with the number of the line in *ret_line. */
_must_check_ int options_apply_file(const char *text, size_t len, struct options *options, unsigned *ret_line);

#endif
