/* Users in bulk: what the file seems to be, and the files that are taken away. */
#include "core/bulk/bulk_files.h"
#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/bulk/bulk.h"
#include "util/arena.h"
#include "util/err.h"

static struct api_bulk_sample *rows_of(struct arena *arena, const struct bulk_row_seen *rows, size_t count) {
    struct api_bulk_sample *said = arena_calloc(arena, count, sizeof(*said));
    for (size_t i = 0; said != NULL && i < count; i++) {
        said[i] = (struct api_bulk_sample){.line = rows[i].line, .cells = rows[i].cells, .cells_count = rows[i].count};
    }
    return said;
}

static int look_reply(struct api_ctx *ctx, const struct bulk_looked *looked, struct bulk_look_reply *reply) {
    struct api_bulk_column *columns = arena_calloc(ctx->arena, looked->column_count, sizeof(*columns));
    struct api_bulk_sample *sample = rows_of(ctx->arena, looked->sample, looked->sample_count);
    struct api_bulk_sample *first = rows_of(ctx->arena, looked->first, looked->first_count);
    if (columns == NULL || sample == NULL || first == NULL) {
        return E_NOMEM;
    }
    for (size_t i = 0; i < looked->column_count; i++) {
        columns[i] = (struct api_bulk_column){.heading = looked->headings[i], .field = looked->fields[i]};
    }
    *reply = (struct bulk_look_reply){
        .format = looked->format,
        .encoding = looked->encoding,
        .sure = looked->sure,
        .delimiter = looked->delimiter,
        .heading = looked->heading,
        .heading_line = looked->heading_line,
        .heading_rows = looked->heading_rows,
        .first = first,
        .first_count = looked->first_count,
        .sheet = looked->sheet,
        .sheets = looked->sheets,
        .sheets_count = looked->sheet_count,
        .columns = columns,
        .columns_count = looked->column_count,
        .sample = sample,
        .sample_count = looked->sample_count,
    };
    return 0;
}

int api_bulk_look(struct api_ctx *ctx, const struct bulk_look_req *req, struct bulk_look_reply *reply) {
    const struct bulk_asked asked = {.has_encoding = req->has_encoding,
                                     .has_delimiter = req->has_delimiter,
                                     .has_heading = req->has_heading || req->has_heading_line,
                                     .has_sheet = req->has_sheet,
                                     .encoding = req->encoding,
                                     .delimiter = req->delimiter,
                                     .heading = req->has_heading ? req->heading : true,
                                     .heading_line = req->has_heading_line ? req->heading_line : 0,
                                     .sheet = req->sheet};
    struct bulk_looked looked;
    int r = bulk_look(ctx->core, ctx->actor, &asked, ctx->arena, &looked);
    if (r == 0) {
        r = look_reply(ctx, &looked, reply);
    }
    return status_refuse(ctx, r, r == E_NOT_FITTED ? "encoding" : r == E_RANGE ? "headingLine" : NULL);
}

static enum user_field field_of(enum bulk_name_field field) {
    return field == BULK_NAME_FIELD_GROUP ? USER_GROUP : USER_SHIFT;
}

int api_bulk_names(struct api_ctx *ctx, struct bulk_names_reply *reply) {
    struct bulk_name_unknown *unknown = NULL;
    struct api_bulk_name *names = arena_calloc(ctx->arena, BULK_NAMES_MAX, sizeof(*names));
    int r = names == NULL ? E_NOMEM : bulk_unknown_names(ctx->core, ctx->arena, &unknown, &reply->names_count);
    for (size_t i = 0; r == 0 && i < reply->names_count; i++) {
        names[i] = (struct api_bulk_name){.field = unknown[i].field == USER_GROUP ? BULK_NAME_FIELD_GROUP
                                                                                  : BULK_NAME_FIELD_SHIFT,
                                          .name = unknown[i].text,
                                          .rows = unknown[i].rows,
                                          .line = unknown[i].line};
    }
    reply->names = names;
    return status_refuse(ctx, r, NULL);
}

int api_bulk_use_names(struct api_ctx *ctx, const struct bulk_use_names_req *req) {
    struct bulk_name_use *uses = arena_calloc(ctx->arena, req->names_count, sizeof(*uses));
    if (uses == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    for (size_t i = 0; i < req->names_count; i++) {
        uses[i] = (struct bulk_name_use){.field = field_of(req->names[i].field),
                                         .number = req->names[i].number,
                                         .leaves_out = req->names[i].leave_out,
                                         .text = req->names[i].name};
    }
    int r = bulk_use_names(ctx->core, ctx->actor, uses, req->names_count);
    return status_refuse(ctx, r, r == E_RANGE ? "names" : NULL);
}

int api_bulk_mend(struct api_ctx *ctx, const struct bulk_mend_req *req) {
    struct bulk_mend *mends = arena_calloc(ctx->arena, req->mends_count, sizeof(*mends));
    if (mends == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    for (size_t i = 0; i < req->mends_count; i++) {
        mends[i] = (struct bulk_mend){.line = req->mends[i].line,
                                      .column = req->mends[i].column,
                                      .leaves_out = req->mends[i].leave_out,
                                      .text = req->mends[i].text};
    }
    int r = bulk_mend(ctx->core, ctx->actor, mends, req->mends_count, req->forget);
    return status_refuse(ctx, r, r == E_RANGE ? "mends" : NULL);
}

int api_bulk_mended(struct api_ctx *ctx, struct bulk_mended_reply *reply) {
    struct bulk_view *view = arena_alloc(ctx->arena, sizeof(*view));
    if (view == NULL) {
        return status_refuse(ctx, E_NOMEM, NULL);
    }
    bulk_view(ctx->core, ctx->actor, view);
    int r = bulk_mend_count(ctx->core, &view->state, &reply->mended);
    return status_refuse(ctx, r == E_CORRUPT ? E_BUSY : r, NULL);
}

/* The catalogue's text. */
static const char *words_of(int err) {
    return err_text(-(int)status_of(err));
}

static int give_file(struct api_ctx *ctx, int r, struct bulk_file *file, struct api_file *ret_file) {
    if (r < 0) {
        return status_refuse(ctx, r, NULL);
    }
    *ret_file = (struct api_file){.type = bulk_file_media_type(file),
                                  .name = bulk_file_name(file),
                                  .state = file,
                                  .next = bulk_file_next,
                                  .end = bulk_file_free};
    return CAT_OK;
}

int api_download_bulk_errors(struct api_ctx *ctx, struct api_file *ret_file) {
    struct bulk_file *file = NULL;
    int r = bulk_file_errors(ctx->core, ctx->actor, ctx->language, words_of, &file);
    return give_file(ctx, r, file, ret_file);
}

int api_download_bulk_template(struct api_ctx *ctx, const struct download_bulk_template_req *req,
                               struct api_file *ret_file) {
    struct bulk_file *file = NULL;
    int r = bulk_file_template(ctx->core, ctx->language, req->format, &file);
    return give_file(ctx, r, file, ret_file);
}
