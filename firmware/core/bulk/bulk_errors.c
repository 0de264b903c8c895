/* What is wrong: a page of it. */
#include <string.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_rows.h"
#include "store/upload.h"
#include "util/arena.h"

static int keep_wrong(struct arena *arena, const struct bulk_record *record, struct bulk_wrong *ret_wrong) {
    *ret_wrong = (struct bulk_wrong){
        .line = record->line,
        .userid = record->change.values.userid,
        .err = err_from_stored(record->code),
        .name = bulk_keep_cut(arena, record->change.values.username),
        .field = record->field < USER_FIELD_COUNT ? user_rows[record->field].name : "",
        .text = bulk_keep_cut(arena, record->text),
    };
    return ret_wrong->name == NULL || ret_wrong->text == NULL ? E_NOMEM : 0;
}

/* The row with the headings, which is before those that are wrong, has no error. */
static int read_page(struct bulk_reader *reader, uint32_t after, size_t limit, struct arena *arena,
                     struct bulk_wrong *wrong, size_t *ret_count) {
    struct bulk_record record;
    uint32_t number = 0;
    int r = 1;
    while (*ret_count < limit && (r = bulk_reader_next(reader, &record)) == 1) {
        if (record.code == 0 || number++ < after) {
            continue;
        }
        r = keep_wrong(arena, &record, &wrong[(*ret_count)++]);
        if (r < 0) {
            return r;
        }
    }
    return r < 0 ? r : 0;
}

int bulk_errors(struct core *core, uint32_t after, size_t limit, struct arena *arena, struct bulk_wrong **ret_wrong,
                size_t *ret_count, uint32_t *ret_total) {
    struct store_bulk state;
    struct bulk_reader reader;
    char path[STORE_UPLOAD_PATH_MAX];
    bulk_read(core, &state);
    *ret_count = 0;
    *ret_total = state.counts.bad;
    *ret_wrong = arena_calloc(arena, limit, sizeof(**ret_wrong));
    if (*ret_wrong == NULL) {
        return E_NOMEM;
    }
    if (state.counts.bad == 0 || after >= state.counts.bad) {
        return 0;
    }
    int r = bulk_path(core, BULK_BAD, path);
    if (r == 0) {
        r = bulk_reader_open(path, 0, state.bad_octets, &reader);
    }
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    r = read_page(&reader, after, limit, arena, *ret_wrong, ret_count);
    bulk_reader_close(&reader);
    return r == E_CORRUPT ? E_BUSY : r; /* another job took the file meanwhile */
}
