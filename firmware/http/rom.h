/* The console in ROM: what tools/rompack packed, and which of its constants answers a request. Every reply is one
 * contiguous constant, head and body together, so that serving is one write and no copy. Pure. */
#ifndef POSTERN_HTTP_ROM_H
#define POSTERN_HTTP_ROM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/request.h"

/* One encoding of an asset. */
struct rom_variant {
    const char *reply;        /* head and body; NULL if there is no such variant */
    uint32_t reply_len;       /* bytes of both */
    uint32_t head_len;        /* bytes of the head, which alone answers HEAD */
    const char *not_modified; /* the whole 304 */
    uint32_t not_modified_len;
    uint32_t etag_len;
    const char *etag; /* strong, with its quotes */
};

struct rom_asset {
    const char *path; /* "/assets/app-3F2K9A7Q.js" */
    uint32_t path_len;
    struct rom_variant gzip;
    struct rom_variant identity; /* of HTML alone: for clients that say nothing of gzip */
};

/* The generated table, sorted by path. The shell is the page that every deep link answers with. */
extern const struct rom_asset rom_assets[];
extern const size_t rom_asset_count;
extern const struct rom_asset *const rom_shell;

/* What to send. */
struct rom_answer {
    int status;       /* 200 or 304 with the bytes below; else 404, 405 or 406 */
    const char *data; /* constant */
    size_t len;
};

/* Chooses the answer to a request whose path is not a call's. */
struct rom_answer rom_answer(const struct http_request *request);

/* Whether there is a file of that path; and whether a path is a file's rather than a page's, by a dot in its last part. */
bool rom_has(struct http_text path);
bool rom_is_file_name(struct http_text path);

/* True if `gzip` may be sent under this accept-encoding value (RFC 9110 §12.5.3). `at` NULL, no such field: any coding
 * may be. */
bool rom_accepts_gzip(struct http_text accept_encoding);

/* True if the if-none-match value names this strong tag, weakly or not, or is `*`. */
bool rom_matches(struct http_text if_none_match, const char *etag, size_t etag_len);

#endif
