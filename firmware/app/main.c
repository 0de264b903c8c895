#include <sys/stat.h>

#include "app/daemon.h"

int main(int argc, char *argv[]) {
    struct options options;
    (void)umask(S_IRWXG | S_IRWXO); /* what the terminal keeps is nobody else's to read */
    switch (options_parse(argc, argv, &options)) {
        case OPTIONS_EXIT: return EXIT_CLEAN;
        case OPTIONS_WRONG: return EXIT_USAGE;
        case OPTIONS_RUN: break;
    }
    return (int)daemon_run(&options);
}
