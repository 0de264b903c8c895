/* The receipt printer on its serial line. Ops may be called from any thread and return at once: the driver prints in
 * the background at the speed of the line. */
#ifndef POSTERN_HAL_PRINTER_H
#define POSTERN_HAL_PRINTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "values.h"

#define HAL_PRINTER_COLUMNS 32 /* characters per line: 58 mm paper, font A */
#define HAL_PRINTER_JOB_MAX 2048 /* bytes of a job */
#define HAL_PRINTER_JOBS_MAX 16 /* queued jobs, including the current one */

struct hal_printer_status {
    enum printer_state condition;
    uint32_t waiting; /* unfinished jobs */
};

struct hal_printer {
    void *ctx; /* of the backend; passed to every op */

    /* Opens the line at `baud` bit/s (8N1), or closes it. Queued jobs are printed at the new speed; closing discards
     * them. Returns 0; E_OFFLINE if no printer responds: then nothing changes. Closing cannot fail. */
    int (*configure)(void *ctx, bool on, uint32_t baud);

    /* Queues a job: raw bytes for the line (ESC/POS). Returns 0; E_CANCELLED while it is off, E_OFFLINE, E_BUSY when
     * HAL_PRINTER_JOBS_MAX are queued, E_TOO_LARGE. Without paper it accepts jobs and prints when there is paper
     * again. */
    int (*print)(void *ctx, const void *octets, size_t len);

    /* Reads the status. Cannot fail. */
    void (*status)(void *ctx, struct hal_printer_status *ret_status);
};

#endif
