#include "core/rules/period_merge.h"

#include <stdbool.h>

#define DAY_MINUTES 1440

/* Returns the last minute, counted from the day of its start. */
static unsigned last_minute(const struct store_period *period) {
    return period->end < period->start ? period->end + DAY_MINUTES : period->end;
}

static bool comes_before(const struct store_period *a, const struct store_period *b) {
    return a->day != b->day ? a->day < b->day : a->start < b->start;
}

static void put_in_order(struct store_period *periods, size_t count) {
    for (size_t i = 1; i < count; i++) {
        struct store_period period = periods[i];
        size_t at = i;
        for (; at > 0 && comes_before(&period, &periods[at - 1]); at--) {
            periods[at] = periods[at - 1];
        }
        periods[at] = period;
    }
}

/* Merges the later interval into `first` if they overlap. An interval lasts less than a day: a longer result stays
 * two. */
static bool takes_in(struct store_period *first, const struct store_period *later) {
    unsigned end = last_minute(first);
    if (first->day != later->day || later->start > end) {
        return false;
    }
    end = last_minute(later) > end ? last_minute(later) : end;
    if (end - first->start >= DAY_MINUTES) {
        return false;
    }
    first->end = (uint16_t)(end % DAY_MINUTES);
    return true;
}

size_t period_merge(struct store_period *periods, size_t count) {
    size_t left = 0;
    put_in_order(periods, count);
    for (size_t i = 0; i < count; i++) {
        bool never = periods[i].start == periods[i].end;
        if (!never && (left == 0 || !takes_in(&periods[left - 1], &periods[i]))) {
            periods[left++] = periods[i];
        }
    }
    return left;
}
