#include "app/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/build_id.h"
#include "app/version.h"
#include "hal/hal.h"
#include "net/address.h"
#include "util/cleanup.h"
#include "util/key_lines.h"

#define FILE_MAX ((size_t)64 * 1024) /* bytes of a configuration file */

/* Settings of the file; the index is the bit that marks it as given. */
enum key {
    KEY_STATE,
    KEY_HTTP,
    KEY_HTTPS,
    KEY_BENCH,
    KEY_WITHOUT,
    KEY_BOARD,
    KEY_BACKUP_DIR,
    KEY_SYSTEM,
    KEY_DEVICE_NAME,
    KEY_LOG,
    KEY_LOG_LEVEL,
    KEY_COUNT
};

static const char *const keys[KEY_COUNT] = {"state",      "http",   "https",       "bench", "without",  "board",
                                            "backup-dir", "system", "device-name", "log",   "log-level"};

static int set_text(char *target, const char *value) {
    if (strlen(value) >= OPTIONS_TEXT_MAX) {
        return E_TOO_LARGE;
    }
    (void)snprintf(target, OPTIONS_TEXT_MAX, "%s", value);
    return 0;
}

static int options_set(struct options *options, enum key key, const char *value) {
    switch (key) {
        case KEY_STATE: return set_text(options->state, value);
        case KEY_HTTP: return set_text(options->http, value);
        case KEY_HTTPS: return set_text(options->https, value);
        case KEY_BENCH: return set_text(options->bench, value);
        case KEY_WITHOUT: return set_text(options->without, value);
        case KEY_BOARD: return set_text(options->board, value);
        case KEY_BACKUP_DIR:
            return strlen(value) > OPTIONS_BACKUP_DIR_MAX ? E_TOO_LARGE : set_text(options->backup_dir, value);
        case KEY_SYSTEM: return set_text(options->system, value);
        case KEY_DEVICE_NAME: return set_text(options->device_name, value);
        case KEY_LOG:
            options->use_syslog = strcmp(value, "syslog") == 0;
            return options->use_syslog || strcmp(value, "stderr") == 0 ? 0 : E_FORMAT;
        case KEY_LOG_LEVEL: return log_level_parse(value, &options->log_level) ? 0 : E_FORMAT;
        case KEY_COUNT: break;
    }
    return E_UNKNOWN;
}

static int options_take_line(void *ctx, unsigned key, const char *value) {
    return options_set(ctx, (enum key)key, value);
}

int options_apply_file(const char *text, size_t len, struct options *options, unsigned *ret_line) {
    return key_lines_read(text, len, keys, KEY_COUNT, options_take_line, options, ret_line);
}

static enum options_result options_wrong(const char *what, const char *detail) {
    (void)fprintf(stderr, "posternd: %s%s%s; see posternd --help\n", what, detail[0] == '\0' ? "" : ": ", detail);
    return OPTIONS_WRONG;
}

static enum options_result read_file(const char *path, struct options *options) {
    _cleanup_fclose_ FILE *file = fopen(path, "re");
    _cleanup_free_ char *text = malloc(FILE_MAX + 1);
    if (file == NULL || text == NULL) {
        (void)fprintf(stderr, "posternd: %s: %s\n", path, strerrordesc_np(errno));
        return OPTIONS_WRONG;
    }
    size_t len = fread(text, 1, FILE_MAX + 1, file);
    if (ferror(file) != 0 || len > FILE_MAX) {
        (void)fprintf(stderr, "posternd: %s: cannot be read, or is too large\n", path);
        return OPTIONS_WRONG;
    }
    unsigned line = 0;
    int r = options_apply_file(text, len, options, &line);
    if (r < 0) {
        (void)fprintf(stderr, "posternd: %s:%u: %s\n", path, line, err_text(r));
        return OPTIONS_WRONG;
    }
    return OPTIONS_RUN;
}

static enum options_result print_help(void) {
    (void)printf(
        "usage: posternd --state DIR [options]\n"
        "\n"
        "  --state DIR            folder of everything the terminal keeps; made if it is not there\n"
        "  --http ADDR:PORT|off   where the console is served [" OPTIONS_HTTP_DEFAULT "]\n"
        "  --https ADDR:PORT|off  the same over TLS [" OPTIONS_HTTPS_DEFAULT "]\n"
        "  --backup-dir DIR       folder for the copies by plan: a USB disk, a mounted share\n"
        "  --system DIR           folder of what the machine says about itself: slots, boot environment, installer\n");
    if (hal_has_bench()) {
        (void)printf(
            "  --bench SOCKET         Unix socket on which the world around the simulated terminal is played\n"
            "  --without DEVICES      the simulated terminal lacks these, with commas: door, reader, printer, face …\n");
    } else {
        (void)printf("  --board FILE           what this board has: interface, clock, watchdog; without it nothing\n");
    }
    (void)printf(
        "  --config FILE          further settings, `key = value` a line: the options above without dashes,\n"
        "                         device-name, log (stderr, syslog), log-level (error, warn, info, debug)\n"
        "  --recovery             serves /up alone, and touches nothing of what is kept: for a terminal that does not start\n"
        "  --version              version and build\n"
        "  --help                 this text\n"
        "\n"
        "Exit codes: 0 ended by SIGTERM or SIGINT, 1 start failed, 2 wrong command line, 3 state of a newer\n"
        "firmware, 4 state folder in use, 5 state folder not usable, 6 device not usable, 7 identity damaged,\n"
        "8 address not usable, 9 database found damaged while running (start again), 10 the machine is to restart\n"
        "(with --system: whoever started it chooses the slot anew).\n");
    return OPTIONS_EXIT;
}

static enum options_result print_version(void) {
    char build[BUILD_ID_MAX];
    build_id_read(build);
    (void)printf("posternd %s (build %s)\n", version_text, build);
    return OPTIONS_EXIT;
}

/* Values that getopt_long() returns for each option. */
enum { OPTION_CONFIG = 256, OPTION_HELP, OPTION_VERSION, OPTION_RECOVERY };

/* Handles one option of the command line; *seen has a bit for each option given before. */
static enum options_result options_take(int option, const char *value, struct options *options, unsigned *seen) {
    if (option == OPTION_HELP) {
        return print_help();
    }
    if (option == OPTION_VERSION) {
        return print_version();
    }
    if (option == OPTION_RECOVERY) {
        options->recovery = true;
        return OPTIONS_RUN;
    }
    if (option >= KEY_COUNT) {
        return OPTIONS_RUN; /* --config was handled before */
    }
    if ((*seen & 1U << option) != 0 || *value == '\0' || options_set(options, (enum key)option, value) < 0) {
        return options_wrong("option given twice, empty or too long", keys[option]);
    }
    *seen |= 1U << option;
    return OPTIONS_RUN;
}

/* Returns whether the system chooses the port of an address. */
static bool has_free_port(const char *address) {
    const char *port = strrchr(address, ':');
    return port != NULL && strcmp(port, ":0") == 0;
}

static size_t options_add(const char *argv[OPTIONS_ARGV_MAX], size_t count, const char *option, const char *value) {
    argv[count] = option;
    argv[count + 1] = value;
    return count + 2;
}

void options_again(const struct options *options, const char *name, const char *http, const char *https,
                   const char *ret_argv[OPTIONS_ARGV_MAX]) {
    size_t count = 0;
    bool moved = has_free_port(options->http) && http[0] != '\0';
    bool https_moved = has_free_port(options->https) && https[0] != '\0';
    ret_argv[count++] = name;
    count = options_add(ret_argv, count, "--state", options->state);
    if (moved || (options->given & 1U << KEY_HTTP) != 0) {
        count = options_add(ret_argv, count, "--http", moved ? http : options->http);
    }
    if (https_moved || (options->given & 1U << KEY_HTTPS) != 0) {
        count = options_add(ret_argv, count, "--https", https_moved ? https : options->https);
    }
    if ((options->given & 1U << KEY_BENCH) != 0) {
        count = options_add(ret_argv, count, "--bench", options->bench);
    }
    if ((options->given & 1U << KEY_WITHOUT) != 0) {
        count = options_add(ret_argv, count, "--without", options->without);
    }
    if ((options->given & 1U << KEY_BOARD) != 0) {
        count = options_add(ret_argv, count, "--board", options->board);
    }
    if ((options->given & 1U << KEY_BACKUP_DIR) != 0) {
        count = options_add(ret_argv, count, "--backup-dir", options->backup_dir);
    }
    if ((options->given & 1U << KEY_SYSTEM) != 0) {
        count = options_add(ret_argv, count, "--system", options->system);
    }
    if (options->config[0] != '\0') {
        count = options_add(ret_argv, count, "--config", options->config);
    }
    ret_argv[count] = NULL;
}

/* Parses the command line: first only --config, then the rest, so that it overrides the file. */
static enum options_result options_scan(int argc, char *argv[], bool config_only, struct options *options) {
    static const struct option known[] = {
        {"state", required_argument, NULL, KEY_STATE},
        {"http", required_argument, NULL, KEY_HTTP},
        {"https", required_argument, NULL, KEY_HTTPS},
        {"bench", required_argument, NULL, KEY_BENCH},
        {"without", required_argument, NULL, KEY_WITHOUT},
        {"backup-dir", required_argument, NULL, KEY_BACKUP_DIR},
        {"board", required_argument, NULL, KEY_BOARD},
        {"system", required_argument, NULL, KEY_SYSTEM},
        {"config", required_argument, NULL, OPTION_CONFIG},
        {"version", no_argument, NULL, OPTION_VERSION},
        {"help", no_argument, NULL, OPTION_HELP},
        {"recovery", no_argument, NULL, OPTION_RECOVERY},
        {NULL, 0, NULL, 0},
    };
    unsigned seen = 0, files = 0;
    enum options_result result = OPTIONS_RUN;
    int option;
    optind = 0; /* glibc: restart parsing */
    opterr = 0;
    while (result == OPTIONS_RUN && (option = getopt_long(argc, argv, "+", known, NULL)) != -1) {
        if (option == '?') {
            return options_wrong("unknown option, or one without its value", argv[optind - 1]);
        }
        if (!config_only) {
            result = options_take(option, optarg, options, &seen);
            options->given = seen;
        } else if (option == OPTION_CONFIG) {
            result = ++files > 1 || set_text(options->config, optarg) < 0
                         ? options_wrong("--config given twice or too long", "")
                         : read_file(optarg, options);
        } else if (option == OPTION_HELP || option == OPTION_VERSION) {
            return options_take(option, NULL, options, &seen);
        }
    }
    return result == OPTIONS_RUN && optind < argc ? options_wrong("not an option", argv[optind]) : result;
}

enum options_result options_parse(int argc, char *argv[], struct options *ret_options) {
    *ret_options = (struct options){.http = OPTIONS_HTTP_DEFAULT,
                                    .https = OPTIONS_HTTPS_DEFAULT,
                                    .device_name = OPTIONS_NAME_DEFAULT,
                                    .log_level = LOG_LEVEL_INFO};
    enum options_result result = options_scan(argc, argv, true, ret_options);
    if (result == OPTIONS_RUN) {
        result = options_scan(argc, argv, false, ret_options);
    }
    if (result != OPTIONS_RUN) {
        return result;
    }
    if (ret_options->state[0] == '\0') {
        return options_wrong("--state is needed", "");
    }
    if (strcmp(ret_options->http, "off") != 0 && !net_address_is_valid(ret_options->http)) {
        return options_wrong("--http is neither ADDR:PORT nor off", ret_options->http);
    }
    if (strcmp(ret_options->https, "off") != 0 && !net_address_is_valid(ret_options->https)) {
        return options_wrong("--https is neither ADDR:PORT nor off", ret_options->https);
    }
    if (ret_options->recovery && ret_options->system[0] == '\0') {
        return options_wrong("--recovery needs --system: without slots there is nothing to do in it", "");
    }
    if (ret_options->bench[0] != '\0' && !hal_has_bench()) {
        return options_wrong("--bench is of the simulator alone", "");
    }
    if (ret_options->without[0] != '\0' && !hal_has_bench()) {
        return options_wrong("--without is of the simulator alone", "");
    }
    if (ret_options->board[0] != '\0' && hal_has_bench()) {
        return options_wrong("--board is of a board alone: this program has the simulator", "");
    }
    return OPTIONS_RUN;
}
