/* Mutexes of every unit test detect misuse: unlocked by a thread that does not hold them, locked twice by the same
 * thread, destroyed while held. A missing lock has no visible effect in a single-threaded test; the unlock after it
 * does. The functions of the C library are replaced in every test; mutexes created with attributes stay unchanged. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef int mutex_fn(pthread_mutex_t *mutex);
typedef int mutex_init_fn(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr);

/* Returns the function of the C library. */
static void *real(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL) {
        abort();
    }
    return function;
}

static int checked(int error, int misuse, const char *what) {
    if (error == misuse) {
        (void)fprintf(stderr, "a mutex is %s\n", what);
        abort();
    }
    return error;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr) {
    mutex_init_fn *init = (mutex_init_fn *)real("pthread_mutex_init");
    pthread_mutexattr_t checking;
    if (attr != NULL) {
        return init(mutex, attr);
    }
    (void)pthread_mutexattr_init(&checking);
    (void)pthread_mutexattr_settype(&checking, PTHREAD_MUTEX_ERRORCHECK);
    int error = init(mutex, &checking);
    (void)pthread_mutexattr_destroy(&checking);
    return error;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    static mutex_fn *lock;
    if (lock == NULL) {
        lock = (mutex_fn *)real("pthread_mutex_lock");
    }
    return checked(lock(mutex), EDEADLK, "locked twice by one thread");
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    static mutex_fn *unlock;
    if (unlock == NULL) {
        unlock = (mutex_fn *)real("pthread_mutex_unlock");
    }
    return checked(unlock(mutex), EPERM, "unlocked by a thread that does not hold it");
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) {
    mutex_fn *destroy = (mutex_fn *)real("pthread_mutex_destroy");
    return checked(destroy(mutex), EBUSY, "destroyed while it is held");
}
