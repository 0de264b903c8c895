/* postern-dhcp: udhcpc starts it at each event, with the event as its argument and the lease in its environment. Passes
 * both to the daemon (hal/linux/linux_hook.h), which alone sets addresses; it needs no permissions itself. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hal/linux/linux_hook.h"

static const char *const names[] = {"ip=", "subnet=", "router=", "dns=", "lease="};

static bool is_wanted(const char *variable) {
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strncmp(variable, names[i], strlen(names[i])) == 0) {
            return strpbrk(variable, "\t\n") == NULL;
        }
    }
    return false;
}

int main(int argc, char *argv[], char *envp[]) {
    char line[LINUX_HOOK_LINE_MAX];
    int len = snprintf(line, sizeof(line), "%s", argc > 1 ? argv[1] : "");
    for (char **variable = envp; *variable != NULL && len > 0; variable++) {
        size_t room = sizeof(line) - (size_t)len - 1; /* one byte for the end of the line */
        if (is_wanted(*variable) && strlen(*variable) + 1 < room) {
            len += snprintf(line + len, room, "\t%s", *variable);
        }
    }
    if (len <= 0 || (size_t)len >= sizeof(line) - 1) {
        return 1;
    }
    line[len++] = '\n';
    return write(LINUX_HOOK_FD, line, (size_t)len) == len ? 0 : 1;
}
