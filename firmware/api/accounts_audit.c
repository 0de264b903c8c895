/* The audit log. */
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "api/route_may.h"
#include "api/status.h"
#include "contract.h"
#include "core/accounts/audit_export.h"
#include "core/accounts/audit_log.h"
#include "core/base/core.h"
#include "core/settings/settings.h"
#include "setting_values.h"
#include "util/arena.h"
#include "util/err.h"

#define MS_PER_S 1000
#define PATH_BEGIN "/goform/Set" /* of a call that reads a page of settings */

/* The calls that ask for a right which who asks has; NULL: no memory. */
static const char **readable_calls(struct api_ctx *ctx, size_t *ret_count) {
    const struct rights_table *rights = &settings_get(ctx->core)->rights;
    const char **calls = arena_calloc(ctx->arena, api_route_count, sizeof(*calls));
    size_t count = 0;
    for (size_t i = 0; calls != NULL && i < api_route_count; i++) {
        struct api_route read = api_routes[i];
        if (read.access == API_ACCESS_WRITE) {
            read.access = API_ACCESS_READ; /* who may see a thing may see who changed it */
        }
        if (read.access == API_ACCESS_READ && api_may(rights, ctx->actor, &read)) {
            calls[count++] = read.name;
        }
    }
    *ret_count = count;
    return calls;
}

static const char *shown_text(const char *text) {
    return text == NULL ? "" : text;
}

static int fill_entries(struct api_ctx *ctx, const struct audit_log_page *page, struct auditlist_reply *reply) {
    struct api_audit_entry *entries = arena_calloc(ctx->arena, page->count, sizeof(*entries));
    for (size_t i = 0; entries != NULL && i < page->count; i++) {
        const struct store_audit_row *row = &page->rows[i].row;
        entries[i] = (struct api_audit_entry){
            .id = row->id,
            .time = row->time_ms / MS_PER_S,
            .account = row->account,
            .peer = row->peer,
            .call = row->call,
            .object = row->object,
            .importance = row->importance,
            .before = shown_text(row->before),
            .after = shown_text(row->after),
            .cut = page->rows[i].cut,
        };
    }
    reply->entries = entries;
    reply->entries_count = page->count;
    reply->older = page->older;
    reply->newer = page->newer;
    return entries == NULL ? E_NOMEM : 0;
}

/* What is asked for, and whose entries may be seen; E_NOMEM. */
static int make_query(struct api_ctx *ctx, const struct audit_query *asked, struct audit_log_query *ret_query) {
    *ret_query = (struct audit_log_query){
        .from_s = audit_query_gives(asked, AUDIT_QUERY_FROM) ? asked->from : 0,
        .to_s = audit_query_gives(asked, AUDIT_QUERY_TO) ? asked->to : INT64_MAX,
        .account = asked->account,
        .call = asked->call,
        .object = asked->object,
        .importance = audit_query_gives(asked, AUDIT_QUERY_IMPORTANCE) ? (int)asked->importance : -1,
    };
    ret_query->calls = readable_calls(ctx, &ret_query->call_count);
    return ret_query->calls == NULL ? E_NOMEM : 0;
}

int api_auditlist(struct api_ctx *ctx, const struct auditlist_req *req, struct auditlist_reply *reply) {
    struct audit_log_page page = {0};
    struct audit_log_query query;
    int r = make_query(ctx, &req->audit_query, &query);
    query.before = req->has_before ? req->before : 0;
    query.after = req->has_after ? req->after : 0;
    query.limit = req->limit;
    if (r == 0) {
        r = audit_log_read(ctx->core, ctx->actor, &query, ctx->arena, &page);
    }
    if (r == 0) {
        r = fill_entries(ctx, &page, reply);
    }
    return status_refuse(ctx, r, r == E_RANGE ? "after" : NULL);
}

int api_download_audit(struct api_ctx *ctx, const struct download_audit_req *req, struct api_file *ret_file) {
    struct audit_log_query query;
    struct audit_export *export = NULL;
    int r = make_query(ctx, &req->audit_query, &query);
    if (r == 0) {
        r = audit_export_new(ctx->core, ctx->actor, &query, &export);
    }
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    *ret_file = (struct api_file){.type = audit_export_media_type(),
                                  .name = audit_export_name(export),
                                  .state = export,
                                  .next = audit_export_next,
                                  .end = audit_export_free};
    return CAT_OK;
}

/* The page of settings of a name; -1: there is none. */
static int page_of(const char *name) {
    for (int page = 0; page < SETTING_PAGE_COUNT; page++) {
        if (strcmp(setting_pages[page].name, name) == 0) {
            return page;
        }
    }
    return -1;
}

/* The value in an object with one member, from its colon to its end; NULL: no memory. */
static const char *value_in_object(struct arena *arena, const char *object) {
    const char *value = object + strcspn(object, ":") + 1;
    return arena_strndup(arena, value, strlen(value) - 1);
}

static int fill_changes(struct api_ctx *ctx, const struct audit_log_change *changes, size_t count,
                        struct settinghistory_reply *reply) {
    struct api_setting_change *shown = arena_calloc(ctx->arena, count, sizeof(*shown));
    for (size_t i = 0; shown != NULL && i < count; i++) {
        const struct store_audit_row *row = changes[i].row;
        shown[i] = (struct api_setting_change){
            .field = changes[i].field,
            .time = row->time_ms / MS_PER_S,
            .account = row->account,
            .before = value_in_object(ctx->arena, row->before),
            .after = value_in_object(ctx->arena, row->after),
        };
        if (shown[i].before == NULL || shown[i].after == NULL) {
            return E_NOMEM;
        }
    }
    reply->changes = shown;
    reply->changes_count = count;
    return shown == NULL ? E_NOMEM : 0;
}

int api_settinghistory(struct api_ctx *ctx, const struct settinghistory_req *req, struct settinghistory_reply *reply) {
    char path[sizeof(PATH_BEGIN) + sizeof(req->page)];
    int page = page_of(req->page);
    (void)snprintf(path, sizeof(path), PATH_BEGIN "%s", req->page);
    const struct api_route *route = page < 0 ? NULL : api_route_find(path, strlen(path));
    if (route == NULL) {
        ctx->error_field = "page";
        return CAT_NO_SUCH_CALL;
    }
    if (!api_may(&settings_get(ctx->core)->rights, ctx->actor, route)) {
        return CAT_FORBIDDEN;
    }
    struct audit_log_change *changes = NULL;
    size_t count = 0;
    int r = audit_log_changes(ctx->core, (enum setting_page)page, ctx->arena, &changes, &count);
    if (r == 0) {
        r = fill_changes(ctx, changes, count, reply);
    }
    return status_refuse(ctx, r, NULL);
}
