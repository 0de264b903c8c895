/* The table `bluetooth_bond`: paired Bluetooth devices. */
#ifndef POSTERN_STORE_BONDS_H
#define POSTERN_STORE_BONDS_H

#include <stddef.h>
#include <stdint.h>

#include "store/devices/authorized.h"
#include "util/err.h"

struct store;

#define STORE_BONDS_MAX 64      /* devices */
#define STORE_BOND_NAME_MAX 257 /* bytes of a name, with the NUL: 64 characters */

struct store_bond {
    char mac[STORE_MAC_MAX];
    char name[STORE_BOND_NAME_MAX]; /* UTF-8, may be "" */
    uint8_t group; /* 0 to 16 */
};

/* Reads all, ordered by name, then by address. `ret_bonds` has room for STORE_BONDS_MAX. */
_must_check_ int store_bonds_list(struct store *store, struct store_bond *ret_bonds, size_t *ret_count);

/* Reads one. E_NOTFOUND. */
_must_check_ int store_bonds_get(struct store *store, const char *mac, struct store_bond *ret_bond);

/* Stores a bond, new or known; a known one keeps its group. Inside a transaction. E_CAPACITY: it is new and
 * STORE_BONDS_MAX exist; E_NOSPC, E_IO. */
_must_check_ int store_bonds_put(struct store *store, const struct store_bond *bond);

/* Sets the group of one. Inside a transaction. E_NOTFOUND, E_NOSPC, E_IO. */
_must_check_ int store_bonds_set_group(struct store *store, const char *mac, uint8_t group);

/* Removes one. Inside a transaction. E_NOTFOUND, E_NOSPC, E_IO. */
_must_check_ int store_bonds_delete(struct store *store, const char *mac);

#endif
