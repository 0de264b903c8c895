/* Writes a grey picture as a JPEG: baseline, with code tables that are easy rather than short. */
#ifndef POSTERN_HAL_SIM_SIM_JPEG_H
#define POSTERN_HAL_SIM_SIM_JPEG_H

#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"

/* `grey` has width * height bytes, row by row; both are whole multiples of 8. A failed buffer is told by buf_failed().
 */
void jpeg_write(const uint8_t *grey, unsigned width, unsigned height, struct buf *ret_jpeg);

#endif
