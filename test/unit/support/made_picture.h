/* A picture like that of a camera, for tests. */
#ifndef POSTERN_TEST_MADE_PICTURE_H
#define POSTERN_TEST_MADE_PICTURE_H

#include <stddef.h>
#include <stdint.h>

/* Makes a uniformly grey JPEG, 320 by 240 pixels. The caller frees *ret_octets. */
void made_picture(uint8_t **ret_octets, size_t *ret_len);

#endif
