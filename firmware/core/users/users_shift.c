/* Former usual shifts of a user: stored for past days. */
#include "core/base/core.h"
#include "core/time/clock.h"
#include "core/time/local_time.h"
#include "core/users/users_impl.h"
#include "store/users/usual_shift.h"

int users_shift_was(struct core *core, uint32_t userid, uint8_t shift) {
    uint32_t count = 0;
    uint32_t last = 0;
    int r = store_usual_shift_last(core->store, userid, &count, &last);
    if (r < 0) {
        return r;
    }
    const uint32_t from = count > 0 ? local_day_of(local_day_number(last) + 1) : 0;
    const uint32_t yesterday = local_day_of(local_day_number(clock_today(core)) - 1);
    if (from > yesterday) {
        return 0; /* already changed today: the shift until yesterday is known */
    }
    if (count >= STORE_USUAL_SHIFTS_MAX) {
        r = store_usual_shift_merge(core->store, userid);
    }
    return r < 0 ? r : store_usual_shift_add(core->store, userid, shift, from, yesterday);
}
