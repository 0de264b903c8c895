#include "http/rom.h"

#include <string.h>

static bool is_space(char c) {
    return c == ' ' || c == '\t';
}

/* Returns the next element of a comma-separated list, trimmed; false at the end. */
static bool next_element(struct http_text *list, struct http_text *ret_element) {
    if (list->at == NULL || list->len == 0) {
        return false;
    }
    const char *comma = memchr(list->at, ',', list->len);
    size_t len = comma == NULL ? list->len : (size_t)(comma - list->at);
    struct http_text element = {list->at, len};
    size_t step = comma == NULL ? len : len + 1;
    list->at += step;
    list->len -= step;
    while (element.len > 0 && is_space(element.at[0])) {
        element.at++;
        element.len--;
    }
    while (element.len > 0 && is_space(element.at[element.len - 1])) {
        element.len--;
    }
    *ret_element = element;
    return true;
}

/* Returns true unless the parameters of a coding give it the weight 0: "q=0", "q=0.000". */
static bool has_weight(struct http_text parameters) {
    const char *at = parameters.at, *end = parameters.at + parameters.len;
    while (at < end && (is_space(*at) || *at == ';')) {
        at++;
    }
    if (end - at < 3 || (at[0] | 0x20) != 'q' || at[1] != '=') {
        return true;
    }
    for (at += 2; at < end; at++) {
        if (*at != '0' && *at != '.') {
            return true;
        }
    }
    return false;
}

bool rom_accepts_gzip(struct http_text accept_encoding) {
    if (accept_encoding.at == NULL) {
        return true;
    }
    struct http_text coding;
    bool any = false;
    while (next_element(&accept_encoding, &coding)) {
        const char *mark = memchr(coding.at, ';', coding.len);
        struct http_text parameters = {coding.at + coding.len, 0};
        if (mark != NULL) {
            parameters = (struct http_text){mark, coding.len - (size_t)(mark - coding.at)};
            coding.len = (size_t)(mark - coding.at);
        }
        while (coding.len > 0 && is_space(coding.at[coding.len - 1])) {
            coding.len--;
        }
        if (http_text_is(coding, "gzip") || http_text_is(coding, "x-gzip")) {
            return has_weight(parameters);
        }
        if (http_text_is(coding, "*")) {
            any = has_weight(parameters);
        }
    }
    return any;
}

bool rom_matches(struct http_text if_none_match, const char *etag, size_t etag_len) {
    struct http_text tag;
    /* Our tags contain no comma, so a list can be split at every comma. */
    while (next_element(&if_none_match, &tag)) {
        if (tag.len == 1 && tag.at[0] == '*') {
            return true;
        }
        if (tag.len > 2 && tag.at[0] == 'W' && tag.at[1] == '/') {
            tag.at += 2;
            tag.len -= 2;
        }
        if (tag.len == etag_len && memcmp(tag.at, etag, etag_len) == 0) {
            return true;
        }
    }
    return false;
}

static const struct rom_asset *rom_find(struct http_text path) {
    size_t low = 0, high = rom_asset_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct rom_asset *asset = &rom_assets[middle];
        size_t len = asset->path_len < path.len ? asset->path_len : path.len;
        int order = memcmp(path.at, asset->path, len);
        if (order == 0 && path.len == asset->path_len) {
            return asset;
        }
        if (order < 0 || (order == 0 && path.len < asset->path_len)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return NULL;
}

bool rom_is_file_name(struct http_text path) {
    size_t last = path.len;
    while (last > 0 && path.at[last - 1] != '/') {
        last--;
    }
    return memchr(path.at + last, '.', path.len - last) != NULL;
}

/* Returns whether a path without an asset may be a page of the console. A name with a dot in its last part is a missing
 * file: a page in its place would be taken for a script, or as an answer to a scanner. */
static bool is_deep_link(const struct http_request *request) {
    struct http_text accept = request->accept, type;
    bool takes_html = accept.at == NULL;
    while (next_element(&accept, &type)) {
        const char *mark = memchr(type.at, ';', type.len);
        if (mark != NULL) {
            type.len = (size_t)(mark - type.at);
        }
        takes_html =
            takes_html || http_text_is(type, "text/html") || http_text_is(type, "text/*") || http_text_is(type, "*/*");
    }
    return takes_html && !rom_is_file_name(request->path);
}

bool rom_has(struct http_text path) {
    return rom_find(path) != NULL;
}

struct rom_answer rom_answer(const struct http_request *request) {
    if (request->method != HTTP_GET && request->method != HTTP_HEAD) {
        return (struct rom_answer){.status = 405};
    }
    const struct rom_asset *asset = rom_find(request->path);
    if (asset == NULL) {
        if (!is_deep_link(request)) {
            return (struct rom_answer){.status = 404};
        }
        asset = rom_shell;
    }
    const struct rom_variant *variant = &asset->gzip;
    if (asset->identity.reply != NULL &&
        (request->accept_encoding.at == NULL || !rom_accepts_gzip(request->accept_encoding))) {
        variant = &asset->identity;
    } else if (!rom_accepts_gzip(request->accept_encoding)) {
        return (struct rom_answer){.status = 406};
    }
    if (request->if_none_match.at != NULL && rom_matches(request->if_none_match, variant->etag, variant->etag_len)) {
        return (struct rom_answer){.status = 304, .data = variant->not_modified, .len = variant->not_modified_len};
    }
    size_t len = request->method == HTTP_HEAD ? variant->head_len : variant->reply_len;
    return (struct rom_answer){.status = 200, .data = variant->reply, .len = len};
}
