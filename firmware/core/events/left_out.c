#include "core/events/left_out.h"

#include <stdio.h>

#include "core/base/core.h"
#include "core/events/log.h"
#include "store/left_out.h"
#include "util/log.h"

#define DETAIL_MAX 201 /* bytes of a record's detail, with the NUL */

static int forget_row(struct core *core, const void *ctx) {
    const struct store_left_out *row = ctx;
    return store_left_out_remove(core->store, row->id);
}

static int record_row(struct core *core, const struct store_left_out *row) {
    char detail[DETAIL_MAX];
    (void)snprintf(detail, sizeof(detail), "%.30s %.50s%s%.30s: %.80s", row->place, row->row,
                   row->field[0] != '\0' ? ", " : "", row->field, row->cause);
    log_error("store", "row left out", log_str("table", row->place), log_str("row", row->row),
              log_str("column", row->field), log_str("cause", row->cause));
    const struct record record = {.kind = RECORD_KIND_DAMAGED, .detail = detail};
    return log_append_with(core, &record, forget_row, row, NULL);
}

void left_out_record(struct core *core) {
    struct store_left_out row;
    int r = 0;
    while (r == 0 && (r = store_left_out_next(core->store, &row)) == 0) {
        r = record_row(core, &row);
    }
    if (r != E_NOTFOUND) {
        log_error("store", "rows that were left out cannot be recorded before the next start", log_errno(r));
    }
}
