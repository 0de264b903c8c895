/* Returns pages that contain only zeros to the system; they still read as zeros. For large library allocations that
 * stay mostly empty. */
#ifndef POSTERN_NET_ZERO_PAGES_H
#define POSTERN_NET_ZERO_PAGES_H

#include <stddef.h>

/* Releases every whole zero page among the `len` bytes at `block`, which the C library allocated. The content does not
 * change; writing to it makes the page resident again. */
void zero_pages_release(void *block, size_t len);

#endif
