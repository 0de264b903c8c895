/* Checking: each row is judged as writing it would, and nothing is changed. */
#include <stdio.h>
#include <string.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_work.h"
#include "store/upload.h"
#include "util/arena.h"
#include "util/fnv.h"

#define ARENA_MAX ((size_t)8192) /* a user */

bool bulk_is_of_row(int err, const struct users_refusal *refusal) {
    return refusal->field != NULL || err == E_CAPACITY || err == E_ROW_TWICE;
}

void bulk_count(struct store_bulk_counts *counts, enum users_outcome outcome) {
    switch (outcome) {
        case USERS_ADDED: counts->added++; break;
        case USERS_CHANGED: counts->changed++; break;
        case USERS_SAME: counts->same++; break;
        case USERS_SKIPPED: counts->skipped++; break;
        case USERS_OUTCOME_COUNT: break;
    }
}

static uint8_t field_number(const char *field) {
    for (unsigned i = 0; field != NULL && i < USER_FIELD_COUNT; i++) {
        if (strcmp(user_rows[i].name, field) == 0) {
            return (uint8_t)i;
        }
    }
    return USER_FIELD_COUNT;
}

/* A row without a name is shown with that of the user it is about. */
static int read_name(struct core *core, const struct bulk_record *record, struct arena *arena, const char **ret_name) {
    struct user user;
    int r = users_get(core, record->change.values.userid, arena, &user);
    if (r == 0) {
        *ret_name = user.username;
    }
    return r == E_USER_UNKNOWN ? 0 : r;
}

/* What must be asked for, so that the row can be read. */
static uint32_t question_of(int err) {
    switch (err) {
        case E_DATE_ORDER: return 1U << BULK_QUESTION_DATE_ORDER;
        case E_YEAR_PERSIAN:
        case E_YEAR_HIJRI:
        case E_YEAR_BUDDHIST: return 1U << BULK_QUESTION_CALENDAR;
        case E_CARD_BASE: return 1U << BULK_QUESTION_CARD_BASE;
        case E_CARD_GROUPS: return 1U << BULK_QUESTION_CARD_GROUPS;
        default: return 0;
    }
}

int bulk_put_bad(struct core *core, struct bulk_work *work, struct bulk_record *record, int err, const char *field) {
    _cleanup_(arena_done) struct arena arena;
    struct store_bulk *state = &work->state;
    struct user *user = &record->change.values;
    int r = 0;
    arena_init(&arena, ARENA_MAX);
    if (user->username[0] == '\0' && user->userid != 0 && state->kind != BULK_KIND_PHOTOS) {
        r = read_name(core, record, &arena, &user->username);
    }
    if (r < 0) {
        return r;
    }
    record->code = (uint32_t)-err;
    record->field = field_number(field);
    state->found.asks |= question_of(err);
    state->counts.bad++;
    r = bulk_writer_put(&work->bad, record);
    state->bad_octets = work->bad.at;
    return r;
}

/* The card was somebody's who gives it up in a row before. */
static bool is_given_up(const struct bulk_work *work, const struct users_verdict *verdict) {
    return verdict->holder != 0 && bulk_seen_is_marked(&work->ids, verdict->holder);
}

/* What the rows before say to a card; 1: nothing. */
static int judge_card(struct bulk_work *work, const struct user_change *change, struct users_refusal *reterr) {
    if (!user_gives(change, USER_CARDNO) || change->values.cardno == 0 || change->values.cardno > USER_CARDNO_MAX) {
        return 1;
    }
    int r = bulk_seen_add(&work->cards, (uint32_t)change->values.cardno);
    if (r == 0) {
        reterr->field = user_rows[USER_CARDNO].name;
        return E_CARD_TWICE;
    }
    return r;
}

/* A number for a text, without regard to the case of ASCII letters, as the store compares them; never 0. */
static uint64_t hash_text(uint64_t seed, const char *text) {
    uint64_t hash = seed ^ FNV_START;
    for (; *text != '\0'; text++) {
        hash = fnv_add(hash, (char)(*text >= 'A' && *text <= 'Z' ? *text - 'A' + 'a' : *text));
        hash ^= hash >> 29;
    }
    return hash | 1U;
}

/* The text was somebody's who gives it up in a row before. */
static bool text_is_given_up(struct bulk_work *work, uint32_t holder, const char *field) {
    const uint8_t number = field_number(field);
    return holder != 0 && number != USER_FIELD_COUNT && bulk_seen_has(&work->givers[number], holder);
}

/* What the rows before say to the texts that are unique. */
static int judge_texts(struct bulk_work *work, const struct user_change *change, struct users_refusal *reterr) {
    for (unsigned i = 0; i < USER_FIELD_COUNT; i++) {
        const char *text =
            user_gives(change, (enum user_field)i) ? users_unique_text(&change->values, (enum user_field)i) : "";
        int r = text[0] != '\0' ? bulk_seen_add(&work->texts[i], hash_text(work->seed, text)) : 1;
        if (r == 0) {
            reterr->field = user_rows[i].name;
            return E_VALUE_TWICE;
        }
        if (r < 0) {
            return r;
        }
    }
    return 0;
}

static int note_given_up(struct bulk_work *work, uint64_t fields, uint32_t userid) {
    int r = 0;
    for (unsigned i = 0; r >= 0 && i < USER_FIELD_COUNT; i++) {
        r = (fields & VALUE_BIT(i)) != 0 ? bulk_seen_add(&work->givers[i], userid) : 0;
    }
    return r < 0 ? r : 0;
}

int bulk_find(struct core *core, struct bulk_work *work, struct user_change *change) {
    return user_gives(change, USER_USERID) || work->state.kind != BULK_KIND_USERS
               ? 0
               : users_many_find(core, change, &work->next_id);
}

int bulk_judge(struct core *core, struct bulk_work *work, const struct user_change *change,
               struct users_verdict *ret_verdict, struct users_refusal *reterr) {
    const struct store_bulk *state = &work->state;
    *reterr = (struct users_refusal){0};
    int r = bulk_seen_add(&work->ids, change->values.userid);
    if (r <= 0) {
        return r < 0 ? r : E_ROW_TWICE;
    }
    r = users_many_judge(core, &work->by, change, state->form.existing, state->kind == BULK_KIND_EDIT, work->many,
                         ret_verdict, reterr);
    if (r == E_CARD_EXISTS && is_given_up(work, ret_verdict)) {
        *reterr = (struct users_refusal){0};
        r = 0;
    }
    if (r == E_VALUE_EXISTS && text_is_given_up(work, ret_verdict->holder, reterr->field)) {
        *reterr = (struct users_refusal){0};
        r = 0;
    }
    if (r == 0 && ret_verdict->outcome != USERS_SKIPPED) {
        r = judge_card(work, change, reterr);
        r = r < 0 ? r : judge_texts(work, change, reterr);
    }
    if (r == 0 && ret_verdict->outcome == USERS_ADDED) {
        r = work->room > 0 ? 0 : E_CAPACITY;
        work->room -= r == 0 ? 1 : 0;
    }
    if (r == 0 && ret_verdict->outcome == USERS_CHANGED) {
        r = note_given_up(work, ret_verdict->gives_up, change->values.userid);
    }
    if (r == 0 && ret_verdict->outcome == USERS_CHANGED && ret_verdict->moves_card) {
        bulk_seen_mark(&work->ids, change->values.userid);
    }
    return r;
}

/* What stands in the column of a field. */
static const char *cell_of(const struct bulk_work *work, const struct sheet_row *row, const char *field) {
    for (size_t i = 0; field != NULL && i < work->columns.count && i < row->count; i++) {
        const uint8_t here = bulk_field_fields[work->columns.fields[i]];
        if (here != USER_FIELD_COUNT && strcmp(user_rows[here].name, field) == 0) {
            return row->cells[i].text;
        }
    }
    return "";
}

/* Judges and notes a row that could be read; `row` NULL: it is of no table. */
static int check_record(struct core *core, struct bulk_work *work, const struct sheet_row *row,
                        struct bulk_record *record) {
    struct users_verdict verdict;
    struct users_refusal refusal;
    int r = bulk_find(core, work, &record->change);
    if (r < 0) {
        return r;
    }
    r = bulk_judge(core, work, &record->change, &verdict, &refusal);
    if (r < 0 && bulk_is_of_row(r, &refusal)) {
        const char *field = refusal.field != NULL ? refusal.field : user_rows[USER_USERID].name;
        record->text = row != NULL ? cell_of(work, row, field) : "";
        return bulk_put_bad(core, work, record, r, field);
    }
    if (r < 0) {
        return r;
    }
    bulk_count(&work->state.counts, verdict.outcome);
    work->state.found.unnamed += verdict.outcome == USERS_ADDED && record->change.values.username[0] == '\0' ? 1 : 0;
    work->state.raises = work->state.raises || verdict.raises;
    return bulk_writer_put(&work->rows, record);
}

/* The next row of a table. Returns 1; 0: there is none. */
static int check_row(struct core *core, struct bulk_work *work) {
    struct sheet_row row;
    struct bulk_parsed *parsed = &work->parsed;
    int r = sheet_next(work->sheet, &row);
    if (r <= 0) {
        return r;
    }
    if (work->state.counts.at >= BULK_ROWS_MAX) {
        return E_CAPACITY;
    }
    struct bulk_record record = {.line = row.line, .text = "", .cells = work->cells, .field = USER_FIELD_COUNT};
    record.cells_len = bulk_cells_keep(&row, work->cells);
    r = bulk_parse(&work->columns, &row, parsed);
    record.change = parsed->change;
    if (r < 0) {
        record.text = parsed->text;
        r = bulk_put_bad(core, work, &record, r,
                         parsed->field != USER_FIELD_COUNT ? user_rows[parsed->field].name : NULL);
    } else {
        r = check_record(core, work, &row, &record);
    }
    return r < 0 ? r : 1;
}

/* The next of whom an edit is about. */
static int check_edited(struct core *core, struct bulk_work *work) {
    struct bulk_record record;
    int r = bulk_reader_next(&work->reader, &record);
    if (r <= 0) {
        return r;
    }
    work->change.values.userid = record.change.values.userid;
    record = (struct bulk_record){.change = work->change, .text = "", .field = USER_FIELD_COUNT};
    r = check_record(core, work, NULL, &record);
    return r < 0 ? r : 1;
}

static int check_next(struct core *core, struct bulk_work *work) {
    int r = 0;
    switch (work->state.kind) {
        case BULK_KIND_USERS: r = check_row(core, work); break;
        case BULK_KIND_PHOTOS: r = bulk_photo_check(core, work); break;
        case BULK_KIND_EDIT: r = check_edited(core, work); break;
    }
    return r;
}

/* The rows of a table once before they are checked, as far as the time goes. Returns 1, or an error. */
static int scan_rows(struct core *core, struct bulk_work *work, int64_t since) {
    int r = 1;
    while (r == 1 && work->is_scanning && !bulk_is_time(core, since)) {
        r = bulk_scan_next(&work->scan, &work->state.form, work->sheet);
        if (r == 0) {
            r = bulk_work_scanned(core, work);
            r = r < 0 ? r : 1;
        }
    }
    return r;
}

/* Both files durable, then what they come to. */
static int check_end(struct core *core, struct bulk_work *work) {
    struct store_bulk *state = &work->state;
    int r = bulk_writer_sync(&work->rows);
    if (r == 0) {
        r = bulk_writer_sync(&work->bad);
    }
    state->step = BULK_STEP_CHECKED;
    state->counts.rows = state->counts.at;
    state->bad_octets = work->bad.at;
    return r < 0 ? r : bulk_go_on(core, state, "last row");
}

int bulk_check_run(struct core *core, struct bulk_work *work) {
    const int64_t since = core_mono_ms(core);
    int r = bulk_check_holder(core, &work->by);
    if (r == 0) {
        r = store_home_is_short(core->shared->home) ? E_NOSPC : 1;
    }
    if (r == 1) {
        r = scan_rows(core, work, since);
    }
    while (r == 1 && !work->is_scanning && !bulk_is_time(core, since)) {
        r = check_next(core, work);
        work->state.counts.at += r == 1 ? 1 : 0;
    }
    if (r <= 0) {
        return r < 0 ? r : check_end(core, work);
    }
    /* So that what is told of it can be read. */
    r = bulk_writer_flush(&work->bad);
    if (r == 0) {
        bulk_publish(core, &work->state, "rows");
    }
    return r < 0 ? r : 1;
}
