/* Frames on the line of the face module: 0xA5 0x5A, type, sequence, length (four bytes), what it says, CRC-16 of all
 * from the type on. Numbers have their high byte first. tools/face/frames.ts is the other end. Pure. */
#ifndef POSTERN_HAL_SIM_SIM_FRAMES_H
#define POSTERN_HAL_SIM_SIM_FRAMES_H

#include <stddef.h>
#include <stdint.h>

#define FRAME_HEAD 8 /* bytes before what it says */
#define FRAME_TAIL 2
#define FRAME_IN_MAX 1024 /* bytes that a frame of the engine says at most */

enum frame_type {
    FRAME_SENSE = 0x01, /* to the engine: a picture */
    FRAME_FACES =
        0x81, /* answer: faces in it, quality (0 to 100), and with one face 128 numbers of four bytes (IEEE 754) */
    FRAME_BUSY = 0x82, /* answer: it works on another one */
    FRAME_UNREADABLE = 0x83, /* answer: not a picture */
};

struct frame {
    uint8_t type, sequence;
    const uint8_t *data; /* within what was read */
    size_t len;
};

/* Writes head and tail of a frame round `data`. */
void frame_head(uint8_t type, uint8_t sequence, size_t len, uint8_t ret_head[FRAME_HEAD]);
void frame_tail(const uint8_t head[FRAME_HEAD], const void *data, size_t len, uint8_t ret_tail[FRAME_TAIL]);

/* Looks for a frame at the start of what came in. Returns how many bytes are done with; *ret_frame has type 0 when they
 * were no good frame, and then *bad counts one more. 0: more has to come. */
size_t frame_read(const uint8_t *in, size_t len, struct frame *ret_frame, unsigned *bad);

#endif
