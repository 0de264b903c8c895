/* The errors of the firmware: internal ones, listed here, and those for clients, generated from api/spec/errors.json:
 * E_CARD_EXISTS is the catalogue's `card_exists`, -40403. Negative values. api/status.c maps internal errors to
 * answers; all other code passes errors on. */
#ifndef POSTERN_ERR_H
#define POSTERN_ERR_H

#include <stdint.h>

#include "errors.h"
#include "util/cause.h"

/* X(name, value, text). Values are stable: logs contain them. Append, never renumber. */
#define ERR_LIST(X)                                             \
    X(E_NOMEM, 1, "out of memory")                              \
    X(E_INVAL, 2, "argument not valid")                         \
    X(E_SYSTEM, 3, "operating system call failed")              \
    X(E_IO, 4, "input or output failed")                        \
    X(E_NOTSUP, 5, "not supported here")                        \
    X(E_TIMEOUT, 7, "timed out")                                \
    X(E_CANCELLED, 8, "cancelled")                              \
    X(E_OFFLINE, 9, "device does not answer")                   \
    X(E_EOF, 10, "end of input")                                \
    X(E_INTERNAL, 11, "internal error")                         \
    X(E_NOT_ALLOWED, 12, "a capability is missing")             \
    X(E_NOSPC, 20, "storage is full")                           \
    X(E_CORRUPT, 21, "stored data is damaged")                  \
    X(E_NEWER, 22, "stored data is newer than this firmware")   \
    X(E_LOCKED, 23, "state folder is in use by another daemon") \
    X(E_NOTFOUND, 30, "no such object")                         \
    X(E_EXISTS, 31, "object exists already")                    \
    X(E_MISSING, 40, "value is missing")                        \
    X(E_TYPE, 41, "value has the wrong type")                   \
    X(E_RANGE, 42, "value is out of range")                     \
    X(E_FORMAT, 43, "value has the wrong format")               \
    X(E_TEXT, 44, "text has characters that are not allowed")   \
    X(E_TOO_LARGE, 45, "too large")                             \
    X(E_DEPTH, 46, "nested too deep")                           \
    X(E_DUPLICATE, 47, "given twice")                           \
    X(E_UNKNOWN, 48, "name is not known")

/* Code uses the negative names: E_NOMEM is -1. */
enum err {
#define ERR_ENUM(name, value, text) name = -(value),
    ERR_LIST(ERR_ENUM) ERR_CATALOGUE(ERR_ENUM)
#undef ERR_ENUM
};

/* Marks a function whose result must be checked. */
#define _must_check_ __attribute__((warn_unused_result))

/* Returns the English text of an error for logs and the command line; "no error" for 0, "unknown error" for an unknown
 * value. Static. */
const char *err_text(int err);

/* Returns the name of an error ("E_NOMEM"), "OK" for 0, "E_?" for an unknown value. Static. */
const char *err_name(int err);

/* Returns the error that was stored without its sign; E_INTERNAL for a number beyond int. */
int err_from_stored(uint32_t number);

/* Maps an errno value: ENOMEM, ENOSPC and EDQUOT, EINVAL, EBUSY and EAGAIN, ETIMEDOUT, ENOENT, EEXIST, EIO; E_SYSTEM
 * for all others. Never 0. Notes the system's text as the cause, as the macros below do. */
#define err_from_errno(number) err_from_errno_at((number), CAUSE_HERE)
int err_from_errno_at(int number, const struct cause_site *site);

/* Returns `error`, with the system's text of an errno value as its cause. */
#define err_with_errno(error, number) err_with_errno_at((error), (number), CAUSE_HERE)
int err_with_errno_at(int error, int number, const struct cause_site *site);

/* Returns `error`, with the current place in the source as its cause. */
#define err_here(error) cause_set((error), CAUSE_HERE, "")

/* The same with a text, which must not contain a value that a person typed. */
#define err_with_text(error, text) cause_set((error), CAUSE_HERE, (text))

#endif
