/* Frames on the line of the face module: 0xA5 0x5A, type, sequence, length (four bytes), payload, CRC-16 of everything
 * from the type on. Numbers are big endian. tools/face/frames.ts is the other end. Pure. */
#ifndef POSTERN_HAL_SIM_SIM_FRAMES_H
#define POSTERN_HAL_SIM_SIM_FRAMES_H

#include <stddef.h>
#include <stdint.h>

#define FRAME_HEAD 8 /* bytes before the payload */
#define FRAME_TAIL 2
#define FRAME_IN_MAX 1024 /* most payload bytes of a frame from the engine */

enum frame_type {
    FRAME_SENSE = 0x01, /* to the engine: a picture */
    FRAME_FACES =
        0x81, /* answer: number of faces, quality (0 to 100), and for one face 128 numbers of four bytes (IEEE 754) */
    FRAME_BUSY = 0x82, /* answer: busy with another one */
    FRAME_UNREADABLE = 0x83, /* answer: not a picture */
};

struct frame {
    uint8_t type, sequence;
    const uint8_t *data; /* within the input */
    size_t len;
};

/* Writes header and trailer of a frame around `data`. */
void frame_head(uint8_t type, uint8_t sequence, size_t len, uint8_t ret_head[FRAME_HEAD]);
void frame_tail(const uint8_t head[FRAME_HEAD], const void *data, size_t len, uint8_t ret_tail[FRAME_TAIL]);

/* Parses a frame at the start of the input. Returns the number of consumed bytes; *ret_frame has type 0 if they were
 * not a valid frame, and *bad is incremented. 0: more input is needed. */
size_t frame_read(const uint8_t *in, size_t len, struct frame *ret_frame, unsigned *bad);

#endif
