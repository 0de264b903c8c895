/* Writes a grey picture as a JPEG: baseline, with simple rather than optimal code tables. */
#ifndef POSTERN_HAL_SIM_SIM_JPEG_H
#define POSTERN_HAL_SIM_SIM_JPEG_H

#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"

/* `grey` has width * height bytes, row by row; both are multiples of 8. Check for errors with buf_failed(). */
void jpeg_write(const uint8_t *grey, unsigned width, unsigned height, struct buf *ret_jpeg);

#endif
