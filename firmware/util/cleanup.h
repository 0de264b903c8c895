/* Ownership that ends with the scope: the cleanup attribute of gcc and clang, and the transfer of a pointer. */
#ifndef POSTERN_CLEANUP_H
#define POSTERN_CLEANUP_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* `_cleanup_(foo_freep) struct foo *foo = NULL;` calls foo_freep(&foo) when the scope ends. */
#define _cleanup_(function) __attribute__((cleanup(function)))

/* Defines <function>p for a destructor that takes the object and accepts NULL. */
#define CLEANUP_DEFINE(type, function)             \
    static inline void function##p(type *object) { \
        if (*object) {                             \
            (void)function(*object);               \
        }                                          \
    }

/* Transfers a pointer: returns its value and sets it to NULL, so that the cleanup does nothing. */
#define TAKE_PTR(pointer)                     \
    ({                                        \
        __typeof__(pointer) *p_ = &(pointer); \
        __typeof__(pointer) v_ = *p_;         \
        *p_ = NULL;                           \
        v_;                                   \
    })

/* The same for a file descriptor: sets it to -1. */
#define TAKE_FD(fd)      \
    ({                   \
        int *p_ = &(fd); \
        int v_ = *p_;    \
        *p_ = -1;        \
        v_;              \
    })

static inline void cleanup_closedir(DIR **dir) {
    if (*dir != NULL) {
        (void)closedir(*dir);
    }
}

static inline void cleanup_free(void *pointer) {
    free(*(void **)pointer);
}

static inline void cleanup_close(const int *fd) {
    if (*fd >= 0) {
        (void)close(*fd);
    }
}

static inline void cleanup_fclose(FILE **file) {
    if (*file) {
        (void)fclose(*file);
    }
}

#define _cleanup_free_ _cleanup_(cleanup_free)
#define _cleanup_close_ _cleanup_(cleanup_close)
#define _cleanup_fclose_ _cleanup_(cleanup_fclose)
#define _cleanup_closedir_ _cleanup_(cleanup_closedir)

#endif
