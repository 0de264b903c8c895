/* One change for many: whom it is about is written down at once, so that it is them and nobody who comes later. */
#include <stdio.h>
#include <string.h>

#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_parse.h"
#include "core/bulk/bulk_rows.h"
#include "core/users/users.h"
#include "store/upload.h"
#include "util/arena.h"
#include "util/buf.h"
#include "util/json_out.h"

#define ARENA_MAX ((size_t)256 * 1024) /* a page whose texts are all as long as they may be */

static int check_change(const struct user_change *change, const char **ret_field) {
    const struct user *user = &change->values;
    if (change->given == 0) {
        *ret_field = "change";
        return E_MISSING;
    }
    if (user_gives(change, USER_VALID_FROM) && user_gives(change, USER_VALID_TO) && user->valid_to != 0 &&
        user->valid_to < user->valid_from) {
        *ret_field = "change.validTo";
        return E_RANGE;
    }
    return 0;
}

/* Members of the audit row. */
static void put_about(const struct bulk_edit_asked *asked, struct buf *out) {
    json_out_key(out, "filter");
    json_out_object_begin(out);
    for (unsigned i = 0; asked->ids == NULL && i < USER_QUERY_FIELD_COUNT; i++) {
        if (user_query_gives(asked->query, (enum user_query_field)i)) {
            json_out_key(out, user_query_rows[i].name);
            value_print_json(&user_query_rows[i], value_in_const(&user_query_rows[i], asked->query), out);
        }
    }
    if (asked->ids != NULL) {
        json_out_key(out, "userids");
        json_out_uint(out, asked->id_count);
    }
    json_out_object_end(out);
    json_out_key(out, "change");
    json_out_object_begin(out);
    for (unsigned i = 0; i < USER_FIELD_COUNT; i++) {
        if (user_gives(asked->change, (enum user_field)i)) {
            json_out_key(out, user_rows[i].name);
            value_print_json(&user_rows[i], value_in_const(&user_rows[i], &asked->change->values), out);
        }
    }
    json_out_object_end(out);
}

/* With a comma before it: it goes on an object. */
static int make_about(const struct bulk_edit_asked *asked, char ret_about[STORE_BULK_TEXT_MAX]) {
    _cleanup_(buf_donep) struct buf out = {0};
    buf_append_char(&out, ',');
    put_about(asked, &out);
    if (buf_failed(&out)) {
        return E_NOMEM;
    }
    int n = snprintf(ret_about, STORE_BULK_TEXT_MAX, "%s", buf_text(&out));
    return n > 0 && n < STORE_BULK_TEXT_MAX ? 0 : E_TOO_LARGE;
}

static int put_id(struct bulk_writer *writer, uint32_t userid) {
    struct bulk_record record = {.text = "", .cells = "", .field = USER_FIELD_COUNT};
    bulk_change_init(&record.change);
    record.change.values.userid = userid;
    return bulk_writer_put(writer, &record);
}

static bool is_repeated(const uint32_t *ids, size_t at) {
    for (size_t i = 0; i < at; i++) {
        if (ids[i] == ids[at]) {
            return true;
        }
    }
    return false;
}

static int put_list(struct bulk_writer *writer, const uint32_t *ids, size_t count, uint32_t *ret_rows) {
    int r = 0;
    for (size_t i = 0; r == 0 && i < count; i++) {
        if (!is_repeated(ids, i)) {
            r = put_id(writer, ids[i]);
            (*ret_rows)++;
        }
    }
    return r;
}

/* Page by page, by the key of the last one. */
static int put_found(struct core *core, struct bulk_writer *writer, const struct user_query *asked,
                     uint32_t *ret_rows) {
    struct user_query query = *asked;
    char after[USER_QUERY_AFTER_OCTETS] = "";
    int r = 0;
    query.sort = USER_SORT_ID;
    query.order = SORT_ORDER_ASC;
    query.limit = USER_QUERY_LIMIT_MAX;
    query.before = query.from = NULL;
    query.last = false;
    do {
        _cleanup_(arena_done) struct arena arena;
        struct store_users_page page;
        struct users_refusal refusal = {0};
        arena_init(&arena, ARENA_MAX);
        query.after = after[0] != '\0' ? after : NULL;
        r = users_list(core, &query, &arena, &page, &refusal);
        for (size_t i = 0; r == 0 && i < page.count; i++) {
            r = put_id(writer, page.users[i].userid);
            (*ret_rows)++;
        }
        if (r == 0) {
            (void)snprintf(after, sizeof(after), "%s", page.next);
        }
    } while (r == 0 && after[0] != '\0');
    return r;
}

static int write_ids(struct core *core, const struct bulk_edit_asked *asked, uint32_t *ret_rows) {
    struct bulk_writer writer;
    struct bulk_record record = {.change = *asked->change, .text = "", .cells = "", .field = USER_FIELD_COUNT};
    int r = bulk_open_writer(core, BULK_IDS, 0, &writer);
    if (r < 0) {
        return r;
    }
    r = bulk_writer_put(&writer, &record);
    if (r == 0) {
        r = asked->ids != NULL ? put_list(&writer, asked->ids, asked->id_count, ret_rows)
                               : put_found(core, &writer, asked->query, ret_rows);
    }
    if (r == 0) {
        r = bulk_writer_sync(&writer);
    }
    bulk_writer_close(&writer);
    return r;
}

static int begin_edit(struct core *core, const struct actor *by, const struct bulk_edit_asked *asked,
                      struct store_bulk *state) {
    *state = (struct store_bulk){.kind = BULK_KIND_EDIT, .form = {.existing = BULK_EXISTING_REPLACE}};
    bulk_set_holder(state, by);
    int r = store_home_is_short(core->shared->home) ? E_NOSPC : make_about(asked, state->about);
    if (r == 0) {
        r = store_upload_drop(core->shared->home, STORE_UPLOAD_BULK);
    }
    if (r == 0) {
        bulk_set_received(core, 0);
        r = write_ids(core, asked, &state->counts.rows);
    }
    return r < 0 ? r : bulk_begin_check(core, state);
}

int bulk_edit(struct core *core, const struct actor *by, const struct bulk_edit_asked *asked, const char **ret_field) {
    struct store_bulk state;
    int r = check_change(asked->change, ret_field);
    if (r == 0) {
        r = bulk_act_anew(core, by, &state);
    }
    if (r < 0) {
        return r;
    }
    r = begin_edit(core, by, asked, &state);
    bulk_act_end(core);
    return r;
}
