#include "core/backup/copies_plan.h"

#include "core/time/local_wall.h"

#define DAYS_A_WEEK 7
#define EPOCH_WEEKDAY 4 /* 1970-01-01 was a Thursday; 0 is Sunday */
#define S_PER_HOUR 3600
#define S_PER_DAY 86400

static int64_t plan_step(const struct copies_plan *plan) {
    return plan->plan == BACKUP_PLAN_WEEKLY ? DAYS_A_WEEK : 1;
}

int64_t copies_day(const struct local_rule *rule, const struct copies_plan *plan, int64_t utc_s) {
    if (plan->plan == BACKUP_PLAN_OFF) {
        return 0;
    }
    struct local_time wall = local_of(rule, utc_s);
    int64_t day = local_day_number(local_day(&wall));
    if (wall.hour < plan->hour) {
        day--;
    }
    return plan->plan == BACKUP_PLAN_WEEKLY ? day - (day + EPOCH_WEEKDAY) % DAYS_A_WEEK : day;
}

int64_t copies_done(const struct local_rule *rule, const struct copies_plan *plan, int64_t done, int64_t utc_s) {
    int64_t come = copies_day(rule, plan, utc_s);
    bool counts = plan->plan != BACKUP_PLAN_OFF && done > 0 && done <= come + plan_step(plan);
    return counts ? done : come;
}

int64_t copies_next(const struct local_rule *rule, const struct copies_plan *plan, int64_t done, int64_t utc_s) {
    if (plan->plan == BACKUP_PLAN_OFF) {
        return COPIES_NEVER_S;
    }
    int64_t step = plan_step(plan);
    int64_t come = copies_day(rule, plan, utc_s);
    int64_t next = come;
    if (come <= done) {
        /* After a change of the schedule the last handled day may not be one of this schedule. */
        next = come + ((done - come) / step + 1) * step;
    }
    return local_moment(rule, next * S_PER_DAY + (int64_t)plan->hour * S_PER_HOUR);
}
