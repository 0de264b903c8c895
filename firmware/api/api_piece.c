#include "api/api_piece.h"

static int piece_next(struct core *core, void *state, struct buf *out) {
    const struct api_piece *piece = state;
    (void)core;
    buf_append(out, piece->owned.data, piece->owned.len);
    buf_append(out, piece->octets, piece->len);
    return 0;
}

void api_piece_end(void *state) {
    struct api_piece *piece = state;
    if (piece != NULL) {
        buf_done(&piece->owned);
    }
}

struct api_file api_piece_file(struct api_piece *piece, const char *type, const char *name) {
    return (struct api_file){.type = type, .name = name, .state = piece, .next = piece_next, .end = api_piece_end};
}
