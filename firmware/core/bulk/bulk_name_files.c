/* The files of a job with names of groups and shifts: those that nothing has, and what was said of them. */
#include "core/bulk/bulk_name_files.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_names.h"
#include "core/bulk/bulk_parse.h"
#include "core/bulk/bulk_rows.h"
#include "store/rules/hours.h"
#include "store/rules/shifts.h"
#include "store/upload.h"
#include "util/arena.h"

#define ARENA_MAX ((size_t)256 * 1024) /* groups and shifts */

static int names_add_groups(struct core *core, struct arena *arena, struct bulk_names *names) {
    struct group *groups = arena_calloc(arena, STORE_GROUPS, sizeof(*groups));
    size_t count = 0;
    int r = groups == NULL ? E_NOMEM : store_groups_list(core->store, arena, groups, &count);
    for (size_t i = 0; r == 0 && i < count; i++) {
        bulk_names_add(names, &(struct bulk_name){.field = USER_GROUP, .number = groups[i].number}, groups[i].name);
    }
    return r;
}

static int names_add_shifts(struct core *core, struct arena *arena, struct bulk_names *names) {
    struct shift *shifts = arena_calloc(arena, SHIFT_NUMBER_MAX, sizeof(*shifts));
    int r = shifts == NULL ? E_NOMEM : store_shifts_read(core->store, arena, shifts);
    for (size_t i = 0; r == 0 && i < SHIFT_NUMBER_MAX; i++) {
        if (shifts[i].number != 0) {
            bulk_names_add(names, &(struct bulk_name){.field = USER_SHIFT, .number = shifts[i].number}, shifts[i].name);
        }
    }
    return r;
}

static int names_add_defined(struct core *core, struct bulk_names *names) {
    _cleanup_(arena_done) struct arena arena;
    arena_init(&arena, ARENA_MAX);
    int r = names_add_groups(core, &arena, names);
    return r < 0 ? r : names_add_shifts(core, &arena, names);
}

/* What was said of names is a record each: the number as its line, what is left out by its code. */
static struct bulk_name name_of(const struct bulk_record *record) {
    return (struct bulk_name){.field = (enum user_field)record->field,
                              .number = (uint8_t)record->line,
                              .leaves_out = record->code != 0,
                              .is_said = true};
}

static int names_add_said(struct core *core, struct bulk_names *names) {
    struct bulk_reader reader;
    struct bulk_record record;
    int r = bulk_open_reader(core, BULK_NAME_USES, 0, &reader);
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    while ((r = bulk_reader_next(&reader, &record)) == 1) {
        const struct bulk_name name = name_of(&record);
        bulk_names_add(names, &name, record.text);
    }
    bulk_reader_close(&reader);
    return r == E_CORRUPT ? 0 : r; /* the power went while it was written: it is asked again */
}

int bulk_names_open(struct core *core, const struct store_bulk_form *form, struct bulk_names **ret_names) {
    bool is_needed = false;
    for (size_t i = 0; i < form->column_count; i++) {
        is_needed = is_needed || form->columns[i] == BULK_FIELD_GROUP || form->columns[i] == BULK_FIELD_SHIFT;
    }
    *ret_names = NULL;
    if (!is_needed) {
        return 0;
    }
    struct bulk_names *names = calloc(1, sizeof(*names));
    if (names == NULL) {
        return E_NOMEM;
    }
    int r = names_add_said(core, names);
    r = r < 0 ? r : names_add_defined(core, names);
    if (r < 0) {
        free(names);
        return r;
    }
    *ret_names = names;
    return 0;
}

/* Writes a record of a name. */
static int name_put(struct bulk_writer *writer, enum user_field field, const char *text, uint32_t line, uint32_t code) {
    struct bulk_record record = {.line = line, .code = code, .field = (uint8_t)field, .text = text, .cells = ""};
    bulk_change_init(&record.change);
    return bulk_writer_put(writer, &record);
}

int bulk_names_keep(struct core *core, const struct bulk_names *names) {
    struct bulk_writer writer;
    if (names == NULL || names->seen_count == 0) {
        return bulk_remove(core, BULK_NAMES); /* of an earlier check */
    }
    int r = bulk_open_writer(core, BULK_NAMES, 0, &writer);
    if (r < 0) {
        return r;
    }
    for (size_t i = 0; r == 0 && i < names->seen_count; i++) {
        const struct bulk_name_seen *seen = &names->seen[i];
        r = name_put(&writer, seen->field, seen->text, seen->line, seen->rows);
    }
    r = r < 0 ? r : bulk_writer_sync(&writer);
    bulk_writer_close(&writer);
    return r;
}

static int read_unknown(struct bulk_reader *reader, struct arena *arena, struct bulk_name_unknown *unknown,
                        size_t *ret_count) {
    struct bulk_record record;
    int r = 1;
    while (*ret_count < BULK_NAMES_MAX && (r = bulk_reader_next(reader, &record)) == 1) {
        struct bulk_name_unknown *name = &unknown[(*ret_count)++];
        *name = (struct bulk_name_unknown){
            .field = (enum user_field)record.field, .line = record.line, .rows = record.code};
        name->text = arena_strdup(arena, record.text);
        if (name->text == NULL) {
            return E_NOMEM;
        }
    }
    return r < 0 ? r : 0;
}

int bulk_unknown_names(struct core *core, struct arena *arena, struct bulk_name_unknown **ret_names,
                       size_t *ret_count) {
    struct store_bulk state;
    struct bulk_reader reader;
    bulk_read(core, &state);
    *ret_count = 0;
    *ret_names = arena_calloc(arena, BULK_NAMES_MAX, sizeof(**ret_names));
    if (*ret_names == NULL) {
        return E_NOMEM;
    }
    int r = state.step == BULK_STEP_CHECKED ? bulk_open_reader(core, BULK_NAMES, 0, &reader) : E_NOTFOUND;
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    r = read_unknown(&reader, arena, *ret_names, ret_count);
    bulk_reader_close(&reader);
    return r == E_CORRUPT ? E_BUSY : r; /* another check writes it */
}

static int check_uses(const struct bulk_name_use *uses, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const unsigned most = uses[i].field == USER_GROUP ? GROUP_NUMBER_MAX : SHIFT_NUMBER_MAX;
        if (!uses[i].leaves_out && uses[i].number > most) {
            return E_RANGE;
        }
    }
    return 0;
}

/* What was said before stays, unless it is said otherwise; the oldest gives way. */
static int write_uses(struct core *core, const struct bulk_names *before, const struct bulk_name_use *uses,
                      size_t count) {
    struct bulk_writer writer;
    const size_t old = before->known_count + count > BULK_NAMES_MAX ? BULK_NAMES_MAX - count : before->known_count;
    int r = bulk_open_writer(core, BULK_NAME_USES, 0, &writer);
    if (r < 0) {
        return r;
    }
    for (size_t i = before->known_count - old; r == 0 && i < before->known_count; i++) {
        const struct bulk_name *name = &before->known[i];
        r = name_put(&writer, name->field, name->text, name->number, name->leaves_out ? 1 : 0);
    }
    for (size_t i = 0; r == 0 && i < count; i++) {
        r = name_put(&writer, uses[i].field, uses[i].text, uses[i].number, uses[i].leaves_out ? 1 : 0);
    }
    r = r < 0 ? r : bulk_writer_sync(&writer);
    bulk_writer_close(&writer);
    return r;
}

static int keep_uses(struct core *core, const struct bulk_name_use *uses, size_t count) {
    struct bulk_names *before = calloc(1, sizeof(*before));
    if (before == NULL) {
        return E_NOMEM;
    }
    int r = names_add_said(core, before);
    r = r < 0 ? r : write_uses(core, before, uses, count);
    free(before);
    return r;
}

int bulk_use_names(struct core *core, const struct actor *by, const struct bulk_name_use *uses, size_t count) {
    struct store_bulk state;
    int r = check_uses(uses, count);
    r = r < 0 ? r : bulk_act_own(core, by, &state);
    if (r < 0) {
        return r;
    }
    if (state.step != BULK_STEP_CHECKED || (state.kind != BULK_KIND_USERS && state.kind != BULK_KIND_ROSTER) ||
        !bulk_has_file(core, &state)) {
        r = E_BULK_NOT_READY;
    }
    r = r < 0 ? r : keep_uses(core, uses, count);
    r = r < 0 ? r : bulk_begin_check(core, &state);
    bulk_act_end(core);
    return r;
}
