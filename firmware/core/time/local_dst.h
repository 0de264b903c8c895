/* Standard time and a rule for daylight saving, without a place. What local_time.h says of them is made here. Pure. */
#ifndef POSTERN_CORE_LOCAL_DST_H
#define POSTERN_CORE_LOCAL_DST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/time/local_time.h"

/* As local_offset() and local_changes(), for a rule whatever its place. */
int32_t local_dst_offset(const struct local_rule *rule, int64_t utc_s, bool *ret_dst);
size_t local_dst_changes(const struct local_rule *rule, int64_t after_s, struct local_change *ret_changes, size_t max);

/* True if the rule makes sense in every year from 2020 to 2099: start and end alternate, at least a day apart. A rule
 * without daylight saving does. */
bool local_rule_is_sound(const struct local_rule *rule);

#endif
