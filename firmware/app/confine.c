#include "app/confine.h"

#include <errno.h>
#include <sys/prctl.h>
#include <sys/resource.h>

int confine(void) {
    const struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    if (setrlimit(RLIMIT_CORE, &none) < 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 ||
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) {
        return err_from_errno(errno);
    }
    return 0;
}
