/* The table `authorized_device`: devices that asked to open the door, Wiegand and Bluetooth ones apart. */
#ifndef POSTERN_STORE_AUTHORIZED_H
#define POSTERN_STORE_AUTHORIZED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct store;

#define STORE_AUTHORIZED_MAX 64 /* devices of a link */
#define STORE_MAC_MAX 18        /* bytes of an address AA:BB:CC:DD:EE:FF, with the NUL */
#define STORE_MODEL_MAX 129     /* bytes of a model number, with the NUL: 32 characters */

/* Values stand in the table: append, never renumber. */
enum store_link { STORE_LINK_WIEGAND, STORE_LINK_BLUETOOTH };

struct store_authorized {
    char mac[STORE_MAC_MAX];
    char model[STORE_MODEL_MAX]; /* UTF-8 */
    uint32_t machine;            /* machine number */
    uint8_t route1, route2;
    bool authorized;
};

/* Reads all devices of a link by address. `ret_devices` has STORE_AUTHORIZED_MAX places. */
_must_check_ int store_authorized_list(struct store *store, enum store_link link, struct store_authorized *ret_devices,
                                       size_t *ret_count);

/* Reads one. E_NOTFOUND. */
_must_check_ int store_authorized_get(struct store *store, enum store_link link, const char *mac,
                                      struct store_authorized *ret_device);

/* Writes one that asks, new or known: model, machine and routes. A new one is not authorized. One that is stays as it
 * was when somebody looked at it and agreed. Inside a transaction. E_CAPACITY when it is new and STORE_AUTHORIZED_MAX
 * are there; E_NOSPC, E_IO. */
_must_check_ int store_authorized_put(struct store *store, enum store_link link, const struct store_authorized *device);

/* Authorizes one or cancels it. Inside a transaction. E_NOTFOUND, E_NOSPC, E_IO. */
_must_check_ int store_authorized_set(struct store *store, enum store_link link, const char *mac, bool authorized);

/* Removes one. Inside a transaction. E_NOTFOUND, E_NOSPC, E_IO. */
_must_check_ int store_authorized_delete(struct store *store, enum store_link link, const char *mac);

#endif
