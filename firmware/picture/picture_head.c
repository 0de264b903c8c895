/* Headers of JPEG (ITU T.81), PNG, WebP (RFC 9649) and EXIF. Every access is bounds-checked. */
#include <string.h>

#include "picture/picture_impl.h"

#define EXIF_ENTRIES_MAX 64 /* entries read from a directory */
#define TAG_ORIENTATION 0x0112
#define TYPE_SHORT 3
#define WEBP_CHUNKS_MAX 64 /* chunks read */
#define WEBP_LOSSY 0x56503820 /* "VP8 " */
#define WEBP_LOSSLESS 0x5650384C /* "VP8L" */
#define WEBP_MOVING 0x414E494D /* "ANIM" */
#define WEBP_EXIF 0x45584946 /* "EXIF" */

static const uint8_t png_signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

struct bytes {
    const uint8_t *at;
    size_t len;
};

static struct bytes part_of(struct bytes whole, size_t from, size_t len) {
    if (from > whole.len || len > whole.len - from) {
        return (struct bytes){NULL, 0};
    }
    return (struct bytes){whole.at + from, len};
}

/* Returns 0 beyond the end. */
static uint32_t number_at(struct bytes in, size_t from, size_t len, bool little) {
    struct bytes part = part_of(in, from, len);
    uint32_t number = 0;
    for (size_t i = 0; i < part.len; i++) {
        number = number << 8 | part.at[little ? part.len - 1 - i : i];
    }
    return number;
}

/* TIFF inside EXIF: returns the orientation of its first directory. Unknown content counts as upright. */
static unsigned orientation_of(struct bytes tiff) {
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

/* Start of frame: baseline, extended or progressive with Huffman codes, 8 bits; grey, colour or CMYK. */
static int take_frame(unsigned marker, struct bytes segment, struct picture_head *head) {
    unsigned components = number_at(segment, 5, 1, false);
    if (marker > 0xC2 || number_at(segment, 0, 1, false) != 8 ||
        (components != 1 && components != 3 && components != 4)) {
        return E_FORMAT;
    }
    head->height = number_at(segment, 1, 2, false);
    head->width = number_at(segment, 3, 2, false);
    return 0;
}

static bool is_frame(unsigned marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

static void take_exif(struct bytes segment, struct picture_head *head) {
    static const uint8_t name[] = "Exif\0"; /* including the NUL */
    struct bytes tiff = part_of(segment, sizeof(name), segment.len < sizeof(name) ? 0 : segment.len - sizeof(name));
    if (tiff.len > 0 && memcmp(segment.at, name, sizeof(name)) == 0) {
        head->orientation = orientation_of(tiff);
    }
}

static int jpeg_head(struct bytes file, struct picture_head *head) {
    size_t at = 2;
    head->kind = PICTURE_JPEG;
    while (number_at(file, at, 1, false) == 0xFF) {
        unsigned marker = number_at(file, at + 1, 1, false);
        size_t len = number_at(file, at + 2, 2, false);
        if (marker == 0xFF) {
            at++; /* fill bytes */
            continue;
        }
        struct bytes segment = part_of(file, at + 4, len < 2 ? 0 : len - 2);
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

/* Reads chunks up to the pixels. The first is the header. */
static int png_head(struct bytes file, struct picture_head *head) {
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
        struct bytes chunk = part_of(file, at + 8, len);
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

/* A WebP chunk with pixels: for lossy ones the header of a key frame, otherwise 14 bits for each side. */
static int webp_dots(uint32_t type, struct bytes chunk, struct picture_head *head) {
    if (type == WEBP_LOSSY && chunk.len >= 10 && number_at(chunk, 3, 3, false) == 0x9D012A) {
        head->width = number_at(chunk, 6, 2, true) & 0x3FFF;
        head->height = number_at(chunk, 8, 2, true) & 0x3FFF;
        return 0;
    }
    if (type == WEBP_LOSSLESS && chunk.len >= 5 && number_at(chunk, 0, 1, false) == 0x2F) {
        const uint32_t sides = number_at(chunk, 1, 4, true);
        head->width = (sides & 0x3FFF) + 1;
        head->height = (sides >> 14 & 0x3FFF) + 1;
        return 0;
    }
    return E_FORMAT;
}

/* EXIF comes after the pixels, and some programs put its name before it as in a JPEG. */
static void take_webp_exif(struct bytes chunk, struct picture_head *head) {
    static const uint8_t name[] = {'E', 'x', 'i', 'f', 0, 0};
    const bool has_name = chunk.len > sizeof(name) && memcmp(chunk.at, name, sizeof(name)) == 0;
    head->orientation = orientation_of(has_name ? part_of(chunk, sizeof(name), chunk.len - sizeof(name)) : chunk);
}

/* Reads chunks up to the end, at most WEBP_CHUNKS_MAX. A truncated one counts with its available length. */
static int webp_head(struct bytes file, struct picture_head *head) {
    int r = E_FORMAT;
    size_t at = 12;
    head->kind = PICTURE_WEBP;
    for (unsigned n = 0; n < WEBP_CHUNKS_MAX && at + 8 <= file.len; n++) {
        const uint32_t type = number_at(file, at, 4, false);
        const size_t len = number_at(file, at + 4, 4, true), left = file.len - at - 8;
        const struct bytes chunk = part_of(file, at + 8, len < left ? len : left);
        if (type == WEBP_MOVING) {
            return E_FORMAT;
        }
        if (r < 0 && (type == WEBP_LOSSY || type == WEBP_LOSSLESS)) {
            r = webp_dots(type, chunk, head);
        } else if (type == WEBP_EXIF) {
            take_webp_exif(chunk, head);
        }
        if (len >= left) {
            break;
        }
        at += 8 + len + (len & 1);
    }
    return r;
}

/* HEIC, HEIF and AVIF: boxes of ISO 14496-12, the first of which names the brand. */
static bool is_heif(struct bytes file) {
    static const char brands[][5] = {"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"};
    for (size_t i = 0; i < sizeof(brands) / sizeof(brands[0]); i++) {
        if (file.len >= 12 && memcmp(file.at + 4, "ftyp", 4) == 0 && memcmp(file.at + 8, brands[i], 4) == 0) {
            return true;
        }
    }
    return false;
}

static int check_size(const struct picture_head *head) {
    if (head->width == 0 || head->height == 0) {
        return E_FORMAT;
    }
    uint64_t dots = (uint64_t)head->width * head->height;
    static const uint64_t most[] = {[PICTURE_JPEG] = PICTURE_DOTS_MAX,
                                    [PICTURE_PNG] = PICTURE_PNG_DOTS_MAX,
                                    [PICTURE_WEBP] = PICTURE_WEBP_DOTS_MAX};
    return dots > most[head->kind] || head->width > PICTURE_SIDE_MAX || head->height > PICTURE_SIDE_MAX ? E_TOO_LARGE
                                                                                                        : 0;
}

int picture_head(const void *data, size_t len, struct picture_head *ret_head) {
    struct bytes file = {data, len};
    int r = E_FORMAT;
    *ret_head = (struct picture_head){.orientation = 1};
    if (len > PICTURE_FILE_MAX) {
        return E_TOO_LARGE;
    }
    if (number_at(file, 0, 3, false) == 0xFFD8FF) {
        r = jpeg_head(file, ret_head);
    } else if (len > sizeof(png_signature) && memcmp(data, png_signature, sizeof(png_signature)) == 0) {
        r = png_head(file, ret_head);
    } else if (number_at(file, 0, 4, false) == 0x52494646 && number_at(file, 8, 4, false) == 0x57454250) {
        r = webp_head(file, ret_head);
    } else if (is_heif(file)) {
        r = E_PICTURE_KIND;
    }
    return r < 0 ? r : check_size(ret_head);
}
