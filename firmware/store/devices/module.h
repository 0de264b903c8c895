/* The table `module`: which module of each kind holds what the store knows, and nothing else. */
#ifndef POSTERN_STORE_MODULE_H
#define POSTERN_STORE_MODULE_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct store;

#define STORE_MODULE_SERIAL_LEN 16

/* E_NOTFOUND: none is known. */
_must_check_ int store_module_get(struct store *store, enum factor factor, uint8_t ret_serial[STORE_MODULE_SERIAL_LEN]);

/* Inside a transaction. */
_must_check_ int store_module_put(struct store *store, enum factor factor,
                                  const uint8_t serial[STORE_MODULE_SERIAL_LEN]);
_must_check_ int store_module_forget(struct store *store);

#endif
