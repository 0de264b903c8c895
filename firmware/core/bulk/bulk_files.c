#include "core/bulk/bulk_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_rows.h"
#include "core/time/clock.h"
#include "core/time/file_name.h"
#include "core/time/local_time.h"
#include "labels.h"
#include "store/upload.h"
#include "tables/table.h"

#define PIECE ((size_t)48 * 1024)
#define PROBLEM_MAX 320
#define OTHER_MAX 64
#define EXAMPLE_ID 1001
#define EXAMPLE_CARD 12345678

#define EXAMPLE_COLUMNS (BULK_FIELD_COUNT - 1) /* without BULK_FIELD_NONE, at most */

struct bulk_file {
    struct table_form form;
    struct table_column columns[EXAMPLE_COLUMNS];
    enum language language;
    struct table *table;
    const char *(*words)(int err); /* NULL: it is the one to be filled in */
    bool begun;
    struct store_bulk state;
    struct bulk_reader reader;
    char name[FILE_NAME_MAX];
};

void bulk_file_free(void *state) {
    struct bulk_file *file = state;
    if (file != NULL) {
        (void)table_free(file->table);
        bulk_reader_close(&file->reader);
        free(file);
    }
}

static struct bulk_file *file_alloc(enum language language, enum table_format format, enum table_title title) {
    struct bulk_file *file = calloc(1, sizeof(*file));
    if (file == NULL) {
        return NULL;
    }
    file->language = language;
    file->reader.fd = -1;
    file->form.kind = format == TABLE_FORMAT_XLSX ? TABLE_WORKBOOK : TABLE_CSV;
    file->form.title = table_title_labels[language][title];
    return file;
}

/* Names the file and makes its table; frees it if that fails. */
static int file_begin(struct core *core, struct bulk_file *file, const char *what, enum table_format format) {
    const int64_t now_ms = core_utc_ms(core);
    file_name_of_days(core, what, now_ms, now_ms, table_format_text_of(format), file->name);
    int r = table_new(&file->form, &file->table);
    if (r < 0) {
        bulk_file_free(file);
    }
    return r;
}

/* Parts of the name are no columns of the table to fill in: it has the whole name. */
static bool is_example(enum bulk_field field) {
    return bulk_field_fields[field] != USER_FIELD_COUNT;
}

static const char *label_of(const struct bulk_file *file, enum bulk_field field) {
    return field != BULK_FIELD_NONE ? bulk_field_labels[file->language][field] : "";
}

int bulk_file_errors(struct core *core, const struct actor *by, enum language language, const char *(*words)(int err),
                     struct bulk_file **ret_file) {
    struct store_bulk state;
    char path[STORE_UPLOAD_PATH_MAX];
    bulk_read(core, &state);
    if (!bulk_is_own(&state, by) || state.counts.bad == 0) {
        return E_BULK_NOT_READY;
    }
    if (!bulk_may_read(core, state.kind, by)) {
        return E_FORBIDDEN;
    }
    int r = bulk_path(core, BULK_BAD, path);
    if (r < 0) {
        return r;
    }
    struct bulk_file *file = file_alloc(language, TABLE_FORMAT_CSV, TABLE_TITLE_ERRORS);
    r = file != NULL ? file_begin(core, file, "errors", TABLE_FORMAT_CSV) : E_NOMEM;
    if (r < 0) {
        return r;
    }
    file->state = state;
    file->words = words;
    r = bulk_reader_open(path, 0, state.bad_octets, &file->reader);
    if (r < 0) {
        file->reader.fd = -1;
        bulk_file_free(file);
        return r == E_NOTFOUND ? E_BULK_NOT_READY : r;
    }
    *ret_file = file;
    return 0;
}

int bulk_file_template(struct core *core, enum language language, enum table_format format,
                       struct bulk_file **ret_file) {
    struct bulk_file *file = file_alloc(language, format, TABLE_TITLE_USERS);
    if (file == NULL) {
        return E_NOMEM;
    }
    file->form.columns = file->columns;
    for (unsigned i = BULK_FIELD_NONE + 1; i < BULK_FIELD_COUNT; i++) {
        const enum bulk_field field = (enum bulk_field)i;
        if (is_example(field)) {
            file->columns[file->form.count++] =
                (struct table_column){label_of(file, field), user_rows[bulk_field_fields[field]].width};
        }
    }
    int r = file_begin(core, file, "users", format);
    if (r == 0) {
        *ret_file = file;
    }
    return r;
}

const char *bulk_file_name(const struct bulk_file *file) {
    return file->name;
}

const char *bulk_file_media_type(const struct bulk_file *file) {
    return table_media_type(file->form.kind);
}

/* A cell of the example user; a field that has none is empty. */
static void put_example_cell(struct core *core, struct table *table, enum bulk_field field) {
    if (field == BULK_FIELD_USERID) {
        table_number(table, EXAMPLE_ID);
    } else if (field == BULK_FIELD_USERNAME) {
        table_text(table, "Alex Example");
    } else if (field == BULK_FIELD_CARDNO) {
        table_number(table, EXAMPLE_CARD);
    } else if (field == BULK_FIELD_LEVEL) {
        table_number(table, user_defaults.level);
    } else if (field == BULK_FIELD_GROUP) {
        table_number(table, user_defaults.group);
    } else if (field == BULK_FIELD_IDENTIFY_MODE) {
        table_word(table, identify_mode_text_of(user_defaults.identify_mode));
    } else if (field == BULK_FIELD_IDENTIFY_FACTORS) {
        table_set(table, 1U << FACTOR_CARD | 1U << FACTOR_FINGER, factor_text, FACTOR_COUNT);
    } else if (field == BULK_FIELD_VALID_FROM) {
        table_day(table, local_day_number(clock_today(core)));
    } else {
        table_nothing(table);
    }
}

static void put_example(struct core *core, struct table *table, struct buf *out) {
    for (unsigned i = BULK_FIELD_NONE + 1; i < BULK_FIELD_COUNT; i++) {
        if (is_example((enum bulk_field)i)) {
            put_example_cell(core, table, (enum bulk_field)i);
        }
    }
    table_row(table, out);
}

/* Cells that were kept, one by one. */
static void put_cells(struct table *table, const struct bulk_record *record) {
    char text[BULK_CELLS_MAX + 1];
    const char *cells = record->cells, *cell = NULL;
    size_t left = record->cells_len, len = 0;
    while (bulk_cells_next(&cells, &left, &cell, &len)) {
        memcpy(text, cell, len);
        text[len] = '\0';
        table_text(table, text);
    }
}

/* The headings: those of the file, or of what its columns were said to be. */
static void put_heading(struct bulk_file *file, const struct bulk_record *first, struct buf *out) {
    const struct store_bulk_form *form = &file->state.form;
    struct table *table = file->table;
    table_word(table, bulk_error_column_labels[file->language][BULK_ERROR_COLUMN_LINE]);
    table_word(table, bulk_error_column_labels[file->language][BULK_ERROR_COLUMN_PROBLEM]);
    if (!bulk_is_table(file->state.kind)) {
        table_word(table, label_of(file, BULK_FIELD_USERID));
        table_word(table, label_of(file, BULK_FIELD_USERNAME));
    } else if (first->code == 0) {
        put_cells(table, first);
    } else {
        for (size_t i = 0; i < form->column_count; i++) {
            table_word(table, label_of(file, (enum bulk_field)form->columns[i]));
        }
    }
    table_row(table, out);
}

/* " (Line 12)" or " (User ID 7)": the conflicting row or user; "" without one. */
static void print_other(const struct bulk_file *file, const struct bulk_record *record, char ret_text[OTHER_MAX]) {
    const bool is_row = record->other.line != 0;
    const uint32_t number = is_row ? record->other.line : record->other.userid;
    const char *label =
        is_row ? bulk_error_column_labels[file->language][BULK_ERROR_COLUMN_LINE] : label_of(file, BULK_FIELD_USERID);
    ret_text[0] = '\0';
    if (number != 0) {
        (void)snprintf(ret_text, OTHER_MAX, " (%s %u)", label, (unsigned)number);
    }
}

/* What is wrong, with what the field is called before it. */
static void put_problem(struct bulk_file *file, const struct bulk_record *record) {
    char text[PROBLEM_MAX];
    const char *words = file->words(err_from_stored(record->code));
    const char *field = bulk_field_name(record->field);
    for (unsigned i = 0; i < BULK_FIELD_COUNT; i++) {
        if (field[0] != '\0' && strcmp(bulk_field_text[i], field) == 0) {
            field = label_of(file, (enum bulk_field)i);
        }
    }
    const char *more = file->state.kind == BULK_KIND_PHOTOS ? record->text : ""; /* users that a name fits */
    char other[OTHER_MAX];
    print_other(file, record, other);
    (void)snprintf(text, sizeof(text), "%s%s%s%s%s%s", field, field[0] != '\0' ? ": " : "", words,
                   more[0] != '\0' ? ": " : "", more, other);
    table_text(file->table, text);
}

static void put_wrong(struct bulk_file *file, const struct bulk_record *record, struct buf *out) {
    table_number(file->table, record->line);
    put_problem(file, record);
    if (bulk_is_table(file->state.kind)) {
        put_cells(file->table, record);
    } else {
        table_number(file->table, record->change.values.userid);
        table_text(file->table, record->change.values.username);
    }
    table_row(file->table, out);
}

/* Some rows; 1: there are more. */
static int put_rows(struct bulk_file *file, struct buf *out) {
    struct bulk_record record;
    int r = 1;
    while (r == 1 && out->len < PIECE) {
        r = bulk_reader_next(&file->reader, &record);
        if (r != 1) {
            break;
        }
        if (!file->begun) {
            put_heading(file, &record, out);
            file->begun = true;
        }
        if (record.code != 0) {
            put_wrong(file, &record, out);
        }
    }
    return r;
}

int bulk_file_next(struct core *core, void *state, struct buf *out) {
    struct bulk_file *file = state;
    int r = 0;
    if (file->words != NULL) {
        r = put_rows(file, out);
    } else {
        put_example(core, file->table, out);
    }
    if (r >= 0) {
        int failed = table_failed(file->table);
        r = failed < 0 ? failed : r;
    }
    return r == 0 ? table_end(file->table, out) : r;
}
