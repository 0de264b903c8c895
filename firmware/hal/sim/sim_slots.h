/* Templates in numbered slots, and searching them. */
#ifndef POSTERN_HAL_SIM_SIM_SLOTS_H
#define POSTERN_HAL_SIM_SIM_SLOTS_H

#include <stddef.h>
#include <stdint.h>

#include "hal/sim/sim_biometric.h"

/* Returns NULL when out of memory. */
struct biometric_slots *sim_slots_new(const struct biometric_kind *kind);

/* Accepts NULL. */
void sim_slots_free(struct biometric_slots *slots);

uint32_t sim_slots_count(const struct biometric_slots *slots);

/* Returns the template in a slot; NULL: free. Valid until the slot is written or erased. */
const uint8_t *sim_slots_at(const struct biometric_slots *slots, uint32_t slot, size_t *ret_len);

/* Writes a valid template into a slot below the capacity. 0, or E_RANGE: longer than the kind allows. */
int sim_slots_put(struct biometric_slots *slots, uint32_t slot, const void *data, size_t len);

/* Frees a slot, or all. */
void sim_slots_erase(struct biometric_slots *slots, uint32_t slot);
void sim_slots_clear(struct biometric_slots *slots);

/* Returns the slot whose template is most similar to the sample, and its score; HAL_BIOMETRIC_NO_SLOT with 0 when all
 * are free. */
uint32_t sim_slots_search(struct biometric_slots *slots, const void *data, unsigned *ret_score);

#endif
