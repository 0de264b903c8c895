/* Who could not enter: noted while rows are checked, kept in a file of the job, and read from it. */
#include "core/bulk/bulk_barred.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_parse.h"
#include "core/bulk/bulk_rows.h"
#include "store/upload.h"
#include "util/arena.h"

int bulk_barred_new(struct core *core, enum bulk_kind kind, struct bulk_barred **ret_barred) {
    *ret_barred = NULL;
    if (kind != BULK_KIND_USERS && kind != BULK_KIND_EDIT) {
        return 0;
    }
    struct bulk_barred *barred = calloc(1, sizeof(*barred));
    if (barred == NULL) {
        return E_NOMEM;
    }
    entry_read(core, &barred->rules);
    *ret_barred = barred;
    return 0;
}

/* The entry of a reason, made when it is the first; NULL: there is no room. */
static struct bulk_barred_seen *find_seen(struct bulk_barred *barred, enum entry_obstacle obstacle, uint8_t group) {
    for (size_t i = 0; i < barred->count; i++) {
        if (barred->seen[i].obstacle == obstacle && barred->seen[i].group == group) {
            return &barred->seen[i];
        }
    }
    if (barred->count == BULK_BARRED_MAX) {
        return NULL;
    }
    struct bulk_barred_seen *seen = &barred->seen[barred->count++];
    *seen = (struct bulk_barred_seen){.obstacle = obstacle, .group = group};
    return seen;
}

void bulk_barred_note(struct bulk_barred *barred, uint32_t line, const struct user *user) {
    enum entry_obstacle obstacle;
    if (barred == NULL || !entry_is_barred(&barred->rules, user, &obstacle)) {
        return;
    }
    struct bulk_barred_seen *seen = find_seen(barred, obstacle, entry_is_of_group(obstacle) ? user->group : 0);
    if (seen == NULL) {
        return;
    }
    seen->rows++;
    if (seen->shown < BULK_BARRED_FIRST) {
        seen->first[seen->shown].line = line;
        seen->first[seen->shown].userid = user->userid;
        (void)snprintf(seen->first[seen->shown].name, BULK_NAME_MAX, "%s", user->username);
        seen->shown++;
    }
}

/* A reason is a record with the number of its users as the line and the group as the field; its users follow, with their IDs given. */
static int put_seen(struct bulk_writer *writer, const struct bulk_barred_seen *seen) {
    struct bulk_record record = {
        .line = seen->rows, .code = (uint32_t)seen->obstacle + 1, .field = seen->group, .text = "", .cells = ""};
    bulk_change_init(&record.change);
    int r = bulk_writer_put(writer, &record);
    record.change.given = VALUE_BIT(USER_USERID);
    for (uint32_t i = 0; r == 0 && i < seen->shown; i++) {
        record.line = seen->first[i].line;
        record.change.values.userid = seen->first[i].userid;
        record.change.values.username = seen->first[i].name;
        r = bulk_writer_put(writer, &record);
    }
    return r;
}

int bulk_barred_keep(struct core *core, const struct bulk_barred *barred) {
    struct bulk_writer writer;
    if (barred == NULL || barred->count == 0) {
        return bulk_remove(core, BULK_BARRED); /* of an earlier check */
    }
    int r = bulk_open_writer(core, BULK_BARRED, 0, &writer);
    if (r < 0) {
        return r;
    }
    for (size_t i = 0; r == 0 && i < barred->count; i++) {
        r = put_seen(&writer, &barred->seen[i]);
    }
    r = r < 0 ? r : bulk_writer_sync(&writer);
    bulk_writer_close(&writer);
    return r;
}

static int take_person(const struct bulk_record *record, struct arena *arena, struct bulk_barred_list *list) {
    struct bulk_barred_person *person = &list->people[list->person_count++];
    *person = (struct bulk_barred_person){.obstacle = (enum entry_obstacle)(record->code - 1),
                                          .group = record->field,
                                          .line = record->line,
                                          .userid = record->change.values.userid,
                                          .name = bulk_keep_cut(arena, record->change.values.username)};
    return person->name == NULL ? E_NOMEM : 0;
}

/* What is none of ours was written by another check meanwhile. */
static int take_record(const struct bulk_record *record, struct arena *arena, struct bulk_barred_list *list) {
    if (record->code == 0 || record->code > ENTRY_OBSTACLE_COUNT) {
        return err_here(E_CORRUPT);
    }
    if (record->change.given != 0) {
        return list->person_count < BULK_BARRED_PEOPLE_MAX ? take_person(record, arena, list) : err_here(E_CORRUPT);
    }
    if (list->reason_count == BULK_BARRED_MAX) {
        return err_here(E_CORRUPT);
    }
    list->reasons[list->reason_count++] = (struct bulk_barred_reason){
        .obstacle = (enum entry_obstacle)(record->code - 1), .group = record->field, .rows = record->line};
    return 0;
}

static int read_list(struct core *core, struct arena *arena, struct bulk_barred_list *list) {
    struct bulk_reader reader;
    struct bulk_record record;
    int r = bulk_open_reader(core, BULK_BARRED, 0, &reader);
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    while ((r = bulk_reader_next(&reader, &record)) == 1) {
        r = take_record(&record, arena, list);
        if (r < 0) {
            break;
        }
    }
    bulk_reader_close(&reader);
    return r == E_CORRUPT ? E_BUSY : r;
}

int bulk_barred_list(struct core *core, struct arena *arena, struct bulk_barred_list *ret_list) {
    struct store_bulk state;
    bulk_read(core, &state);
    *ret_list = (struct bulk_barred_list){
        .reasons = arena_calloc(arena, BULK_BARRED_MAX, sizeof(*ret_list->reasons)),
        .people = arena_calloc(arena, BULK_BARRED_PEOPLE_MAX, sizeof(*ret_list->people)),
    };
    if (ret_list->reasons == NULL || ret_list->people == NULL) {
        return E_NOMEM;
    }
    return state.step == BULK_STEP_CHECKED ? read_list(core, arena, ret_list) : 0;
}
