/* Users in bulk: what the file seems to be, and the files that are taken away. */
#include "core/bulk/bulk_files.h"
#include "api/api.h"
#include "api/status.h"
#include "contract.h"
#include "core/bulk/bulk.h"
#include "util/arena.h"
#include "util/err.h"

static int look_reply(struct api_ctx *ctx, const struct bulk_looked *looked, struct bulk_look_reply *reply) {
    struct api_bulk_column *columns = arena_calloc(ctx->arena, looked->column_count, sizeof(*columns));
    struct api_bulk_sample *sample = arena_calloc(ctx->arena, looked->sample_count, sizeof(*sample));
    if (columns == NULL || sample == NULL) {
        return E_NOMEM;
    }
    for (size_t i = 0; i < looked->column_count; i++) {
        columns[i] = (struct api_bulk_column){.heading = looked->headings[i], .field = looked->fields[i]};
    }
    for (size_t i = 0; i < looked->sample_count; i++) {
        sample[i] = (struct api_bulk_sample){
            .line = looked->sample[i].line, .cells = looked->sample[i].cells, .cells_count = looked->sample[i].count};
    }
    *reply = (struct bulk_look_reply){
        .format = looked->format,
        .encoding = looked->encoding,
        .sure = looked->sure,
        .delimiter = looked->delimiter,
        .heading = looked->heading,
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
                                     .has_heading = req->has_heading,
                                     .encoding = req->encoding,
                                     .delimiter = req->delimiter,
                                     .heading = req->heading,
                                     .sheet = req->sheet};
    struct bulk_looked looked;
    int r = bulk_look(ctx->core, ctx->actor, &asked, ctx->arena, &looked);
    if (r == 0) {
        r = look_reply(ctx, &looked, reply);
    }
    return status_refuse(ctx, r, r == E_NOT_FITTED ? "encoding" : NULL);
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
