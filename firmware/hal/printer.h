/* The slip printer on its serial line. Ops may be called from any thread and return at once: the driver prints in its
 * own time, as fast as the line is. */
#ifndef POSTERN_HAL_PRINTER_H
#define POSTERN_HAL_PRINTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "values.h"

#define HAL_PRINTER_COLUMNS 32   /* characters of a line: 58 mm paper, font A */
#define HAL_PRINTER_JOB_MAX 2048 /* bytes of a job */
#define HAL_PRINTER_JOBS_MAX 16  /* jobs that may wait, with the one under way */

struct hal_printer_status {
    enum printer_state condition;
    uint32_t waiting; /* jobs not yet printed to their end */
};

struct hal_printer {
    void *ctx; /* of the backend; handed to every op */

    /* Opens the line at `baud` bit/s (8N1), or closes it. What waits is printed at the new speed, or is lost when it is
     * closed. Returns 0; E_OFFLINE if no printer answers: then everything is as before. Closing cannot fail. */
    int (*configure)(void *ctx, bool on, uint32_t baud);

    /* Takes over a job: bytes as they go over the line (ESC/POS). Returns 0; E_CANCELLED while it is off, E_OFFLINE,
     * E_BUSY when HAL_PRINTER_JOBS_MAX wait, E_TOO_LARGE. Without paper it takes jobs and prints when there is paper
     * again. */
    int (*print)(void *ctx, const void *octets, size_t len);

    /* Writes how it stands. Cannot fail. */
    void (*status)(void *ctx, struct hal_printer_status *ret_status);
};

#endif
