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

/* Path of the program as it was when it started: what is found there at a restart may be a newer one. */
static void find_program(char ret_path[PATH_MAX]) {
    ssize_t len = readlink(SELF, ret_path, PATH_MAX - 1);
    ret_path[len < 0 ? 0 : len] = '\0';
}

/* Starts the program again in this process, so that its supervisor keeps it. Does not come back if that works. */
static enum exit_code start_again(const char *program, const struct options *options, const char *name,
                                  const struct daemon_end *end) {
    const char *argv[OPTIONS_ARGV_MAX];
    options_again(options, name, end->http, end->https, argv);
    (void)execv(program, (char *const *)argv);
    (void)execv(SELF, (char *const *)argv); /* it is not there any more: the one that runs, then */
    log_error("app", "cannot start anew", log_str("reason", strerrordesc_np(errno)), log_int("exit", EXIT_FAILED));
    return EXIT_FAILED;
}

int main(int argc, char *argv[]) {
    static struct options options;
    static char program[PATH_MAX];
    struct daemon_end end = {.again = false};
    /* Large pieces go back to the system when they are free. By itself the library keeps the most that ever was needed at
     * once, for each thread: three megabytes. */
    (void)mallopt(M_MMAP_THRESHOLD, LARGE_OCTETS);
    /* Memory is counted in pages of 4 kB. Huge pages, which Debian's kernel gives to every process, make 2 MB resident
     * where one byte was touched: 53 MB instead of 10. */
    (void)prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
    (void)umask(S_IRWXG | S_IRWXO); /* what the terminal keeps is nobody else's to read */
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
