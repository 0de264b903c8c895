#include "api/encode.h"

#include "util/json_out.h"

void api_encode_success(struct buf *out, const struct api_route *route, const struct api_ctx *ctx, const void *reply) {
    buf_append_text(out, ctx->wait ? "{\"code\":\"wait\"" : "{\"code\":\"success\"");
    buf_append_text(out, ",\"retvalue\":0,\"msg\":0,");
    if (ctx->reboot) {
        buf_append_text(out, "\"reboot\":true,");
    }
    buf_append_text(out, "\"data\":");
    route->encode(out, reply);
    buf_append_char(out, '}');
}

void api_encode_error(struct buf *out, int code, const char *field) {
    buf_append_text(out, "{\"code\":\"error\"");
    json_out_key(out, "retvalue");
    json_out_int(out, code);
    json_out_key(out, "msg");
    json_out_int(out, code);
    if (field != NULL && field[0] != '\0') {
        json_out_key(out, "field");
        json_out_string(out, field);
    }
    json_out_key(out, "data");
    buf_append_text(out, "{}}");
}

char *api_put_word(char *at, const struct value_words *words, unsigned index) {
    const unsigned known = index < words->count ? index : 0;
    *at++ = '"';
    at = json_put_text(at, words->words[known], words->lengths[known]);
    *at++ = '"';
    return at;
}

char *api_put_flags(char *at, const struct value_words *words, uint32_t bits) {
    *at++ = '[';
    const char *first = at;
    for (unsigned i = 0; i < words->count; i++) {
        if ((bits >> i & 1u) == 0) {
            continue;
        }
        if (at > first) {
            *at++ = ',';
        }
        at = api_put_word(at, words, i);
    }
    *at++ = ']';
    return at;
}
