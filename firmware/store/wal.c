/* SQLite reads the write-ahead log up to the first damaged frame and silently drops the rest. This reads it first, to
 * know what will be missing. The format is that of https://sqlite.org/fileformat2.html, section 4: each frame's
 * checksum continues that of the frame before, so a frame is validated by its predecessor. */
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/home_impl.h"

#define MAGIC 0x377f0682U /* its last bit: checksums use big-endian words */
#define HEADER_LEN 32
#define HEADER_CHECKED 24 /* of them are covered by the header's checksum */
#define FRAME_LEN 24 /* precedes the page */
#define FRAME_CHECKED 8
#define PAGE_USUAL 4096
#define PAGE_LEAST 512
#define PAGE_MOST 65536
#define FRAMES_MAX 65536 /* a log is checkpointed after a thousand; this is 256 MB */

struct checksum {
    uint32_t first, second;
};

struct wal {
    FILE *file;
    bool big_endian;
    uint32_t resets; /* how often the log restarted in this file: each time the first word of the salt grows by one */
    uint8_t salt[8]; /* of the frames of this log; overwritten frames of earlier logs have other salts */
    struct checksum sum; /* up to the previous frame */
    size_t page_len;
    uint8_t frame[FRAME_LEN + PAGE_MOST];
};

static uint32_t wal_word(const uint8_t *at) {
    uint32_t word;
    memcpy(&word, at, sizeof(word));
    return be32toh(word);
}

static struct checksum wal_stored(const uint8_t *at) {
    return (struct checksum){wal_word(at), wal_word(at + 4)};
}

static bool is_sum(struct checksum one, struct checksum other) {
    return one.first == other.first && one.second == other.second;
}

static struct checksum wal_sum(const struct wal *wal, struct checksum sum, const uint8_t *at, size_t len) {
    for (size_t i = 0; i + 8 <= len; i += 8) {
        uint32_t one = wal_word(at + i), other = wal_word(at + i + 4);
        sum.first += (wal->big_endian ? one : __builtin_bswap32(one)) + sum.second;
        sum.second += (wal->big_endian ? other : __builtin_bswap32(other)) + sum.first;
    }
    return sum;
}

/* Returns whether SQLite accepts the header; otherwise it drops the whole log, and the usual values replace those of
 * the header. */
static bool read_header(struct wal *wal, const uint8_t header[HEADER_LEN]) {
    uint32_t magic = wal_word(header), page_len = wal_word(header + 8);
    wal->big_endian = (magic & 1) != 0;
    wal->page_len = page_len;
    wal->resets = wal_word(header + 12);
    wal->sum = wal_stored(header + HEADER_CHECKED);
    memcpy(wal->salt, header + 16, sizeof(wal->salt));
    if ((magic & ~1U) == MAGIC && page_len >= PAGE_LEAST && page_len <= PAGE_MOST && (page_len & (page_len - 1)) == 0 &&
        is_sum(wal_sum(wal, (struct checksum){0, 0}, header, HEADER_CHECKED), wal->sum)) {
        return true;
    }
    wal->big_endian = BYTE_ORDER == BIG_ENDIAN;
    wal->page_len = PAGE_USUAL;
    return false;
}

static bool next_frame(struct wal *wal) {
    return fread(wal->frame, FRAME_LEN + wal->page_len, 1, wal->file) == 1;
}

/* Returns whether the frame is of this log and unchanged. Continues with the checksum that it states. */
static bool is_good(struct wal *wal, bool is_own) {
    struct checksum sum = wal_sum(wal, wal->sum, wal->frame, FRAME_CHECKED);
    sum = wal_sum(wal, sum, wal->frame + FRAME_LEN, wal->page_len);
    wal->sum = wal_stored(wal->frame + 16);
    return is_own && is_sum(sum, wal->sum);
}

/* Returns whether a frame was never written like this: neither in this log nor in an earlier one in this file, and not
 * left empty by the disk. */
static bool is_foreign(const struct wal *wal) {
    uint32_t salt = wal_word(wal->frame + 8), back = wal_word(wal->salt) - salt;
    return back > wal->resets && salt != 0 && salt != UINT32_MAX;
}

/* Counts what lies after the first damage. A transaction was committed if its last frame, which says so, is good: one
 * that a power cut left unfinished has none, and neither has the tail of an earlier log, whose salts differ.
 * Overwritten frames are lost, too, but the number of their changes is unknown. */
static void count_lost(struct wal *wal, bool is_damaged, struct store_wal_loss *ret_loss) {
    unsigned frames = 0, changes = 0;
    bool was_in_doubt = false; /* the previous frame ended a transaction: of this log, if this frame continues it */
    for (unsigned i = 0; i < FRAMES_MAX && next_frame(wal); i++) {
        if (i == 0 && is_damaged) {
            memcpy(wal->salt, wal->frame + 8, sizeof(wal->salt));
        }
        bool is_own = memcmp(wal->frame + 8, wal->salt, sizeof(wal->salt)) == 0;
        bool good = is_good(wal, is_own), ends_change = wal_word(wal->frame + 4) != 0;
        is_damaged = is_damaged || !good;
        if (!is_damaged) {
            continue;
        }
        frames++;
        changes += (is_own && ends_change ? 1U : 0U) + (good && was_in_doubt ? 1U : 0U);
        was_in_doubt = !is_own && ends_change;
        if ((good && ends_change) || is_foreign(wal)) {
            *ret_loss = (struct store_wal_loss){.frames = frames, .changes = changes};
        }
    }
}

void store_wal_look(const char *path, struct store_wal_loss *ret_loss) {
    uint8_t header[HEADER_LEN];
    _cleanup_free_ struct wal *wal = malloc(sizeof(*wal));
    *ret_loss = (struct store_wal_loss){.frames = 0};
    if (wal == NULL) {
        return;
    }
    _cleanup_fclose_ FILE *file = fopen(path, "re");
    wal->file = file;
    if (file != NULL && fread(header, sizeof(header), 1, file) == 1) {
        bool is_damaged = !read_header(wal, header);
        count_lost(wal, is_damaged, ret_loss);
    }
}
