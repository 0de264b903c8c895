#include "core/backup/settings_file.h"

#include <string.h>

#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "util/arena.h"
#include "util/crypto.h"
#include "util/json_out.h"
#include "util/utf8.h"

#define MS_PER_S 1000
#define MEMBER_INDENT 2 /* blanks before a member of the outermost object */
#define PAGE_INDENT 4
#define SETTING_INDENT 6

static const struct setting_row *file_row(enum setting_page page, uint32_t n) {
    return &setting_rows[setting_pages[page].first + n];
}

static const void *value_of(const struct setting_row *row, const struct setting_values *values) {
    return value_in_const(&row->value, (const char *)values + setting_pages[row->page].offset);
}

static bool may_page(struct core *core, const struct actor *by, enum setting_page page, enum right right) {
    return rights_may(&settings_get(core)->rights, by, (int)setting_pages[page].group, right);
}

enum setting_page settings_file_page(const char *name, size_t len) {
    int page = 0;
    while (page < SETTING_PAGE_COUNT &&
           (strlen(setting_pages[page].name) != len || memcmp(setting_pages[page].name, name, len) != 0)) {
        page++;
    }
    return (enum setting_page)page;
}

/* --- Writing --------------------------------------------------------------------------------------------------------- */

/* Ends the previous line and starts one with a key. */
static void put_key(struct buf *out, int indent, bool first, const char *key) {
    buf_printf(out, "%s\n%*s\"%s\": ", first ? "" : ",", indent, "", key);
}

static void put_end(struct buf *out, int indent, char closer) {
    buf_printf(out, "\n%*s%c", indent, "", closer);
}

/* Appends a separately composed value, since json_out_*() checks what precedes a value. */
static void put_apart(struct buf *out, const struct buf *value) {
    out->failed = out->failed || buf_failed(value);
    buf_append(out, value->data, value->len);
}

static void put_text(struct buf *out, const char *text) {
    _cleanup_(buf_donep) struct buf value = {0};
    json_out_string(&value, text);
    put_apart(out, &value);
}

static void put_value(struct buf *out, const struct setting_row *row, const struct setting_values *values) {
    _cleanup_(buf_donep) struct buf value = {0};
    value_print_json(&row->value, value_of(row, values), &value);
    put_apart(out, &value);
}

static void put_page(struct buf *out, enum setting_page page, const struct setting_values *values) {
    bool first = true;
    buf_append_char(out, '{');
    for (uint32_t i = 0; i < setting_pages[page].count; i++) {
        const struct setting_row *row = file_row(page, i);
        if (!row->value.secret) {
            put_key(out, SETTING_INDENT, first, row->value.name);
            put_value(out, row, values);
            first = false;
        }
    }
    put_end(out, PAGE_INDENT, '}');
}

static void put_pages(struct core *core, const struct actor *by, struct buf *out) {
    const struct settings *settings = settings_get(core);
    bool first = true;
    buf_append_char(out, '{');
    for (int page = 0; page < SETTING_PAGE_COUNT; page++) {
        if (may_page(core, by, (enum setting_page)page, RIGHT_READ)) {
            put_key(out, PAGE_INDENT, first, setting_pages[page].name);
            put_page(out, (enum setting_page)page, &settings->values);
            first = false;
        }
    }
    put_end(out, MEMBER_INDENT, '}');
}

static bool is_set(const struct setting_row *row, const struct setting_values *values) {
    return row->value.secret && !value_is_empty(&row->value, value_of(row, values));
}

static void put_secrets(struct core *core, const struct actor *by, struct buf *out) {
    const struct settings *settings = settings_get(core);
    _cleanup_(buf_donep) struct buf names = {0};
    json_out_array_begin(&names);
    for (size_t i = 0; i < SETTING_ROW_COUNT; i++) {
        const struct setting_row *row = &setting_rows[i];
        if (is_set(row, &settings->values) && may_page(core, by, row->page, RIGHT_READ)) {
            json_out_string(&names, row->key);
        }
    }
    json_out_array_end(&names);
    put_apart(out, &names);
}

int settings_file_write(struct core *core, const struct actor *by, struct buf *out, char ret_name[FILE_NAME_MAX]) {
    int64_t now_ms = core_utc_ms(core);
    buf_append_char(out, '{');
    put_key(out, MEMBER_INDENT, true, "postern");
    put_text(out, SETTINGS_FILE_MARK);
    put_key(out, MEMBER_INDENT, false, "version");
    buf_printf(out, "%d", SETTINGS_FILE_VERSION);
    put_key(out, MEMBER_INDENT, false, "firmware");
    put_text(out, about_facts(core->shared)->version);
    put_key(out, MEMBER_INDENT, false, "serial");
    put_text(out, about_serial(core->shared));
    put_key(out, MEMBER_INDENT, false, "made");
    buf_printf(out, "%lld", (long long)(now_ms / MS_PER_S));
    put_key(out, MEMBER_INDENT, false, "settings");
    put_pages(core, by, out);
    put_key(out, MEMBER_INDENT, false, "secrets");
    put_secrets(core, by, out);
    put_end(out, 0, '}');
    buf_append_char(out, '\n');
    if (buf_failed(out)) {
        return E_NOMEM;
    }
    file_name_of_days(core, "settings", now_ms, now_ms, "json", ret_name);
    return audit_add_alone(core, by, &(struct audit_change){.object = "settings"});
}

/* --- Differences
 * ------------------------------------------------------------------------------------------------------ */

/* Differences found so far. At most one per row, two per page and one per unknown name. */
struct differing {
    struct core *core;
    const struct actor *by;
    const struct settings_file *file;
    struct arena *arena;
    struct settings_file_difference *list;
    size_t count;
};

#define DIFFERENCES_MAX (SETTING_ROW_COUNT + 2 * SETTING_PAGE_COUNT + SETTINGS_FILE_ODD_MAX)

/* Returns the length of the first characters of a text. */
static size_t cut_at(const char *text, size_t len) {
    size_t at = 0;
    uint32_t code_point = 0;
    for (unsigned n = 0; n < SETTINGS_FILE_CUT && at < len; n++) {
        size_t size = utf8_next(text + at, len - at, &code_point);
        at += size > 0 ? size : 1;
    }
    return at;
}

/* NULL: no memory. */
static const char *tell_text(struct arena *arena, const char *text) {
    return arena_strndup(arena, text, cut_at(text, strlen(text)));
}

static const char *tell_value(struct arena *arena, const struct setting_row *row, const struct setting_values *values) {
    _cleanup_(buf_donep) struct buf text = {0};
    value_print(&row->value, value_of(row, values), &text);
    const char *printed = buf_text(&text);
    return buf_failed(&text) ? NULL : tell_text(arena, printed);
}

static const char *tell_given(const struct differing *d, const struct setting_row *row) {
    const struct settings_file_value *value = &d->file->values[row - setting_rows];
    if (!value->given) {
        return "";
    }
    return value->error < 0 ? tell_text(d->arena, value->text) : tell_value(d->arena, row, d->file->given);
}

static int add_page(struct differing *d, const char *page, const char *setting, int error) {
    d->list[d->count++] =
        (struct settings_file_difference){.page = page, .setting = setting, .before = "", .after = "", .error = error};
    return 0;
}

/* Adds a setting of a page that `by` may read. Secrets are not reported. */
static int add_row(struct differing *d, const struct setting_row *row, int error) {
    struct settings_file_difference *difference = &d->list[d->count++];
    *difference = (struct settings_file_difference){
        .page = setting_pages[row->page].name, .setting = row->value.name, .before = "", .after = "", .error = error};
    if (row->value.secret) {
        return 0;
    }
    difference->before = tell_value(d->arena, row, &settings_get(d->core)->values);
    difference->after = tell_given(d, row);
    return difference->before != NULL && difference->after != NULL ? 0 : E_NOMEM;
}

/* Attaches a rejection to its setting: found among the differences of the page, or added. */
static int add_refusal(struct differing *d, enum setting_page page, size_t first, const char *field, int error) {
    for (size_t i = first; i < d->count; i++) {
        if (field != NULL && strcmp(d->list[i].setting, field) == 0) {
            d->list[i].error = d->list[i].error < 0 ? d->list[i].error : error;
            return 0;
        }
    }
    for (uint32_t i = 0; field != NULL && i < setting_pages[page].count; i++) {
        if (strcmp(file_row(page, i)->value.name, field) == 0) {
            return add_row(d, file_row(page, i), error);
        }
    }
    return add_page(d, setting_pages[page].name, "", error);
}

/* Returns the save that would import the page. */
static struct settings_change page_change(const struct settings_file *file, enum setting_page page) {
    struct settings_change change = {.page = page, .values = (const char *)file->given + setting_pages[page].offset};
    for (uint32_t i = 0; i < setting_pages[page].count; i++) {
        const struct setting_row *row = file_row(page, i);
        if (file->values[row - setting_rows].given) {
            change.given |= UINT64_C(1) << row->bit;
        }
    }
    return change;
}

/* Returns whether the error cannot be fixed in the file or by the caller. */
static bool is_of_terminal(int error) {
    switch (error) {
        case E_NOMEM:
        case E_SYSTEM:
        case E_IO:
        case E_INTERNAL:
        case E_NOSPC:
        case E_CORRUPT:
        case E_BUSY: return true;
        default: return false;
    }
}

/* Adds the settings of a page that differ, including invalid ones. *ret_wrong: there is one. */
static int differ_rows(struct differing *d, enum setting_page page, bool *ret_wrong) {
    const struct settings *settings = settings_get(d->core);
    int r = 0;
    *ret_wrong = false;
    for (uint32_t i = 0; i < setting_pages[page].count && r == 0; i++) {
        const struct setting_row *row = file_row(page, i);
        const struct settings_file_value *value = &d->file->values[row - setting_rows];
        if (!value->given) {
            continue;
        }
        *ret_wrong = *ret_wrong || value->error < 0;
        if (value->error < 0 ||
            !value_equal(&row->value, value_of(row, &settings->values), value_of(row, d->file->given))) {
            r = add_row(d, row, value->error);
        }
    }
    return r;
}

static void forbid_rows(struct differing *d, size_t first) {
    for (size_t i = first; i < d->count; i++) {
        d->list[i].error = d->list[i].error < 0 ? d->list[i].error : E_FORBIDDEN;
    }
}

static int differ_page(struct differing *d, enum setting_page page) {
    size_t first = d->count;
    bool is_wrong = false;
    struct settings_result result;
    if (!may_page(d->core, d->by, page, RIGHT_READ)) {
        return add_page(d, setting_pages[page].name, "", E_FORBIDDEN);
    }
    int r = differ_rows(d, page, &is_wrong);
    if (r < 0 || d->count == first) {
        return r;
    }
    if (!may_page(d->core, d->by, page, RIGHT_WRITE)) {
        forbid_rows(d, first);
        return 0;
    }
    if (is_wrong) {
        return 0; /* rules across settings are meaningless while one is invalid */
    }
    const struct settings_change change = page_change(d->file, page);
    r = settings_try(d->core, d->by, &change, &result);
    if (r == 0 || is_of_terminal(r)) {
        return r;
    }
    return add_refusal(d, page, first, result.field, r);
}

static int differ_secrets(struct differing *d, struct settings_file_look *look) {
    const struct settings *settings = settings_get(d->core);
    struct settings_file_secret *secrets = arena_calloc(d->arena, SETTING_ROW_COUNT, sizeof(*secrets));
    if (secrets == NULL) {
        return E_NOMEM;
    }
    look->secrets = secrets;
    for (size_t i = 0; i < SETTING_ROW_COUNT; i++) {
        const struct setting_row *row = &setting_rows[i];
        if (d->file->is_secret_set[i] && !is_set(row, &settings->values) &&
            may_page(d->core, d->by, row->page, RIGHT_READ)) {
            secrets[look->secret_count++] =
                (struct settings_file_secret){setting_pages[row->page].name, row->value.name};
        }
    }
    return 0;
}

int settings_file_compare(struct core *core, const struct actor *by, const struct settings_file *file,
                          struct arena *arena, struct settings_file_look *ret_look) {
    struct differing d = {.core = core, .by = by, .file = file, .arena = arena};
    int r = 0;
    *ret_look = (struct settings_file_look){0};
    d.list = arena_calloc(arena, DIFFERENCES_MAX, sizeof(*d.list));
    if (d.list == NULL) {
        return E_NOMEM;
    }
    for (int page = 0; page < SETTING_PAGE_COUNT && r == 0; page++) {
        r = file->has_page[page] ? differ_page(&d, (enum setting_page)page) : 0;
    }
    for (size_t i = 0; i < file->odd_count && r == 0; i++) {
        r = add_page(&d, file->odd[i].page, file->odd[i].setting, E_UNKNOWN);
    }
    ret_look->differences = d.list;
    ret_look->count = d.count;
    return r < 0 ? r : differ_secrets(&d, ret_look);
}

/* --- Import
 * ----------------------------------------------------------------------------------------------------------- */

/* Finds the first reason why a page cannot be saved; 0: none. Otherwise fills `failed`. */
static int find_wrong(struct differing *d, enum setting_page page) {
    const char *name = setting_pages[page].name;
    if (!d->file->has_page[page]) {
        (void)add_page(d, name, "", E_MISSING);
        return E_MISSING;
    }
    if (!may_page(d->core, d->by, page, RIGHT_WRITE)) {
        (void)add_page(d, name, "", E_FORBIDDEN);
        return E_FORBIDDEN;
    }
    for (uint32_t i = 0; i < setting_pages[page].count; i++) {
        const struct setting_row *row = file_row(page, i);
        int error = d->file->values[row - setting_rows].error;
        if (error < 0) {
            int r = add_row(d, row, error);
            return r < 0 ? r : error;
        }
    }
    for (size_t i = 0; i < d->file->odd_count; i++) {
        if (strcmp(d->file->odd[i].page, name) == 0) {
            (void)add_page(d, name, d->file->odd[i].setting, E_UNKNOWN);
            return E_UNKNOWN;
        }
    }
    return 0;
}

/* Saves a page, or notes why not. Returns an error only if is_of_terminal(). */
static int take_page(struct differing *d, enum setting_page page, struct settings_file_taken *taken) {
    struct settings_result result;
    int r = find_wrong(d, page);
    if (r < 0) {
        return r == E_NOMEM ? r : 0;
    }
    const struct settings_change change = page_change(d->file, page);
    r = settings_save(d->core, d->by, &change, &result);
    const char *field = result.field;
    bool undone = result.undone;
    /* it contains a code; signing in at the new address confirms the change without it */
    crypto_wipe(&result, sizeof(result));
    if (r == 0) {
        taken->saved[taken->saved_count++] = page;
        return 0;
    }
    if (is_of_terminal(r) && !undone) {
        return r;
    }
    int added = add_refusal(d, page, d->count, field, r);
    d->list[d->count - 1].undone = undone;
    return added;
}

/* Saves the pages of `pages` that are provisional, or those that are not; removes those tried from *left. */
static int take_pages(struct differing *d, uint64_t *left, bool provisional, struct settings_file_taken *taken) {
    for (int page = 0; page < SETTING_PAGE_COUNT; page++) {
        uint64_t bit = UINT64_C(1) << page;
        if ((*left & bit) == 0 || setting_pages[page].provisional != provisional) {
            continue;
        }
        int r = take_page(d, (enum setting_page)page, taken);
        if (r < 0) {
            return r;
        }
        *left &= ~bit;
    }
    return 0;
}

int settings_file_take(struct core *core, const struct actor *by, const struct settings_file *file, uint64_t pages,
                       struct arena *arena, struct settings_file_taken *ret_taken) {
    struct differing d = {.core = core, .by = by, .file = file, .arena = arena};
    *ret_taken = (struct settings_file_taken){0};
    d.list = arena_calloc(arena, DIFFERENCES_MAX, sizeof(*d.list));
    if (d.list == NULL) {
        return E_NOMEM;
    }
    int r = take_pages(&d, &pages, false, ret_taken);
    if (r == 0) {
        r = take_pages(&d, &pages, true, ret_taken);
    }
    if (r < 0 && ret_taken->saved_count == 0) {
        return r;
    }
    for (int page = 0; page < SETTING_PAGE_COUNT && r < 0; page++) {
        if ((pages >> page & 1U) != 0) {
            (void)add_page(&d, setting_pages[page].name, "", r);
        }
    }
    ret_taken->failed = d.list;
    ret_taken->failed_count = d.count;
    return 0;
}
