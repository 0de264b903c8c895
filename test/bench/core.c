#include "core.h"

#include <stdio.h>
#include <stdlib.h>

#include "app/cores.h"

static struct options options;
static struct cores cores;

struct core *bench_core_start(char *state) {
    char *argv[] = {"posternd", "--state", state, NULL};
    if (options_parse(3, argv, &options) != OPTIONS_RUN) {
        exit(EXIT_USAGE);
    }
    options.log_level = LOG_LEVEL_ERROR;
    cores_start_log(&options, NULL);
    enum exit_code code = cores_start(&options, &cores);
    if (code != EXIT_CLEAN) {
        (void)fprintf(stderr, "the core does not start on %s: exit code %d\n", state, (int)code);
        exit((int)code);
    }
    return cores.loop;
}

void bench_core_stop(void) {
    cores_free(&cores);
    cores_close(&cores, EXIT_CLEAN);
}
