/* What JPEG (ITU T.81), PNG and EXIF say before the dots. Every byte is asked for with its place, and none outside is
 * read. */
#include <string.h>

#include "picture/picture_impl.h"

#define EXIF_ENTRIES_MAX 64 /* of a directory that are looked at */
#define TAG_ORIENTATION 0x0112
#define TYPE_SHORT 3

static const uint8_t png_signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

struct octets {
    const uint8_t *at;
    size_t len;
};

static struct octets part_of(struct octets whole, size_t from, size_t len) {
    if (from > whole.len || len > whole.len - from) {
        return (struct octets){NULL, 0};
    }
    return (struct octets){whole.at + from, len};
}

/* 0 beyond the end. */
static uint32_t number_at(struct octets in, size_t from, size_t len, bool little) {
    struct octets part = part_of(in, from, len);
    uint32_t number = 0;
    for (size_t i = 0; i < part.len; i++) {
        number = number << 8 | part.at[little ? part.len - 1 - i : i];
    }
    return number;
}

/* TIFF inside EXIF: the orientation of its first directory. What is not understood is upright. */
static unsigned orientation_of(struct octets tiff) {
    bool little = number_at(tiff, 0, 2, false) == 0x4949;
    if ((!little && number_at(tiff, 0, 2, false) != 0x4D4D) || number_at(tiff, 2, 2, little) != 42) {
        return 1;
    }
    size_t directory = number_at(tiff, 4, 4, little);
    size_t count = number_at(tiff, directory, 2, little);
    for (size_t i = 0; i < count && i < EXIF_ENTRIES_MAX; i++) {
        size_t entry = directory + 2 + 12 * i;
        uint32_t value = number_at(tiff, entry + 8, 2, little);
        if (number_at(tiff, entry, 2, little) == TAG_ORIENTATION &&
            number_at(tiff, entry + 2, 2, little) == TYPE_SHORT) {
            return value >= 1 && value <= 8 ? value : 1;
        }
    }
    return 1;
}

/* Start of frame: baseline, extended or progressive with Huffman codes, of 8 bits, one or three components. */
static int take_frame(unsigned marker, struct octets segment, struct picture_head *head) {
    unsigned components = number_at(segment, 5, 1, false);
    if (marker > 0xC2 || number_at(segment, 0, 1, false) != 8 || (components != 1 && components != 3)) {
        return E_FORMAT;
    }
    head->height = number_at(segment, 1, 2, false);
    head->width = number_at(segment, 3, 2, false);
    return 0;
}

static bool is_frame(unsigned marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

static void take_exif(struct octets segment, struct picture_head *head) {
    static const uint8_t name[] = "Exif\0"; /* with the NUL behind it */
    struct octets tiff = part_of(segment, sizeof(name), segment.len < sizeof(name) ? 0 : segment.len - sizeof(name));
    if (tiff.len > 0 && memcmp(segment.at, name, sizeof(name)) == 0) {
        head->orientation = orientation_of(tiff);
    }
}

static int jpeg_head(struct octets file, struct picture_head *head) {
    size_t at = 2;
    head->kind = PICTURE_JPEG;
    while (number_at(file, at, 1, false) == 0xFF) {
        unsigned marker = number_at(file, at + 1, 1, false);
        size_t len = number_at(file, at + 2, 2, false);
        if (marker == 0xFF) {
            at++; /* it may be filled with them */
            continue;
        }
        struct octets segment = part_of(file, at + 4, len < 2 ? 0 : len - 2);
        if (len < 2 || segment.at == NULL || marker == 0xDA || marker == 0xD9) {
            return E_FORMAT;
        }
        if (is_frame(marker)) {
            return take_frame(marker, segment, head);
        }
        if (marker == 0xE1) {
            take_exif(segment, head);
        }
        at += 2 + len;
    }
    return E_FORMAT;
}

/* Chunks up to the dots. The first is the header. */
static int png_head(struct octets file, struct picture_head *head) {
    static const size_t first = sizeof(png_signature);
    head->kind = PICTURE_PNG;
    if (number_at(file, first, 4, false) != 13 || number_at(file, first + 4, 4, false) != 0x49484452) {
        return E_FORMAT;
    }
    head->width = number_at(file, first + 8, 4, false);
    head->height = number_at(file, first + 12, 4, false);
    for (size_t at = first + 25; at < file.len;) {
        size_t len = number_at(file, at, 4, false);
        uint32_t type = number_at(file, at + 4, 4, false);
        struct octets chunk = part_of(file, at + 8, len);
        if (type == 0x49444154) {
            return 0;
        }
        if (chunk.at == NULL) {
            return E_FORMAT;
        }
        if (type == 0x65584966) {
            head->orientation = orientation_of(chunk);
        }
        at += 12 + len;
    }
    return E_FORMAT;
}

static int check_size(const struct picture_head *head) {
    if (head->width == 0 || head->height == 0) {
        return E_FORMAT;
    }
    uint64_t dots = (uint64_t)head->width * head->height;
    uint64_t most = head->kind == PICTURE_PNG ? PICTURE_PNG_DOTS_MAX : PICTURE_DOTS_MAX;
    return dots > most || head->width > PICTURE_SIDE_MAX || head->height > PICTURE_SIDE_MAX ? E_TOO_LARGE : 0;
}

int picture_head(const void *data, size_t len, struct picture_head *ret_head) {
    struct octets file = {data, len};
    int r = E_FORMAT;
    *ret_head = (struct picture_head){.orientation = 1};
    if (len > PICTURE_FILE_MAX) {
        return E_TOO_LARGE;
    }
    if (number_at(file, 0, 3, false) == 0xFFD8FF) {
        r = jpeg_head(file, ret_head);
    } else if (len > sizeof(png_signature) && memcmp(data, png_signature, sizeof(png_signature)) == 0) {
        r = png_head(file, ret_head);
    }
    return r < 0 ? r : check_size(ret_head);
}
