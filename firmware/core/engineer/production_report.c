#include "core/engineer/production_report.h"

#include <time.h>

#include "core/base/about.h"
#include "core/base/core.h"
#include "core/engineer/production_impl.h"
#include "core/upgrade/upgrade.h"
#include "util/buf.h"

#define HEAD "postern-production-test 1\n"

static void report_time(struct buf *out, const char *key, int64_t time_s) {
    struct tm at = {0};
    time_t seconds = (time_t)time_s;
    if (gmtime_r(&seconds, &at) != NULL) {
        buf_printf(out, "%s = %04d-%02d-%02dT%02d:%02d:%02dZ\n", key, at.tm_year + 1900, at.tm_mon + 1, at.tm_mday,
                   at.tm_hour, at.tm_min, at.tm_sec);
    }
}

static void report_step(struct buf *out, const struct production_step *step) {
    bool has_passed = step->verdict == PRODUCTION_VERDICT_PASSED;
    buf_printf(out, "device = %s %s", step->name, has_passed ? "passed" : "failed");
    if (!has_passed) {
        buf_printf(out, " %s", production_why_words.words[step->why]);
    }
    if (step->measured[0] != '\0') {
        buf_printf(out, "; %s", step->measured);
    }
    if (step->reason[0] != '\0') {
        buf_printf(out, "; %s", step->reason);
    }
    buf_append_char(out, '\n');
}

void production_report(struct core *core, const struct production_run *run, struct buf *out) {
    const struct about_facts *facts = about_facts(core->shared);
    struct upgrade_state upgrade;
    upgrade_read(core, &upgrade);
    buf_append_text(out, HEAD);
    buf_printf(out, "serial = %s\n", about_serial(core->shared));
    buf_printf(out, "board = %s\n", upgrade.fitted ? upgrade.board : "-");
    buf_printf(out, "brand = %s\nversion = %s\nbuild = %s\n", facts->brand, facts->version, facts->build_id);
    buf_printf(out, "tester = %s\n", run->by.account);
    report_time(out, "begun", run->begun_s);
    report_time(out, "ended", run->ended_s);
    for (size_t i = 0; i < run->step_count; i++) {
        report_step(out, &run->steps[i]);
    }
    buf_printf(out, "result = %s\n", production_has_passed(run) ? "passed" : "failed");
}
