/* The console in ROM, packed by tools/rompack, and the choice of the constant that answers a request. Every reply is
 * one contiguous constant, head and body together, so that serving is one write without a copy. Pure. */
#ifndef POSTERN_HTTP_ROM_H
#define POSTERN_HTTP_ROM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/request.h"

/* One encoding of an asset. */
struct rom_variant {
    const char *reply; /* head and body; NULL if there is no such variant */
    uint32_t reply_len; /* bytes of both */
    uint32_t head_len; /* bytes of the head, the reply to HEAD */
    const char *not_modified; /* the complete 304 reply */
    uint32_t not_modified_len;
    uint32_t etag_len;
    const char *etag; /* strong, with quotes */
};

struct rom_asset {
    const char *path; /* "/assets/app-3F2K9A7Q.js" */
    uint32_t path_len;
    struct rom_variant gzip;
    struct rom_variant identity; /* only for HTML: for clients that do not accept gzip */
};

/* The generated table, sorted by path. The shell is the page returned for every deep link. */
extern const struct rom_asset rom_assets[];
extern const size_t rom_asset_count;
extern const struct rom_asset *const rom_shell;

/* The reply to send. */
struct rom_answer {
    int status; /* 200 or 304 with the bytes below; otherwise 404, 405 or 406 */
    const char *data; /* constant */
    size_t len;
};

/* Returns the reply to a request whose path is not that of a call. */
struct rom_answer rom_answer(const struct http_request *request);

/* rom_has() returns true if a file with that path exists; rom_is_file_name() if a path is that of a file, not of a
 * page: its last part has a dot. */
bool rom_has(struct http_text path);
bool rom_is_file_name(struct http_text path);

/* Returns true if this accept-encoding value allows gzip (RFC 9110 §12.5.3). Without the field (`at` NULL) any coding
 * is allowed. */
bool rom_accepts_gzip(struct http_text accept_encoding);

/* Returns true if the if-none-match value contains this strong tag, as a strong or weak one, or is `*`. */
bool rom_matches(struct http_text if_none_match, const char *etag, size_t etag_len);

#endif
