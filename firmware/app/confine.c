#include "app/confine.h"

#include <errno.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "app/confine_filter.h"

int confine(void) {
    const struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    if (setrlimit(RLIMIT_CORE, &none) < 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 ||
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) {
        return err_from_errno(errno);
    }
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return 0; /* the sanitizers' runtime makes system calls of its own */
#else
    int r = confine_filter_set();
    return r == E_NOTSUP ? 0 : r;
#endif
}
