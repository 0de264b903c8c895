#include "modules.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LINE_MAX_OCTETS 256

static void module_load(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    const long r = file < 0 ? -1 : syscall(SYS_finit_module, file, "", 0);
    if (r < 0 && errno != EEXIST && errno != ENODEV) {
        (void)fprintf(stderr, "modules: %s: %m\n", path);
    }
    if (file >= 0) {
        (void)close(file);
    }
}

void modules_load(const char *list) {
    FILE *file = fopen(list, "re");
    if (file == NULL) {
        return;
    }
    char line[LINE_MAX_OCTETS];
    while (fgets(line, sizeof(line), file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        module_load(line);
    }
    (void)fclose(file);
}
