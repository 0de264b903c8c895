/* Bytes of any content as the head of a request, and as a chunked body behind it. However the bytes are cut, the head
 * ends at the same place and the body is the same; whatever the head's fields hold, ROM answers. */
#include <stdlib.h>

#include "fuzz_check.h"
#include "http/chunked.h"
#include "http/request.h"
#include "http/rom.h"

#define BODY_MAX 4096

#define VARIANT             \
    {.reply = "head body",  \
     .reply_len = 9,        \
     .head_len = 5,         \
     .not_modified = "304", \
     .not_modified_len = 3, \
     .etag = "\"a\"",       \
     .etag_len = 3}

const struct rom_asset rom_assets[] = {
    {.path = "/assets/a.js", .path_len = 12, .gzip = VARIANT},
    {.path = "/index.html", .path_len = 11, .gzip = VARIANT, .identity = VARIANT},
};
const size_t rom_asset_count = 2;
const struct rom_asset *const rom_shell = &rom_assets[1];

static void check_inside(struct http_text text, const char *head, size_t len) {
    FUZZ_CHECK(text.at == NULL || (text.at >= head && text.at + text.len <= head + len));
}

static void check_head(const char *head, size_t len) {
    struct http_request request;
    int status = http_request_parse(head, len, &request);
    FUZZ_CHECK(status == 0 || status == 400 || status == 431 || status == 501 || status == 505);
    if (status != 0) {
        return;
    }
    FUZZ_CHECK(request.path.len > 0 && request.path.at[0] == '/');
    FUZZ_CHECK(!request.chunked || request.length == 0);
    check_inside(request.path, head, len);
    check_inside(request.query, head, len);
    check_inside(request.content_type, head, len);
    check_inside(request.token, head, len);
    check_inside(request.accept, head, len);
    check_inside(request.accept_encoding, head, len);
    check_inside(request.if_none_match, head, len);
    struct rom_answer answer = rom_answer(&request);
    FUZZ_CHECK(answer.status == 200 || answer.status == 304 || answer.status == 404 || answer.status == 405 ||
               answer.status == 406);
    FUZZ_CHECK((answer.data != NULL) == (answer.status == 200 || answer.status == 304));
}

/* The body in pieces of `piece` bytes, into `body`; its length, or SIZE_MAX when it is none. */
static size_t read_chunked(const uint8_t *data, size_t size, size_t piece, char *body, size_t *ret_taken) {
    struct http_chunked chunked = {.state = 0};
    size_t len = 0;
    *ret_taken = 0;
    while (*ret_taken < size) {
        size_t n = size - *ret_taken < piece ? size - *ret_taken : piece, taken, got;
        char *copy = malloc(n);
        FUZZ_CHECK(copy != NULL);
        memcpy(copy, data + *ret_taken, n);
        enum http_chunked_result result = http_chunked_take(&chunked, copy, n, BODY_MAX, &taken, &got);
        FUZZ_CHECK(taken <= n && got <= taken && len + got <= BODY_MAX);
        memcpy(body + len, copy, got);
        free(copy);
        len += got;
        *ret_taken += taken;
        if (result != HTTP_CHUNKED_MORE) {
            return result == HTTP_CHUNKED_DONE ? len : SIZE_MAX;
        }
        FUZZ_CHECK(taken == n);
    }
    return SIZE_MAX;
}

static void check_chunked(const uint8_t *data, size_t size) {
    static char whole[BODY_MAX], cut[BODY_MAX];
    size_t taken_whole, taken_cut;
    size_t len = read_chunked(data, size, size, whole, &taken_whole);
    FUZZ_CHECK(read_chunked(data, size, 1 + size % 7, cut, &taken_cut) == len);
    FUZZ_CHECK(taken_cut == taken_whole);
    FUZZ_CHECK(len == SIZE_MAX || memcmp(whole, cut, len) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    size_t scanned = 0, dripped = 0, head = http_head_length(text, size, &scanned);
    FUZZ_CHECK(head <= size);
    for (size_t n = 0; n <= size && n <= 512; n++) {
        size_t found = http_head_length(text, n, &dripped);
        FUZZ_CHECK(found == 0 || found == head);
        FUZZ_CHECK((found != 0) == (head != 0 && n >= head));
        if (found != 0) {
            break;
        }
    }
    if (head > 0) {
        check_head(text, head);
        check_chunked(data + head, size - head);
    }
    return 0;
}
