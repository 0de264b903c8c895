/* Inside update/ only: messages on SWUpdate's sockets (2024.12.1), C structs in the machine's byte order and alignment:
 * SWUpdate runs on the same machine. Unused members are declared for the layout. */
#ifndef POSTERN_UPDATE_INSTALLER_WIRE_H
#define POSTERN_UPDATE_INSTALLER_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/clock.h"
#include "util/err.h"

#define WIRE_MAGIC 0x14052001
#define WIRE_REQUEST_VERSION 1 /* of struct wire_request */
#define WIRE_PROGRESS_MAJOR 2 /* upper half of the version of struct wire_progress */
#define WIRE_TEXT 2048 /* bytes of a long text */
#define WIRE_NAME 256 /* of a short one */
#define WIRE_CONTROL "sockinstctrl"
#define WIRE_PROGRESS "swupdateprog"

/* Message types, as in SWUpdate. */
enum wire_type { WIRE_INSTALL = 0, WIRE_ACK = 1, WIRE_NACK = 2, WIRE_NOTICES = 11 };

enum wire_status {
    WIRE_IDLE = 0,
    WIRE_START = 1,
    WIRE_RUN = 2,
    WIRE_SUCCESS = 3,
    WIRE_FAILURE = 4,
};

enum wire_source { WIRE_SOURCE_LOCAL = 4 };
enum wire_run { WIRE_RUN_INSTALL = 2 };
enum wire_level { WIRE_LEVEL_ERROR = 1 };

/* Request of WIRE_INSTALL. */
struct wire_request {
    unsigned version;
    int source;
    int run;
    size_t info_len;
    char info[512];
    char software_set[WIRE_NAME];
    char running_mode[WIRE_NAME];
    bool keep_nothing;
};

union wire_data {
    char refusal[128]; /* of WIRE_NACK: "" if it is never possible, else why it is not possible now */
    struct {
        struct wire_request request;
        unsigned len;
        char octets[WIRE_TEXT];
    } install;
    struct {
        int status;
        int error;
        int level;
        char text[WIRE_TEXT];
    } notice; /* of WIRE_NOTICES, after the first */
};

/* On the control socket, in both directions. One message is one write: SWUpdate does not reassemble parts. */
struct wire_message {
    int magic;
    int type;
    union wire_data data;
};

/* First message on the progress socket. */
struct wire_hello {
    unsigned version;
    char magic[4]; /* "ACK" */
};

/* On the progress socket, at each change. */
struct wire_progress {
    unsigned version;
    int status;
    unsigned loaded_percent;
    unsigned long long loaded;
    unsigned steps;
    unsigned step;
    unsigned percent;
    char image[WIRE_NAME];
    char handler[64];
    int source;
    unsigned info_len;
    char info[WIRE_TEXT];
};

/* A deadline. */
struct wire_deadline {
    const struct hal_clock *clock;
    int64_t until_ms; /* of the monotonic clock */
};

struct wire_deadline wire_within(const struct hal_clock *clock, unsigned wait_ms);

/* Returns the remaining milliseconds, at least 0. */
int wire_left(const struct wire_deadline *deadline);

/* Connects to a socket of the folder, non-blocking. E_UPGRADE_NOT_FITTED: nothing listens; E_TOO_LARGE: the path;
 * E_TIMEOUT: too many pending connections. */
_must_check_ int wire_connect(const char *folder, const char *name, int *ret_fd);

/* Sends a message with one write. E_UPGRADE_FAILED: the other end is closed; E_IO: only a part was written. */
_must_check_ int wire_send(int fd, const struct wire_message *message);

/* Reads exactly `len` bytes. E_TIMEOUT; E_UPGRADE_FAILED: the other end closed before. */
_must_check_ int wire_take(int fd, void *ret_octets, size_t len, const struct wire_deadline *deadline);

/* Reads what is available, up to `len` bytes; 0: nothing. E_UPGRADE_FAILED: the other end is closed. */
_must_check_ int wire_read(int fd, void *ret_octets, size_t len, size_t *ret_got);

/* Copies a text of the other end: it ends at its NUL or its size; bytes other than printable ASCII become "?". */
void wire_text(const char *text, size_t size, char *ret_text, size_t ret_size);

#endif
