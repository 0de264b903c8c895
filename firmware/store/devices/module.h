/* The table `module`: serial number of the biometric module of each kind that is in sync with the store. */
#ifndef POSTERN_STORE_MODULE_H
#define POSTERN_STORE_MODULE_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"
#include "values.h"

struct store;

#define STORE_MODULE_SERIAL_LEN 16

/* Reads the serial number. E_NOTFOUND: no module is in sync. */
_must_check_ int store_module_get(struct store *store, enum factor factor, uint8_t ret_serial[STORE_MODULE_SERIAL_LEN]);

/* Stores one; forgets all. Inside a transaction. */
_must_check_ int store_module_put(struct store *store, enum factor factor,
                                  const uint8_t serial[STORE_MODULE_SERIAL_LEN]);
_must_check_ int store_module_forget(struct store *store);

#endif
