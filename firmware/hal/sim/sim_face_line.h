/* The line to the face module's engine, a process beside the daemon that uses a Unix stream socket as its serial line.
 * A thread of its own transfers the frames and delivers the received ones without any lock held. */
#ifndef POSTERN_HAL_SIM_SIM_FACE_LINE_H
#define POSTERN_HAL_SIM_SIM_FACE_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/sim/sim_frames.h"
#include "util/err.h"

struct face_line;

struct face_line_ops {
    void (*came)(void *ctx, const struct frame *frame); /* a valid frame */
    void (*changed)(void *ctx); /* the engine connected or disconnected */
};

/* Listens on `path` (mode 0600; replaces a stale socket). 0, E_INVAL when the path is too long, E_IO, E_NOMEM. */
_must_check_ int face_line_open(const char *path, const struct face_line_ops *ops, void *ctx,
                                struct face_line **ret_line);

/* Ends the thread and removes the socket. Accepts NULL. */
void face_line_close(struct face_line *line);

/* Returns whether the engine is connected. */
bool face_line_is_up(const struct face_line *line);

/* Returns the number of unreadable frames so far. */
unsigned face_line_bad(const struct face_line *line);

/* Sends a frame; it is copied. 0, E_OFFLINE or E_NOMEM. Never blocks. */
int face_line_send(struct face_line *line, uint8_t type, uint8_t sequence, const void *data, size_t len);

#endif
