/* SQLite reads the write-ahead log up to the first frame that is damaged, and drops all behind it without a word. Here
 * it is read before, to know what will be missing. The format is that of https://sqlite.org/fileformat2.html, section 4:
 * each frame's checksum continues that of the frame before, so a frame proves itself by what its neighbour says. */
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/home_impl.h"

#define MAGIC 0x377f0682U     /* its last bit: checksums are made of words whose first byte is the highest */
#define HEADER_LEN 32
#define HEADER_CHECKED 24     /* of them are under the header's checksum */
#define FRAME_LEN 24          /* before the page */
#define FRAME_CHECKED 8
#define PAGE_USUAL 4096
#define PAGE_LEAST 512
#define PAGE_MOST 65536
#define FRAMES_MAX 65536      /* a log is moved into the database after a thousand; this is a quarter of a gigabyte */

struct checksum {
    uint32_t first, second;
};

struct wal {
    FILE *file;
    bool big_endian;
    uint32_t resets; /* how often the log began again in this file: each time the first word of the salt grows by one */
    uint8_t salt[8]; /* of the frames that belong to this log; those of an earlier one that it overwrites have others */
    struct checksum sum; /* as the frame before says */
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

/* Whether SQLite takes the header; else it drops the whole log, and what the header would say is taken as usual. */
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

/* Whether the frame is of this log and as it was written. Goes on with what it says. */
static bool is_good(struct wal *wal, bool is_own) {
    struct checksum sum = wal_sum(wal, wal->sum, wal->frame, FRAME_CHECKED);
    sum = wal_sum(wal, sum, wal->frame + FRAME_LEN, wal->page_len);
    wal->sum = wal_stored(wal->frame + 16);
    return is_own && is_sum(sum, wal->sum);
}

/* Whether a frame was never written so: neither into this log nor into one of those before it in this file, and not left
 * empty by the disk either. */
static bool is_foreign(const struct wal *wal) {
    uint32_t salt = wal_word(wal->frame + 8), back = wal_word(wal->salt) - salt;
    return back > wal->resets && salt != 0 && salt != UINT32_MAX;
}

/* Counts what lies behind the first damage. A transaction was committed when its last frame, which says so, is good:
 * what a power cut left unfinished has none, and neither has the tail of an earlier log, whose salts are others. What was
 * overwritten by something else was lost, too, but nobody can say how many changes it held. */
static void count_lost(struct wal *wal, bool is_damaged, struct store_wal_loss *ret_loss) {
    unsigned frames = 0, changes = 0;
    bool was_in_doubt = false; /* the frame before ended a transaction, of this log if this one goes on from it */
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
