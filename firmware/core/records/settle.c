#include "core/records/settle.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/core.h"
#include "core/events/log.h"
#include "core/records/corrections.h"
#include "core/records/proposal.h"
#include "core/records/report_impl.h"
#include "util/arena.h"

#define PERSON_ARENA_MAX ((size_t)65536)

static int put_punches(const struct report *report, const struct workday_asked *asked, size_t day, struct arena *arena,
                       struct settle_day *ret_day) {
    ret_day->punches = arena_calloc(arena, SETTLE_PUNCHES_MAX, sizeof(*ret_day->punches));
    if (ret_day->punches == NULL) {
        return E_NOMEM;
    }
    for (size_t i = 0; i < asked->punches.count && ret_day->punch_count < SETTLE_PUNCHES_MAX; i++) {
        const struct punch *punch = &asked->punches.rows[i];
        if (proposals_is_of_day(asked, i)) {
            ret_day->punches[ret_day->punch_count++] =
                (struct settle_punch){.minute = report_wall_minute(report, day, punch->minute, punch->offset_min),
                                      .status = punch->status,
                                      .is_added = punch->is_added};
        }
    }
    return 0;
}

/* What there is to settle of a day of the person that was judged last. */
static int put_day(const struct report *report, const struct report_line *line, struct arena *arena,
                   struct settle_day *ret_day) {
    const size_t day = (size_t)(local_day_number(line->date) - report_first_day(report));
    const struct workday_asked asked = report_ask(report, day);
    struct workday again;
    struct workday duties[DUTY_PARTS];
    struct proposal proposals[DUTY_PARTS];
    workday_judge(&asked, &again, duties, NULL);
    *ret_day = (struct settle_day){.line = *line, .proposal_count = proposals_make(&asked, duties, proposals)};
    for (size_t i = 0; i < ret_day->proposal_count; i++) {
        ret_day->proposals[i] = report_wall_proposal(report, &proposals[i]);
    }
    ret_day->seen = proposals_fingerprint(&asked, &again, proposals, ret_day->proposal_count);
    return put_punches(report, &asked, day, arena, ret_day);
}

static int judge_person(struct core *core, struct report *report, uint32_t userid) {
    _cleanup_(arena_done) struct arena arena;
    struct store_roll_user user;
    arena_init(&arena, PERSON_ARENA_MAX);
    int r = report_person(core, report, userid, &arena, &user);
    return r == 0 ? report_judge(core, report, &user) : r;
}

/* The lines of a page keep what they are; of each person the days are looked at once more. */
int settle_page(struct core *core, struct report *report, const char *after, size_t limit, struct arena *arena,
                struct settle_page *ret_page) {
    struct report_page page = {.count = 0};
    uint32_t judged = 0;
    int r = report_page(core, report, after, limit, arena, &page);
    *ret_page = (struct settle_page){.days = arena_calloc(arena, limit, sizeof(*ret_page->days))};
    if (r == 0 && ret_page->days == NULL) {
        return E_NOMEM;
    }
    memcpy(ret_page->next, page.next, sizeof(ret_page->next));
    for (size_t i = 0; r == 0 && i < page.count; i++) {
        const struct report_line *line = &page.lines[i];
        if (line->userid != judged) {
            r = judge_person(core, report, line->userid);
            judged = line->userid;
        }
        if (r == 0) {
            r = put_day(report, line, arena, &ret_page->days[ret_page->count++]);
        }
        r = r == E_USER_UNKNOWN ? 0 : r; /* deleted meanwhile */
    }
    return r;
}

/* Reads a day again; *ret_known is the last line of the log before that. */
static int read_day(struct core *core, const struct actor *by, const struct settle_item *item, struct arena *arena,
                    struct settle_day *ret_day, int64_t *ret_known) {
    struct report *report = NULL;
    struct store_roll_user user;
    *ret_known = log_last(core);
    int r = report_begin(core, by, local_day_number(item->day), 1, &report);
    if (r < 0) {
        return r;
    }
    r = report_person(core, report, item->userid, arena, &user);
    if (r == 0) {
        r = report_judge(core, report, &user);
    }
    if (r == 0) {
        const struct report_line line = report_line(report, &user, 0);
        r = put_day(report, &line, arena, ret_day);
        const bool is_as_seen = report_is_unsettled(&line) && ret_day->seen == item->seen;
        r = r == 0 && !is_as_seen ? E_CHANGED_MEANWHILE : r;
    }
    report_free(report);
    return r;
}

static int accept_day(struct core *core, const struct actor *by, const struct settle_order *order,
                      const struct settle_day *day, int64_t known, struct settle_result *result) {
    int r = day->proposal_count == 0 ? E_NOTHING_PROPOSED : 0;
    for (size_t i = 0; r == 0 && i < day->proposal_count; i++) {
        const struct report_proposal *proposal = &day->proposals[i];
        const struct correction correction = {.userid = day->line.userid,
                                              .day = proposal->day,
                                              .minute = proposal->minute,
                                              .status = proposal->status,
                                              .reason = order->reason,
                                              .known = known};
        const char *field = NULL;
        r = corrections_add(core, by, &correction, &known, &field);
        if (r == 0) {
            result->seqs[result->seq_count++] = known;
        }
    }
    return r;
}

static int leave_day(struct core *core, const struct actor *by, const struct settle_order *order,
                     const struct settle_day *day, int64_t known, struct settle_result *result) {
    const struct correction correction = {
        .userid = day->line.userid, .day = day->line.date, .reason = order->reason, .known = known};
    const char *field = NULL;
    int r = corrections_leave(core, by, &correction, &result->seqs[0], &field);
    result->seq_count = r == 0 ? 1 : 0;
    return r;
}

void settle_one(struct core *core, const struct actor *by, const struct settle_order *order,
                const struct settle_item *item, struct settle_result *ret_result) {
    _cleanup_(arena_done) struct arena arena;
    struct settle_day day;
    int64_t known = 0;
    arena_init(&arena, PERSON_ARENA_MAX);
    *ret_result = (struct settle_result){.seq_count = 0};
    int r = read_day(core, by, item, &arena, &day, &known);
    if (r == 0) {
        r = order->act == SETTLE_ACT_ACCEPT ? accept_day(core, by, order, &day, known, ret_result)
                                            : leave_day(core, by, order, &day, known, ret_result);
    }
    ret_result->error = r;
}
