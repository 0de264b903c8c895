/* Checking: each row is judged as writing it would, and nothing is changed. */
#include <stdio.h>
#include <string.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_name_files.h"
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
    record->field = bulk_field_number(field);
    state->found.asks |= question_of(err);
    state->counts.bad++;
    r = bulk_writer_put(&work->bad, record);
    state->bad_octets = work->bad.at;
    return r;
}

int bulk_put_bad_cell(struct core *core, struct bulk_work *work, const struct sheet_row *row,
                      struct bulk_record *record, int err, size_t column) {
    const bool has_cell = column < work->columns.count && column < row->count;
    const enum bulk_field field =
        column < work->columns.count ? (enum bulk_field)work->columns.fields[column] : BULK_FIELD_NONE;
    record->text = has_cell ? row->cells[column].text : "";
    record->punch = (struct bulk_punch){.time_ms = 0};
    record->days = (struct bulk_days){.from = 0};
    return bulk_put_bad(core, work, record, err, field != BULK_FIELD_NONE ? bulk_field_text[field] : NULL);
}

/* The first card that somebody else has and does not give up in a row before; 0: none, so that the row may be written. */
static int judge_taken(const struct bulk_work *work, const struct users_verdict *verdict, struct bulk_record *record,
                       struct users_refusal *reterr) {
    for (size_t i = 0; i < USERS_CARDS_MAX; i++) {
        if (verdict->taken[i] != 0 && !bulk_seen_has(&work->freed, verdict->taken[i])) {
            record->other.userid = verdict->takers[i];
            reterr->field = user_rows[users_card_fields[i]].name;
            return E_CARD_EXISTS;
        }
    }
    *reterr = (struct users_refusal){0};
    return 0;
}

/* What the rows before say to the cards. */
static int judge_cards(struct bulk_work *work, struct bulk_record *record, struct users_refusal *reterr) {
    const struct user_change *change = &record->change;
    uint64_t cards[USERS_CARDS_MAX];
    (void)users_cards(&change->values, cards);
    for (size_t i = 0; i < USERS_CARDS_MAX; i++) {
        const bool is_given = user_gives(change, users_card_fields[i]) && cards[i] != 0;
        int r = is_given ? bulk_seen_add(&work->cards, cards[i], record->line) : 1;
        if (r == 0) {
            record->other.line = bulk_seen_line(&work->cards, cards[i]);
            reterr->field = user_rows[users_card_fields[i]].name;
            return E_CARD_TWICE;
        }
        if (r < 0) {
            return r;
        }
    }
    return 0;
}

static int note_freed(struct bulk_work *work, const struct users_verdict *verdict) {
    int r = 0;
    for (size_t i = 0; r >= 0 && i < verdict->freed_count; i++) {
        r = bulk_seen_add(&work->freed, verdict->freed[i], 0);
    }
    return r < 0 ? r : 0;
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
    const uint8_t number = bulk_field_number(field);
    return holder != 0 && number < USER_FIELD_COUNT && bulk_seen_has(&work->givers[number], holder);
}

/* What the rows before say to the texts that are unique. */
static int judge_texts(struct bulk_work *work, struct bulk_record *record, struct users_refusal *reterr) {
    const struct user_change *change = &record->change;
    for (unsigned i = 0; i < USER_FIELD_COUNT; i++) {
        const char *text =
            user_gives(change, (enum user_field)i) ? users_unique_text(&change->values, (enum user_field)i) : "";
        const uint64_t hash = hash_text(work->seed, text);
        int r = text[0] != '\0' ? bulk_seen_add(&work->texts[i], hash, record->line) : 1;
        if (r == 0) {
            record->other.line = bulk_seen_line(&work->texts[i], hash);
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
        r = (fields & VALUE_BIT(i)) != 0 ? bulk_seen_add(&work->givers[i], userid, 0) : 0;
    }
    return r < 0 ? r : 0;
}

int bulk_find(struct core *core, struct bulk_work *work, struct user_change *change) {
    return user_gives(change, USER_USERID) || work->state.kind != BULK_KIND_USERS
               ? 0
               : users_many_find(core, change, &work->next_id);
}

/* What the store says to a row, but for what a row before it gives up. */
static int judge_stored(struct core *core, struct bulk_work *work, struct bulk_record *record,
                        struct users_verdict *ret_verdict, struct users_refusal *reterr) {
    const struct store_bulk *state = &work->state;
    const struct user_change *change = &record->change;
    int r = users_many_judge(core, &work->by, change, state->form.existing, state->kind == BULK_KIND_EDIT, work->many,
                             ret_verdict, reterr);
    if (r == E_CARD_EXISTS) {
        return judge_taken(work, ret_verdict, record, reterr);
    }
    if (r == E_VALUE_EXISTS && text_is_given_up(work, ret_verdict->holder, reterr->field)) {
        *reterr = (struct users_refusal){0};
        return 0;
    }
    record->other.userid = r < 0 ? ret_verdict->holder : 0;
    return r;
}

int bulk_judge(struct core *core, struct bulk_work *work, struct bulk_record *record, struct users_verdict *ret_verdict,
               struct users_refusal *reterr) {
    const struct user_change *change = &record->change;
    *reterr = (struct users_refusal){0};
    record->other = (struct bulk_other){0};
    int r = bulk_seen_add(&work->ids, change->values.userid, record->line);
    if (r <= 0) {
        record->other.line = bulk_seen_line(&work->ids, change->values.userid);
        return r < 0 ? r : E_ROW_TWICE;
    }
    r = judge_stored(core, work, record, ret_verdict, reterr);
    if (r == 0 && ret_verdict->outcome != USERS_SKIPPED) {
        r = judge_cards(work, record, reterr);
        r = r < 0 ? r : judge_texts(work, record, reterr);
    }
    if (r == 0 && ret_verdict->outcome == USERS_ADDED) {
        r = work->room > 0 ? 0 : E_CAPACITY;
        work->room -= r == 0 ? 1 : 0;
    }
    if (r == 0 && ret_verdict->outcome == USERS_CHANGED) {
        r = note_given_up(work, ret_verdict->gives_up, change->values.userid);
    }
    return r == 0 && ret_verdict->outcome == USERS_CHANGED ? note_freed(work, ret_verdict) : r;
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
    r = bulk_judge(core, work, record, &verdict, &refusal);
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
    if (verdict.outcome == USERS_ADDED || verdict.outcome == USERS_CHANGED) {
        bulk_barred_note(work->barred, record->line, users_many_after(work->many));
    }
    return bulk_writer_put(&work->rows, record);
}

int bulk_next_row(struct bulk_work *work, struct sheet_row *ret_row) {
    int r = sheet_next(work->sheet, ret_row);
    if (r <= 0) {
        return r;
    }
    if (work->state.counts.at + work->state.found.left_out >= BULK_ROWS_MAX) {
        return E_CAPACITY;
    }
    const bool is_out = bulk_mends_apply(work->mends, ret_row);
    work->state.found.left_out += is_out ? 1 : 0;
    return is_out ? BULK_ROW_LEFT_OUT : 1;
}

/* The next row of a table. Returns 1; BULK_ROW_LEFT_OUT; 0: there is none. */
static int check_row(struct core *core, struct bulk_work *work) {
    struct sheet_row row;
    struct bulk_parsed *parsed = &work->parsed;
    int r = bulk_next_row(work, &row);
    if (r != 1) {
        return r;
    }
    struct bulk_record record = {.line = row.line, .text = "", .cells = work->cells, .field = USER_FIELD_COUNT};
    record.cells_len = bulk_cells_keep(&row, work->cells);
    r = bulk_parse(&work->columns, &row, parsed);
    record.change = parsed->change;
    if (parsed->is_left_out) {
        work->state.found.left_out++;
        return BULK_ROW_LEFT_OUT;
    }
    if (r == E_GROUP_NAME || r == E_SHIFT_NAME) {
        bulk_names_note(work->names, parsed->field, parsed->text, row.line);
    }
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
        case BULK_KIND_PUNCHES: r = bulk_punch_check(core, work); break;
        case BULK_KIND_ROSTER: r = bulk_roster_check(core, work); break;
    }
    return r;
}

/* The next row of a table, or name of an archive, before they are checked. Returns 1; 0: that was the last one. */
static int scan_next(struct core *core, struct bulk_work *work) {
    return work->state.kind == BULK_KIND_PHOTOS
               ? bulk_photo_scan(core, work)
               : bulk_scan_next(&work->scan, &work->state.form, work->mends, work->sheet);
}

static int scan_end(struct core *core, struct bulk_work *work) {
    if (bulk_is_table(work->state.kind)) {
        return bulk_work_scanned(core, work);
    }
    work->is_scanning = false;
    return 0;
}

/* All of it once before it is checked, as far as the time goes. Returns 1, or an error. */
static int scan_rows(struct core *core, struct bulk_work *work, int64_t since) {
    int r = 1;
    while (r == 1 && work->is_scanning && !bulk_is_time(core, since)) {
        r = scan_next(core, work);
        if (r == 0) {
            r = scan_end(core, work);
            r = r < 0 ? r : 1;
        }
    }
    return r;
}

/* Both files durable, then what they come to. */
static int check_end(struct core *core, struct bulk_work *work) {
    struct store_bulk *state = &work->state;
    int r = bulk_writer_sync(&work->rows);
    r = r < 0 ? r : bulk_writer_sync(&work->bad);
    r = r < 0 ? r : bulk_names_keep(core, work->names);
    r = r < 0 ? r : bulk_barred_keep(core, work->barred);
    state->step = BULK_STEP_CHECKED;
    state->counts.rows = state->counts.at;
    state->bad_octets = work->bad.at;
    return r < 0 ? r : bulk_go_on(core, state, "last row");
}

int bulk_check_run(struct core *core, struct bulk_work *work) {
    const int64_t since = core_mono_ms(core);
    int r = bulk_check_holder(core, work->state.kind, &work->by);
    if (r == 0) {
        r = store_home_is_short(core->shared->home) ? E_NOSPC : 1;
    }
    if (r == 1) {
        r = scan_rows(core, work, since);
    }
    while (r == 1 && !work->is_scanning && !bulk_is_time(core, since)) {
        r = check_next(core, work);
        work->state.counts.at += r == 1 ? 1 : 0;
        r = r == BULK_ROW_LEFT_OUT ? 1 : r;
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
