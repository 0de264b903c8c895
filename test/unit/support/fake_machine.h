/* The machine around a terminal below the network: the folder of its two slots (update/slots.h), its boot loader, and
 * bundles signed under its roots. The keys are generated in each run. */
#ifndef POSTERN_TEST_FAKE_MACHINE_H
#define POSTERN_TEST_FAKE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "update/slots.h"

#define FAKE_MACHINE_BOARD "laptop"

/* Creates the folder: slot A runs and is confirmed, with floor 1; B has tries, too. */
void fake_machine_make(const char *dir);

/* Removes it with its content, if it exists. */
void fake_machine_remove(const char *dir);

/* Starts a slot like the boot loader: the first one with tries left, which it decrements. Returns it; if none has
 * tries, both get theirs back. */
enum slot fake_machine_boot(const char *dir);

/* Reads the sector. */
void fake_machine_read(const char *dir, struct slots_state *ret_state);

/* Content of a bundle. */
struct fake_bundle {
    const char *version, *brand, *build_id, *board; /* NULL: "0.2.0", "postern", "build-2", that of the machine */
    uint32_t counter, schema; /* 0: 1, that of this firmware */
    size_t image; /* bytes; 0: 20,000 */
    bool stranger; /* signed by a signer unknown to the roots */
};

/* Makes one; returns its length, with the bytes valid until the next call. */
size_t fake_machine_bundle(const struct fake_bundle *bundle, const uint8_t **ret_octets);

#endif
