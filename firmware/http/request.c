#include "http/request.h"

#include <stdint.h>
#include <string.h>

/* Character classes: names of fields (RFC 9110 §5.6.2), targets (any visible ASCII character but '#', as browsers send
 * them), values (no control characters but HTAB). */
enum { CLASS_TOKEN = 1, CLASS_TARGET = 2, CLASS_VALUE = 4 };

#define TT (CLASS_TOKEN | CLASS_TARGET | CLASS_VALUE)
#define TV (CLASS_TARGET | CLASS_VALUE)
#define V CLASS_VALUE
/* clang-format off */
static const uint8_t classes[256] = {
    ['\t'] = V, [' '] = V, ['!'] = TT, ['"'] = TV, ['#'] = CLASS_TOKEN | V, ['$'] = TT, ['%'] = TT, ['&'] = TT,
    ['\''] = TT, ['('] = TV, [')'] = TV, ['*'] = TT, ['+'] = TT, [','] = TV, ['-'] = TT, ['.'] = TT, ['/'] = TV,
    ['0' ... '9'] = TT, [':'] = TV, [';'] = TV, ['<'] = TV, ['='] = TV, ['>'] = TV, ['?'] = TV, ['@'] = TV,
    ['A' ... 'Z'] = TT, ['['] = TV, ['\\'] = TV, [']'] = TV, ['^'] = TT, ['_'] = TT, ['`'] = TT, ['a' ... 'z'] = TT,
    ['{'] = TV, ['|'] = TT, ['}'] = TV, ['~'] = TT, [0x80 ... 0xFF] = V,
};
/* clang-format on */
#undef TT
#undef TV
#undef V

/* Fields that the server reads; one bit each, to detect duplicates. */
enum field {
    FIELD_NONE = 0,
    FIELD_HOST = 1 << 0,
    FIELD_TOKEN = 1 << 1,
    FIELD_ACCEPT = 1 << 2,
    FIELD_EXPECT = 1 << 3,
    FIELD_LANGUAGE = 1 << 4,
    FIELD_CONNECTION = 1 << 5,
    FIELD_CONTENT_TYPE = 1 << 6,
    FIELD_IF_NONE_MATCH = 1 << 7,
    FIELD_CONTENT_LENGTH = 1 << 8,
    FIELD_ACCEPT_ENCODING = 1 << 9,
    FIELD_TRANSFER_ENCODING = 1 << 10,
    FIELD_AUTHORIZATION = 1 << 11,
    FIELD_BROWSER = 1 << 12,
    FIELD_LAST_EVENT_ID = 1 << 13
};

#define FIELDS_ONCE                                                                                         \
    (FIELD_HOST | FIELD_TOKEN | FIELD_AUTHORIZATION | FIELD_BROWSER | FIELD_LANGUAGE | FIELD_CONTENT_TYPE | \
     FIELD_CONTENT_LENGTH | FIELD_TRANSFER_ENCODING | FIELD_LAST_EVENT_ID)

/* Values of the fields, before they are judged together. */
struct fields {
    unsigned seen; /* enum field */
    bool http10;
    bool says_close;
};

static bool is_class(char c, unsigned class) {
    return (classes[(unsigned char)c] & class) != 0;
}

bool http_text_is(struct http_text text, const char *lower) {
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (c >= 'A' && c <= 'Z') {
            c = (char)(c | 0x20);
        }
        if (lower[i] == '\0' || c != lower[i]) {
            return false;
        }
    }
    return lower[text.len] == '\0';
}

size_t http_head_length(const char *data, size_t len, size_t *scanned) {
    /* An empty line ends at most two bytes after the previous line feed, so the last three bytes are searched again. */
    size_t at = *scanned > 3 ? *scanned - 3 : 0;
    while (at < len) {
        const char *feed = memchr(data + at, '\n', len - at);
        if (feed == NULL) {
            break;
        }
        size_t next = (size_t)(feed - data) + 1;
        if (next < len && data[next] == '\n') {
            return next + 1;
        }
        if (next + 1 < len && data[next] == '\r' && data[next + 1] == '\n') {
            return next + 2;
        }
        at = next;
    }
    *scanned = len;
    return 0;
}

/* Returns the next line of the head without its CR LF; false for a line that ends differently. */
static bool next_line(const char **at, const char *end, struct http_text *ret_line) {
    const char *feed = memchr(*at, '\n', (size_t)(end - *at));
    if (feed == NULL || feed == *at || feed[-1] != '\r') {
        return false;
    }
    *ret_line = (struct http_text){*at, (size_t)(feed - 1 - *at)};
    *at = feed + 1;
    return true;
}

static enum http_method parse_method(struct http_text text) {
    if (text.len == 3 && memcmp(text.at, "GET", 3) == 0) {
        return HTTP_GET;
    }
    if (text.len == 4 && memcmp(text.at, "POST", 4) == 0) {
        return HTTP_POST;
    }
    if (text.len == 4 && memcmp(text.at, "HEAD", 4) == 0) {
        return HTTP_HEAD;
    }
    return HTTP_OTHER;
}

/* Splits the target into path and query. Removes scheme and host of the absolute form, which proxies send. */
static int parse_target(struct http_text target, struct http_request *request) {
    if (target.len >= 7 && http_text_is((struct http_text){target.at, 7}, "http://")) {
        const char *slash = memchr(target.at + 7, '/', target.len - 7);
        if (slash == NULL) {
            return 400;
        }
        target.len -= (size_t)(slash - target.at);
        target.at = slash;
    }
    if (target.len == 0 || target.at[0] != '/') {
        return 400;
    }
    const char *mark = memchr(target.at, '?', target.len);
    request->path = target;
    if (mark != NULL) {
        request->path.len = (size_t)(mark - target.at);
        request->query = (struct http_text){mark + 1, target.len - request->path.len - 1};
    }
    return 0;
}

static int parse_request_line(struct http_text line, struct http_request *request, bool *ret_http10) {
    size_t method = 0;
    while (method < line.len && is_class(line.at[method], CLASS_TOKEN)) {
        method++;
    }
    if (method == 0 || method == line.len || line.at[method] != ' ') {
        return 400;
    }
    size_t end = method + 1;
    while (end < line.len && is_class(line.at[end], CLASS_TARGET)) {
        end++;
    }
    if (end == line.len || line.at[end] != ' ') {
        return 400;
    }
    struct http_text version = {line.at + end + 1, line.len - end - 1};
    if (version.len != 8 || memcmp(version.at, "HTTP/", 5) != 0 || version.at[6] != '.') {
        return 400;
    }
    if (version.at[5] != '1' || (version.at[7] != '0' && version.at[7] != '1')) {
        return 505;
    }
    *ret_http10 = version.at[7] == '0';
    request->method = parse_method((struct http_text){line.at, method});
    return parse_target((struct http_text){line.at + method + 1, end - method - 1}, request);
}

/* The length of a name distinguishes most fields before any letter is compared. */
static enum field field_of(struct http_text name) {
    static const struct {
        const char *name;
        enum field field;
    } by_length[] = {
        [4] = {"host", FIELD_HOST},
        [5] = {"token", FIELD_TOKEN},
        [6] = {"accept", FIELD_ACCEPT},
        [7] = {"browser", FIELD_BROWSER},
        [8] = {"language", FIELD_LANGUAGE},
        [10] = {"connection", FIELD_CONNECTION},
        [12] = {"content-type", FIELD_CONTENT_TYPE},
        [13] = {"if-none-match", FIELD_IF_NONE_MATCH},
        [14] = {"content-length", FIELD_CONTENT_LENGTH},
        [15] = {"accept-encoding", FIELD_ACCEPT_ENCODING},
        [17] = {"transfer-encoding", FIELD_TRANSFER_ENCODING},
    };
    if (name.len >= sizeof(by_length) / sizeof(by_length[0]) || by_length[name.len].name == NULL) {
        return FIELD_NONE;
    }
    if (http_text_is(name, by_length[name.len].name)) {
        return by_length[name.len].field;
    }
    if (name.len == 6 && http_text_is(name, "expect")) {
        return FIELD_EXPECT;
    }
    if (name.len == 13 && http_text_is(name, "last-event-id")) {
        return FIELD_LAST_EVENT_ID;
    }
    return name.len == 13 && http_text_is(name, "authorization") ? FIELD_AUTHORIZATION : FIELD_NONE;
}

static int parse_length(struct http_text value, size_t *ret_length) {
    size_t length = 0;
    /* Fifteen digits exceed any body and cannot overflow. */
    if (value.len == 0 || value.len > 15) {
        return 400;
    }
    for (size_t i = 0; i < value.len; i++) {
        if (value.at[i] < '0' || value.at[i] > '9') {
            return 400;
        }
        length = length * 10 + (size_t)(value.at[i] - '0');
    }
    *ret_length = length;
    return 0;
}

static void parse_connection(struct http_text value, struct fields *fields) {
    const char *at = value.at, *end = value.at + value.len;
    while (at < end) {
        const char *stop = at;
        while (stop < end && *stop != ',') {
            stop++;
        }
        struct http_text word = {at, (size_t)(stop - at)};
        while (word.len > 0 && (*word.at == ' ' || *word.at == '\t')) {
            word.at++, word.len--;
        }
        while (word.len > 0 && (word.at[word.len - 1] == ' ' || word.at[word.len - 1] == '\t')) {
            word.len--;
        }
        fields->says_close = fields->says_close || http_text_is(word, "close");
        at = stop + 1;
    }
}

static int take_field(enum field field, struct http_text value, struct http_request *request, struct fields *fields) {
    bool again = (fields->seen & field) != 0;
    if (again && (field & FIELDS_ONCE) != 0) {
        return 400;
    }
    fields->seen |= field;
    struct http_text *keep = NULL;
    switch (field) {
        case FIELD_HOST: keep = &request->host; break;
        case FIELD_TOKEN: keep = &request->token; break;
        case FIELD_AUTHORIZATION: keep = &request->authorization; break;
        case FIELD_BROWSER: keep = &request->browser; break;
        case FIELD_ACCEPT: keep = &request->accept; break;
        case FIELD_LANGUAGE: keep = &request->language; break;
        case FIELD_LAST_EVENT_ID: keep = &request->last_event_id; break;
        case FIELD_CONTENT_TYPE: keep = &request->content_type; break;
        case FIELD_IF_NONE_MATCH: keep = &request->if_none_match; break;
        case FIELD_ACCEPT_ENCODING: keep = &request->accept_encoding; break;
        case FIELD_CONNECTION: parse_connection(value, fields); break;
        case FIELD_CONTENT_LENGTH: return parse_length(value, &request->length);
        case FIELD_TRANSFER_ENCODING:
            request->chunked = http_text_is(value, "chunked");
            return request->chunked ? 0 : 501;
        case FIELD_EXPECT:
            request->expect_continue = http_text_is(value, "100-continue");
            request->expect_unknown = !request->expect_continue;
            break;
        case FIELD_NONE: break;
    }
    if (keep != NULL && !again) {
        *keep = value;
    }
    return 0;
}

/* Returns whether one of eight bytes is below 0x20 or is 0x7F. */
static bool has_control(const char *at) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    uint64_t eight;
    memcpy(&eight, at, sizeof(eight));
    uint64_t del = eight ^ (ones * 0x7F);
    return (((eight - ones * 0x20) & ~eight & tops) | ((del - ones) & ~del & tops)) != 0;
}

/* Returns whether no byte is a control character other than HTAB. Browsers send half a kilobyte of values with each
 * request, so eight bytes are checked at once where possible. */
static bool is_value(const char *at, size_t len) {
    const char *end = at + len;
    while (end - at >= 8 && !has_control(at)) {
        at += 8;
    }
    while (at < end && is_class(*at, CLASS_VALUE)) {
        at++;
    }
    return at == end;
}

static int parse_field(struct http_text line, struct http_request *request, struct fields *fields) {
    size_t name = 0;
    while (name < line.len && is_class(line.at[name], CLASS_TOKEN)) {
        name++;
    }
    /* No name, a space before the colon and a folded line all end here. */
    if (name == 0 || name == line.len || line.at[name] != ':') {
        return 400;
    }
    const char *from = line.at + name + 1, *end = line.at + line.len;
    while (from < end && (*from == ' ' || *from == '\t')) {
        from++;
    }
    while (end > from && (end[-1] == ' ' || end[-1] == '\t')) {
        end--;
    }
    if (!is_value(from, (size_t)(end - from))) {
        return 400;
    }
    enum field field = field_of((struct http_text){line.at, name});
    return field == FIELD_NONE ? 0 : take_field(field, (struct http_text){from, (size_t)(end - from)}, request, fields);
}

/* Checks what depends on all fields together. */
static int request_judge(struct http_request *request, const struct fields *fields) {
    bool has_length = (fields->seen & FIELD_CONTENT_LENGTH) != 0;
    if (request->chunked && (has_length || fields->http10)) {
        return 400;
    }
    if (!fields->http10 && (fields->seen & FIELD_HOST) == 0) {
        return 400;
    }
    /* A client of version 1.0 would have to be told that the connection stays open; that is not worth a second
     * reply. */
    request->keep_alive = !fields->says_close && !fields->http10;
    request->expect_continue = request->expect_continue && !fields->http10;
    return 0;
}

int http_request_parse(const char *head, size_t len, struct http_request *ret_request) {
    const char *at = head, *end = head + len;
    struct fields fields = {.seen = 0};
    struct http_text line;

    *ret_request = (struct http_request){.method = HTTP_OTHER};
    if (!next_line(&at, end, &line)) {
        return 400;
    }
    int status = parse_request_line(line, ret_request, &fields.http10);
    for (unsigned count = 0; status == 0; count++) {
        if (!next_line(&at, end, &line)) {
            return 400;
        }
        if (line.len == 0) {
            return request_judge(ret_request, &fields);
        }
        status = count == HTTP_FIELDS_MAX ? 431 : parse_field(line, ret_request, &fields);
    }
    return status;
}
