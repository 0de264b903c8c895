/* The errors of the firmware below the wire: one list, negative values, never sent to a client.
 * api/status.c maps them to the catalogue; everything else passes them on. */
#ifndef POSTERN_ERR_H
#define POSTERN_ERR_H

/* X(name, value, text). Values are stable: they stand in logs. Append, never renumber. */
#define ERR_LIST(X)                                                   \
    X(E_NOMEM, 1, "out of memory")                                    \
    X(E_INVAL, 2, "argument not valid")                               \
    X(E_SYSTEM, 3, "operating system call failed")                    \
    X(E_IO, 4, "input or output failed")                              \
    X(E_NOTSUP, 5, "not supported here")                              \
    X(E_BUSY, 6, "busy, try again")                                   \
    X(E_TIMEOUT, 7, "timed out")                                      \
    X(E_CANCELLED, 8, "cancelled")                                    \
    X(E_OFFLINE, 9, "device does not answer")                         \
    X(E_EOF, 10, "end of input")                                      \
    X(E_INTERNAL, 11, "internal error")                               \
    X(E_NOSPC, 20, "storage is full")                                 \
    X(E_CORRUPT, 21, "stored data is damaged")                        \
    X(E_NEWER, 22, "stored data is newer than this firmware")         \
    X(E_LOCKED, 23, "state folder is in use by another daemon")       \
    X(E_NOTFOUND, 30, "no such object")                               \
    X(E_EXISTS, 31, "object exists already")                          \
    X(E_ID_EXISTS, 32, "user ID exists already")                      \
    X(E_CARD_EXISTS, 33, "card belongs to another user")              \
    X(E_PIN_EXISTS, 34, "password belongs to another user")           \
    X(E_CAPACITY, 35, "capacity reached")                             \
    X(E_CHANGED, 36, "object was changed meanwhile")                  \
    X(E_MISSING, 40, "value is missing")                              \
    X(E_TYPE, 41, "value has the wrong type")                         \
    X(E_RANGE, 42, "value is out of range")                           \
    X(E_FORMAT, 43, "value has the wrong format")                     \
    X(E_TEXT, 44, "text has characters that are not allowed")         \
    X(E_TOO_LARGE, 45, "too large")                                   \
    X(E_DEPTH, 46, "nested too deep")                                 \
    X(E_DUPLICATE, 47, "given twice")                                 \
    X(E_UNKNOWN, 48, "name is not known")                             \
    X(E_ID_INVALID, 49, "user ID not valid")                          \
    X(E_DENIED, 60, "no right to do this")                            \
    X(E_ABOVE_LEVEL, 61, "account or level is above the own one")     \
    X(E_OWN_ACCOUNT, 62, "own account cannot be removed or demoted")  \
    X(E_OWN_PASSWORD, 70, "own password is changed with the old one") \
    X(E_SESSION, 63, "no such session")                               \
    X(E_ENDED, 64, "session was ended")                               \
    X(E_PASSWORD_CHANGE, 65, "password must be replaced first")       \
    X(E_AUTH, 66, "not authenticated: unknown, or password wrong")    \
    X(E_RULES, 67, "password does not meet the rules")                \
    X(E_PASSWORD_MISMATCH, 68, "passwords differ")                    \
    X(E_THROTTLED, 69, "too many attempts")                           \
    X(E_SWITCHED_OFF, 130, "device is switched off")                  \
    X(E_PAPER_OUT, 131, "printer has no paper")                       \
    X(E_PENDING, 81, "another change waits to be confirmed")          \
    X(E_ADMIN_ONLY, 100, "only admin may do this")                    \
    X(E_SERIAL, 101, "not the end of the serial number")              \
    X(E_CERTIFICATE, 110, "not a certificate that can be used")       \
    X(E_CERTIFICATE_TIME, 111, "certificate is not valid now")        \
    X(E_CERTIFICATE_KEY, 112, "key is not the certificate's")         \
    X(E_HTTPS, 113, "HTTPS does not listen")                          \
    X(E_UNTRUSTED, 114, "certificate is nobody's but the own")        \
    X(E_NAME_EXISTS, 115, "name is taken")                            \
    X(E_ADDRESS, 120, "address cannot be used here")                  \
    X(E_GATEWAY, 121, "gateway is not in the subnet of the address")  \
    X(E_KEY_NEEDED, 122, "a key is needed")                           \
    X(E_TOO_OLD, 80, "time is before the firmware was built")

/* Code uses the negative names: E_NOMEM is -1. */
enum err {
#define ERR_ENUM(name, value, text) name = -(value),
    ERR_LIST(ERR_ENUM)
#undef ERR_ENUM
};

/* Marks a function whose result must be looked at. */
#define _must_check_ __attribute__((warn_unused_result))

/* English text of an error for logs and the command line; "no error" for 0, "unknown error" for what is not in the
 * list. Static. */
const char *err_text(int err);

/* Name of an error ("E_NOMEM"), "OK" for 0, "E_?" for what is not in the list. Static. */
const char *err_name(int err);

/* The error that fits an errno value: ENOMEM, ENOSPC and EDQUOT, EINVAL, EBUSY and EAGAIN, ETIMEDOUT, ENOENT, EEXIST,
 * EIO; E_SYSTEM for all others. Never 0. */
int err_from_errno(int number);

#endif
