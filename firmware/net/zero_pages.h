/* Memory that holds nothing but zeros is given back to the system, and reads as zeros as before. For what a library
 * allocates large and leaves empty. */
#ifndef POSTERN_NET_ZERO_PAGES_H
#define POSTERN_NET_ZERO_PAGES_H

#include <stddef.h>

/* Gives back every whole page of zeros among the `len` bytes at `block`, which the C library allocated. What the block
 * holds stays as it is; writing to it makes the page resident again. */
void zero_pages_release(void *block, size_t len);

#endif
