/* See sim_picture.h. */
#include "hal/sim/sim_picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/cleanup.h"
#include "util/err.h"

static const uint8_t jpeg_mark[3] = {0xFF, 0xD8, 0xFF};
static const uint8_t png_mark[4] = {0x89, 'P', 'N', 'G'};

bool sim_picture_is(const void *data, size_t len) {
    return len >= 8 && len <= SIM_PICTURE_MAX &&
           (memcmp(data, jpeg_mark, sizeof(jpeg_mark)) == 0 || memcmp(data, png_mark, sizeof(png_mark)) == 0);
}

bool sim_picture_is_jpeg(const struct sim_picture *picture) {
    return picture->len >= 8 && memcmp(picture->data, jpeg_mark, sizeof(jpeg_mark)) == 0;
}

void sim_picture_drop(struct sim_picture *picture) {
    if (picture->data != NULL) {
        explicit_bzero(picture->data, picture->len);
        free(picture->data);
    }
    *picture = (struct sim_picture){0};
}

int sim_picture_set(struct sim_picture *picture, const void *data, size_t len) {
    uint8_t *copy = malloc(len);
    if (copy == NULL) {
        return E_NOMEM;
    }
    memcpy(copy, data, len);
    sim_picture_drop(picture);
    *picture = (struct sim_picture){.data = copy, .len = len};
    return 0;
}

const char *sim_picture_load(const char *path, struct sim_picture *ret_picture) {
    _cleanup_fclose_ FILE *file = fopen(path, "re");
    *ret_picture = (struct sim_picture){0};
    if (file == NULL) {
        return "the picture cannot be opened";
    }
    uint8_t *data = malloc(SIM_PICTURE_MAX + 1);
    if (data == NULL) {
        return "there is no memory for the picture";
    }
    size_t len = fread(data, 1, SIM_PICTURE_MAX + 1, file);
    if (len > SIM_PICTURE_MAX || !sim_picture_is(data, len)) {
        free(data);
        return "the picture is neither JPEG nor PNG, or larger than 8 MiB";
    }
    uint8_t *less = realloc(data, len);
    *ret_picture = (struct sim_picture){.data = less != NULL ? less : data, .len = len};
    return NULL;
}
