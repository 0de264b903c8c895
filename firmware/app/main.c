#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/daemon.h"
#include "store/store.h"
#include "util/log.h"

#define SELF "/proc/self/exe"
#define LARGE_OCTETS 32768 /* photos, lists in a reply; a page of the database is smaller */

/* Finds the path of the program at start: at a restart it may be a newer one. */
static void find_program(char ret_path[PATH_MAX]) {
    ssize_t len = readlink(SELF, ret_path, PATH_MAX - 1);
    ret_path[len < 0 ? 0 : len] = '\0';
}

/* Starts the program again in this process, so that its supervisor keeps it. Returns only on failure. */
static enum exit_code start_again(const char *program, const struct options *options, const char *name,
                                  const struct daemon_end *end) {
    const char *argv[OPTIONS_ARGV_MAX];
    options_again(options, name, end->http, end->https, argv);
    (void)execv(program, (char *const *)argv);
    (void)execv(SELF, (char *const *)argv); /* the file no longer exists: restarts the running program */
    log_error("app", "cannot start anew", log_str("reason", strerrordesc_np(errno)), log_int("exit", EXIT_FAILED));
    return EXIT_FAILED;
}

int main(int argc, char *argv[]) {
    static struct options options;
    static char program[PATH_MAX];
    struct daemon_end end = {.again = false};
    /* Returns large blocks to the system when they are freed. By default the library keeps the highest amount ever used
     * at once, for each thread: 3 MB. */
    (void)mallopt(M_MMAP_THRESHOLD, LARGE_OCTETS);
    /* Uses pages of 4 kB. Huge pages, which Debian's kernel gives to every process, make 2 MB resident for each touched
     * byte: 53 MB instead of 10. */
    (void)prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
    (void)umask(S_IRWXG | S_IRWXO); /* only this user may read the terminal's files */
    switch (options_parse(argc, argv, &options)) {
        case OPTIONS_EXIT: return EXIT_CLEAN;
        case OPTIONS_WRONG: return EXIT_USAGE;
        case OPTIONS_RUN: break;
    }
    find_program(program);
    store_log_sqlite();
    enum exit_code code = daemon_run(&options, &end);
    if (code != EXIT_CLEAN || !end.again) {
        return (int)code;
    }
    return (int)(options.system[0] != '\0' ? EXIT_RESTART : start_again(program, &options, argv[0], &end));
}
