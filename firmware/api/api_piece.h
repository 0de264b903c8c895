/* A small file reply (struct api_file) that is complete when the handler returns. */
#ifndef POSTERN_API_PIECE_H
#define POSTERN_API_PIECE_H

#include <stddef.h>
#include <stdint.h>

#include "api/api.h"
#include "util/buf.h"

/* Zeroed, in ctx->arena. Either `owned` is filled, or the other two refer to memory in ctx->arena. */
struct api_piece {
    struct buf owned;
    const uint8_t *octets;
    size_t len;
};

/* Returns the reply, which takes ownership of the content of `piece`. `type` and `name` as in struct api_file. */
struct api_file api_piece_file(struct api_piece *piece, const char *type, const char *name);

/* Frees the content of a piece that was not used for a reply. Accepts NULL. */
void api_piece_end(void *state);

#endif
