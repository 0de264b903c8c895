/* The table `authorized_device`: devices that requested door access; Wiegand and Bluetooth devices are separate. */
#ifndef POSTERN_STORE_AUTHORIZED_H
#define POSTERN_STORE_AUTHORIZED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct store;

#define STORE_AUTHORIZED_MAX 64 /* devices of one link type */
#define STORE_MAC_MAX 18        /* bytes of an address AA:BB:CC:DD:EE:FF, with the NUL */
#define STORE_MODEL_MAX 129     /* bytes of a model number, with the NUL: 32 characters */

/* Values are stored in the table: append, never renumber. */
enum store_link { STORE_LINK_WIEGAND, STORE_LINK_BLUETOOTH };

struct store_authorized {
    char mac[STORE_MAC_MAX];
    char model[STORE_MODEL_MAX]; /* UTF-8 */
    uint32_t machine;            /* machine number */
    uint8_t route1, route2;
    bool authorized;
};

/* Reads all devices of a link type, ordered by address. `ret_devices` has room for STORE_AUTHORIZED_MAX. */
_must_check_ int store_authorized_list(struct store *store, enum store_link link, struct store_authorized *ret_devices,
                                       size_t *ret_count);

/* Reads one. E_NOTFOUND. */
_must_check_ int store_authorized_get(struct store *store, enum store_link link, const char *mac,
                                      struct store_authorized *ret_device);

/* Stores a device that requests access, new or known: model, machine and routes. A new one is not authorized. An
 * authorized one keeps the data that the administrator saw when authorizing it. Inside a transaction. E_CAPACITY: it is
 * new and STORE_AUTHORIZED_MAX exist; E_NOSPC, E_IO. */
_must_check_ int store_authorized_put(struct store *store, enum store_link link, const struct store_authorized *device);

/* Authorizes a device or revokes its authorization. Inside a transaction. E_NOTFOUND, E_NOSPC, E_IO. */
_must_check_ int store_authorized_set(struct store *store, enum store_link link, const char *mac, bool authorized);

/* Removes one. Inside a transaction. E_NOTFOUND, E_NOSPC, E_IO. */
_must_check_ int store_authorized_delete(struct store *store, enum store_link link, const char *mac);

#endif
