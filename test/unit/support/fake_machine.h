/* The machine around a terminal below the wire: the folder of its two slots (update/slots.h), its boot loader, and bundles
 * that its roots stand behind. The keys are made again in each run. */
#ifndef POSTERN_TEST_FAKE_MACHINE_H
#define POSTERN_TEST_FAKE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "update/slots.h"

#define FAKE_MACHINE_BOARD "laptop"

/* Makes the folder: slot A runs and is confirmed, with the floor 1; B has tries too. */
void fake_machine_make(const char *dir);

/* Removes it with all that is in it; there need not be one. */
void fake_machine_remove(const char *dir);

/* Starts a slot as the boot loader does: the first one with tries left, of which it takes one. Returns it; where none has
 * any, both get theirs again. */
enum slot fake_machine_boot(const char *dir);

/* Reads the sector. */
void fake_machine_read(const char *dir, struct slots_state *ret_state);

/* What is in a bundle. */
struct fake_bundle {
    const char *version, *brand, *build_id, *board; /* NULL: "0.2.0", "postern", "build-2", that of the machine */
    uint32_t counter, schema; /* 0: 1, that of this firmware */
    size_t image; /* bytes; 0: 20,000 */
    bool stranger; /* signed by somebody whom the roots do not know */
};

/* Makes one; gives its bytes, which live until the next. */
size_t fake_machine_bundle(const struct fake_bundle *bundle, const uint8_t **ret_octets);

#endif
