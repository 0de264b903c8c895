/* A picture as a camera gives it, for what takes one. */
#ifndef POSTERN_TEST_MADE_PICTURE_H
#define POSTERN_TEST_MADE_PICTURE_H

#include <stddef.h>
#include <stdint.h>

/* A JPEG of one grey, 320 by 240 dots. *ret_octets is the caller's to free(). */
void made_picture(uint8_t **ret_octets, size_t *ret_len);

#endif
