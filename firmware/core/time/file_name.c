#include "core/time/file_name.h"

#include <stdio.h>
#include <string.h>

#include "core/base/core.h"
#include "core/time/clock_rules.h"
#include "core/time/local_time.h"

#define MS_PER_S 1000
#define DAY_MAX 16 /* bytes of a day as text, with the NUL */

/* A day as files are sorted by. */
static void name_day(struct core *core, char ret_text[DAY_MAX], int64_t ms) {
    const struct local_rule rule = clock_rule_at(core, ms / MS_PER_S);
    const struct local_time at = local_of(&rule, ms / MS_PER_S);
    (void)snprintf(ret_text, DAY_MAX, "%04d-%02u-%02u", (int)at.year, at.month, at.day);
}

void file_name_of_days(struct core *core, const char *what, int64_t from_ms, int64_t to_ms, const char *ending,
                       char ret_name[FILE_NAME_MAX]) {
    int64_t now = core_utc_ms(core);
    char from[DAY_MAX], to[DAY_MAX];
    name_day(core, to, to_ms < now ? to_ms : now);
    if (from_ms == FILE_NAME_OPEN) {
        (void)snprintf(ret_name, FILE_NAME_MAX, "%s-until-%s.%s", what, to, ending);
        return;
    }
    name_day(core, from, from_ms < now ? from_ms : now);
    if (strcmp(from, to) == 0) {
        (void)snprintf(ret_name, FILE_NAME_MAX, "%s-%s.%s", what, to, ending);
    } else {
        (void)snprintf(ret_name, FILE_NAME_MAX, "%s-%s-%s.%s", what, from, to, ending);
    }
}
