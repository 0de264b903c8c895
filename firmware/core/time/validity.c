#include "core/time/validity.h"

bool validity_holds(uint32_t from, uint32_t to, uint32_t today) {
    return from <= today && (to == 0 || today <= to);
}
