/* A reply that is a file of one piece (struct api_file): small, and there when the handler ends. */
#ifndef POSTERN_API_PIECE_H
#define POSTERN_API_PIECE_H

#include <stddef.h>
#include <stdint.h>

#include "api/api.h"
#include "util/buf.h"

/* Zeroed, and of ctx->arena. Either `owned` is filled, or the other two tell of memory of ctx->arena. */
struct api_piece {
    struct buf owned;
    const uint8_t *octets;
    size_t len;
};

/* The reply; `type` and `name` as in struct api_file. It takes over what `piece` owns. */
struct api_file api_piece_file(struct api_piece *piece, const char *type, const char *name);

/* Frees what it owns, where it comes to no reply. NULL is fine. */
void api_piece_end(void *state);

#endif
