#include "tables/zip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define LOCAL_HEADER 0x04034b50U
#define DESCRIPTOR 0x08074b50U
#define CENTRAL_HEADER 0x02014b50U
#define END_OF_DIRECTORY 0x06054b50U

#define VERSION 20 /* of the format: with directories and deflate */
#define SIZES_FOLLOW 8 /* flag: checksum and sizes follow the data */
#define METHOD_DEFLATE 8
#define FIRST_DAY 0x0021 /* 1980-01-01: an archive reveals no time */
#define ENTRIES_MAX 1000
#define MEM_LEVEL 8 /* of deflate, as recommended */
#define PIECE 16384 /* output bytes provided to deflate at once */

struct zip {
    z_stream deflate;
    struct buf directory; /* the central directory, as written at the end */
    uint64_t octets_max;
    uint64_t octets; /* of the archive so far */
    uint64_t begun; /* offset of the entry */
    uint64_t plain; /* bytes of it before compression */
    uint64_t packed; /* and after */
    uint32_t crc;
    unsigned entries;
    const char *name; /* of the entry */
    int failed;
};

int zip_new(uint64_t octets_max, struct zip **ret_zip) {
    struct zip *zip = calloc(1, sizeof(*zip));
    if (zip == NULL) {
        return E_NOMEM;
    }
    if (deflateInit2(&zip->deflate, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, MEM_LEVEL, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
        free(zip);
        return E_NOMEM;
    }
    zip->octets_max = octets_max;
    *ret_zip = zip;
    return 0;
}

struct zip *zip_free(struct zip *zip) {
    if (zip != NULL) {
        (void)deflateEnd(&zip->deflate);
        buf_done(&zip->directory);
        free(zip);
    }
    return NULL;
}

int zip_failed(const struct zip *zip) {
    return zip->failed;
}

static void put_16(struct buf *out, uint64_t value) {
    const unsigned char octets[2] = {(unsigned char)value, (unsigned char)(value >> 8)};
    buf_append(out, octets, sizeof(octets));
}

static void put_32(struct buf *out, uint64_t value) {
    put_16(out, value & 0xffffU);
    put_16(out, value >> 16 & 0xffffU);
}

/* Counts what was appended since `before`, and checks for errors. */
static void zip_count(struct zip *zip, const struct buf *out, size_t before) {
    zip->octets += out->len - before;
    if (zip->failed == 0 && buf_failed(out)) {
        zip->failed = E_NOMEM;
    }
    if (zip->failed == 0 && (zip->octets > zip->octets_max || zip->plain > zip->octets_max)) {
        zip->failed = E_TOO_LARGE;
    }
}

/* Version, flags, method, time and day: the same in both headers. */
static void put_kind(struct buf *out) {
    put_16(out, VERSION);
    put_16(out, SIZES_FOLLOW);
    put_16(out, METHOD_DEFLATE);
    put_16(out, 0);
    put_16(out, FIRST_DAY);
}

static void put_sizes(struct buf *out, const struct zip *zip) {
    put_32(out, zip->crc);
    put_32(out, zip->packed);
    put_32(out, zip->plain);
}

void zip_begin(struct zip *zip, const char *name, struct buf *out) {
    size_t before = out->len;
    zip->begun = zip->octets;
    zip->plain = 0;
    zip->packed = 0;
    zip->crc = (uint32_t)crc32(0, NULL, 0);
    zip->name = name;
    if (zip->failed < 0) {
        return;
    }
    (void)deflateReset(&zip->deflate);
    put_32(out, LOCAL_HEADER);
    put_kind(out);
    put_32(out, 0); /* checksum and sizes are not known yet */
    put_32(out, 0);
    put_32(out, 0);
    put_16(out, strlen(name));
    put_16(out, 0);
    buf_append_text(out, name);
    zip_count(zip, out, before);
}

/* Compresses the input of deflate; `flush` as in zlib. */
static void zip_pack(struct zip *zip, int flush, struct buf *out) {
    size_t before = out->len;
    bool has_room = true; /* unused output space: there is no more output */
    do {
        char *at = zip->failed == 0 ? buf_reserve(out, PIECE) : NULL;
        if (at == NULL) {
            break;
        }
        zip->deflate.next_out = (Bytef *)at;
        zip->deflate.avail_out = PIECE;
        (void)deflate(&zip->deflate, flush); /* only fails in states that do not occur here */
        has_room = zip->deflate.avail_out > 0;
        out->len += PIECE - zip->deflate.avail_out;
    } while (!has_room);
    zip->packed += out->len - before;
    zip_count(zip, out, before);
}

void zip_put(struct zip *zip, const void *data, size_t len, struct buf *out) {
    if (len == 0 || zip->failed < 0) {
        return;
    }
    zip->plain += len;
    zip->crc = (uint32_t)crc32_z(zip->crc, data, len);
    zip->deflate.next_in = (z_const Bytef *)data;
    zip->deflate.avail_in = (uInt)len; /* a struct buf holds less than 4 GiB */
    zip_pack(zip, Z_NO_FLUSH, out);
}

void zip_end(struct zip *zip, struct buf *out) {
    zip->deflate.avail_in = 0;
    zip_pack(zip, Z_FINISH, out);
    if (zip->failed == 0 && zip->entries == ENTRIES_MAX) {
        zip->failed = E_TOO_LARGE;
    }
    if (zip->failed < 0) {
        return;
    }
    size_t before = out->len;
    put_32(out, DESCRIPTOR);
    put_sizes(out, zip);
    zip_count(zip, out, before);
    zip->entries++;
    put_32(&zip->directory, CENTRAL_HEADER);
    put_16(&zip->directory, VERSION);
    put_kind(&zip->directory);
    put_sizes(&zip->directory, zip);
    put_16(&zip->directory, strlen(zip->name));
    put_32(&zip->directory, 0); /* no more fields, no comment */
    put_32(&zip->directory, 0); /* one disk; no text */
    put_32(&zip->directory, 0); /* no permissions */
    put_32(&zip->directory, zip->begun);
    buf_append_text(&zip->directory, zip->name);
}

int zip_finish(struct zip *zip, struct buf *out) {
    size_t before = out->len;
    uint64_t begun = zip->octets;
    if (zip->failed == 0 && buf_failed(&zip->directory)) {
        zip->failed = E_NOMEM;
    }
    if (zip->failed < 0) {
        return zip->failed;
    }
    buf_append(out, zip->directory.data, zip->directory.len);
    put_32(out, END_OF_DIRECTORY);
    put_32(out, 0); /* one disk */
    put_16(out, zip->entries);
    put_16(out, zip->entries);
    put_32(out, zip->directory.len);
    put_32(out, begun);
    put_16(out, 0); /* no comment */
    zip_count(zip, out, before);
    return zip->failed;
}
