#include "core/door/passback.h"

#define DAY_S INT64_C(86400)
#define EARLIER_S (4 * INT64_C(3600)) /* longer than a clock is ever changed by */

enum passback_area passback_leads(enum punch_status status) {
    if (status == PUNCH_STATUS_IN) {
        return PASSBACK_INSIDE;
    }
    return status == PUNCH_STATUS_OUT ? PASSBACK_OUTSIDE : PASSBACK_UNKNOWN;
}

bool passback_violates(enum passback_area area, enum punch_status status) {
    return area != PASSBACK_UNKNOWN && area == passback_leads(status);
}

/* The first moment at which the wall shows `wall_s`, seconds since 1970 as the wall has them. */
static int64_t first_at(const struct local_rule *rule, int64_t wall_s, int32_t offset_min) {
    int32_t before_min = local_offset(rule, wall_s - (int64_t)offset_min * 60 - EARLIER_S, NULL);
    int64_t utc_s = wall_s - (int64_t)before_min * 60;
    int32_t then_min = local_offset(rule, utc_s, NULL);
    return then_min == before_min ? utc_s : wall_s - (int64_t)then_min * 60;
}

int64_t passback_reset_before(const struct local_rule *rule, int64_t now_s, unsigned minute) {
    int32_t offset_min = local_offset(rule, now_s, NULL);
    int64_t wall_s = now_s + (int64_t)offset_min * 60;
    int64_t midnight_s = wall_s - wall_s % DAY_S;
    int64_t reset_s = first_at(rule, midnight_s + (int64_t)minute * 60, offset_min);
    return reset_s <= now_s ? reset_s : first_at(rule, midnight_s - DAY_S + (int64_t)minute * 60, offset_min);
}
