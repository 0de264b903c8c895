/* See sim_frames.h. */
#include "hal/sim/sim_frames.h"

#include <string.h>

#include "hal/sim/sim_octets.h"

static const uint8_t frame_mark[2] = {0xA5, 0x5A};

void frame_head(uint8_t type, uint8_t sequence, size_t len, uint8_t ret_head[FRAME_HEAD]) {
    memcpy(ret_head, frame_mark, sizeof(frame_mark));
    ret_head[2] = type;
    ret_head[3] = sequence;
    octets_put32(ret_head + 4, (uint32_t)len);
}

void frame_tail(const uint8_t head[FRAME_HEAD], const void *data, size_t len, uint8_t ret_tail[FRAME_TAIL]) {
    uint16_t crc = octets_crc16(head + sizeof(frame_mark), FRAME_HEAD - sizeof(frame_mark));
    octets_put16(ret_tail, octets_crc16_on(crc, data, len));
}

size_t frame_read(const uint8_t *in, size_t len, struct frame *ret_frame, unsigned *bad) {
    *ret_frame = (struct frame){0};
    if (len < FRAME_HEAD) {
        return 0;
    }
    size_t says = octets_get32(in + 4);
    if (memcmp(in, frame_mark, sizeof(frame_mark)) != 0 || says > FRAME_IN_MAX) {
        /* Skips to the next possible start of a frame. */
        const uint8_t *next = memchr(in + 1, frame_mark[0], len - 1);
        (*bad)++;
        return next != NULL ? (size_t)(next - in) : len;
    }
    if (len < FRAME_HEAD + says + FRAME_TAIL) {
        return 0;
    }
    uint8_t tail[FRAME_TAIL];
    frame_tail(in, in + FRAME_HEAD, says, tail);
    if (memcmp(tail, in + FRAME_HEAD + says, FRAME_TAIL) != 0) {
        (*bad)++;
        return 1;
    }
    *ret_frame = (struct frame){.type = in[2], .sequence = in[3], .data = in + FRAME_HEAD, .len = says};
    return FRAME_HEAD + says + FRAME_TAIL;
}
