/* Uses minizip, which reads the table of contents and unpacks. Adds checks that it lacks: the entries fit into the file
 * and the limits, an entry has the stated length, and its checksum is verified. File access is our own, so that errors
 * can be distinguished. */
#include "tables/unzip.h"

#include <errno.h>
#include <limits.h>
#include <minizip/unzip.h>
#include <string.h>

#define FLAG_ENCRYPTED 0x0001U
#define FLAG_PATCH 0x0020U
#define FLAG_STRONG 0x0040U
#define METHOD_STORED 0
#define METHOD_DEFLATE 8
#define DOS_FOLDER 0x10U /* in an entry's external attributes */
#define RATIO_FREE (UINT64_C(64) * 1024) /* bytes before the ratio applies */
#define COUNT_UNKNOWN 0xffffU /* number of entries in an archive with more than the format can state */
#define PIECE ((size_t)64 * 1024) /* bytes that unzip_take() reserves at once */

struct unzip {
    FILE *file;
    unzFile archive;
    struct unzip_limits limits;
    struct buf places; /* a unz64_file_pos for each entry */
    uint32_t count;
    unz_file_info64 info; /* of the current entry */
    bool is_at; /* there is a current entry */
    bool is_begun; /* it is being unpacked */
    uint64_t taken; /* bytes of it unpacked so far */
    int over; /* result of unzip_read() when nothing is being unpacked */
    bool is_short; /* the file ended early */
};

/* File access for minizip. */

static voidpf io_open(voidpf opaque, const void *name, int mode) {
    (void)name;
    (void)mode;
    const struct unzip *unzip = opaque;
    return unzip->file;
}

/* Minizip reads nothing optional, and treats the missing part of a number as zeros unless it gets an error. */
static uLong io_read(voidpf opaque, voidpf stream, void *data, uLong size) {
    struct unzip *unzip = opaque;
    const size_t len = fread(data, 1, size, stream);
    unzip->is_short = len < size;
    return (uLong)len;
}

static ZPOS64_T io_tell(voidpf opaque, voidpf stream) {
    (void)opaque;
    return (ZPOS64_T)ftello(stream);
}

static long io_seek(voidpf opaque, voidpf stream, ZPOS64_T offset, int origin) {
    static const int origins[] = {
        [ZLIB_FILEFUNC_SEEK_SET] = SEEK_SET, [ZLIB_FILEFUNC_SEEK_CUR] = SEEK_CUR, [ZLIB_FILEFUNC_SEEK_END] = SEEK_END};
    (void)opaque;
    return offset > INT64_MAX || fseeko(stream, (off_t)offset, origins[origin]) < 0 ? -1 : 0;
}

static int io_close(voidpf opaque, voidpf stream) {
    (void)opaque;
    (void)stream;
    return 0; /* unzip_free() does it */
}

static int io_failed(voidpf opaque, voidpf stream) {
    const struct unzip *unzip = opaque;
    return unzip->is_short || ferror((FILE *)stream) != 0 ? 1 : 0;
}

/* Maps an error of minizip. */
static int unzip_error(const struct unzip *unzip, int answer) {
    return ferror(unzip->file) != 0 ? err_with_errno(E_IO, errno) : answer == UNZ_INTERNALERROR ? E_NOMEM : E_FORMAT;
}

/* Counts the current entry, and stores its position. */
static int list_add(struct unzip *unzip, uint64_t *octets_left, uint64_t *packed_left) {
    unz64_file_pos place;
    if (unzip->count == unzip->limits.entries) {
        return E_TOO_LARGE;
    }
    int answer = unzGetCurrentFileInfo64(unzip->archive, &unzip->info, NULL, 0, NULL, 0, NULL, 0);
    answer = answer == UNZ_OK ? unzGetFilePos64(unzip->archive, &place) : answer;
    if (answer != UNZ_OK) {
        return unzip_error(unzip, answer);
    }
    if (unzip->info.compressed_size > *packed_left) {
        return E_FORMAT; /* entries overlap, or the sizes are wrong */
    }
    if (unzip->info.uncompressed_size > *octets_left) {
        return E_TOO_LARGE;
    }
    *packed_left -= unzip->info.compressed_size;
    *octets_left -= unzip->info.uncompressed_size;
    buf_append(&unzip->places, &place, sizeof(place));
    unzip->count++;
    return buf_failed(&unzip->places) ? E_NOMEM : 0;
}

/* Reads the table of contents. */
static int list_read(struct unzip *unzip, uint64_t file_octets) {
    unz_global_info64 whole;
    uint64_t octets_left = unzip->limits.octets, packed_left = file_octets;
    int answer = unzGetGlobalInfo64(unzip->archive, &whole);
    if (answer != UNZ_OK || whole.number_entry == 0) {
        return unzip_error(unzip, answer); /* an archive without entries is invalid */
    }
    if (whole.number_entry > unzip->limits.entries) {
        return E_TOO_LARGE;
    }
    answer = unzGoToFirstFile(unzip->archive);
    while (answer == UNZ_OK) {
        int r = list_add(unzip, &octets_left, &packed_left);
        if (r < 0) {
            return r;
        }
        answer = unzGoToNextFile(unzip->archive);
    }
    const bool is_uncounted = whole.number_entry == COUNT_UNKNOWN && unzip->count >= COUNT_UNKNOWN;
    return answer == UNZ_END_OF_LIST_OF_FILE || is_uncounted ? 0 : unzip_error(unzip, answer);
}

static int archive_open(struct unzip *unzip, const char *path) {
    zlib_filefunc64_def io = {.zopen64_file = io_open,
                              .zread_file = io_read,
                              .ztell64_file = io_tell,
                              .zseek64_file = io_seek,
                              .zclose_file = io_close,
                              .zerror_file = io_failed,
                              .opaque = unzip};
    unzip->file = fopen(path, "rbe");
    if (unzip->file == NULL) {
        return errno == ENOENT ? E_NOTFOUND : errno == ENOMEM ? E_NOMEM : err_with_errno(E_IO, errno);
    }
    const off_t size = fseeko(unzip->file, 0, SEEK_END) < 0 ? -1 : ftello(unzip->file);
    if (size < 0) {
        return err_with_errno(E_IO, errno);
    }
    unzip->archive = unzOpen2_64(path, &io);
    if (unzip->archive == NULL) {
        return unzip_error(unzip, UNZ_BADZIPFILE);
    }
    return list_read(unzip, (uint64_t)size);
}

int unzip_open(const char *path, const struct unzip_limits *limits, struct unzip **ret_unzip) {
    _cleanup_(unzip_freep) struct unzip *unzip = calloc(1, sizeof(*unzip));
    if (unzip == NULL) {
        return E_NOMEM;
    }
    unzip->limits = *limits;
    unzip->over = E_NOTFOUND;
    int r = archive_open(unzip, path);
    if (r < 0) {
        return r;
    }
    *ret_unzip = TAKE_PTR(unzip);
    return 0;
}

/* Ends the unpacking of an entry. E_FORMAT: wrong checksum; only known if it was unpacked to its end. */
static int entry_end(struct unzip *unzip) {
    if (!unzip->is_begun) {
        return 0;
    }
    unzip->is_begun = false;
    return unzCloseCurrentFile(unzip->archive) == UNZ_OK ? 0 : E_FORMAT;
}

/* Leaves the current entry. */
static void entry_leave(struct unzip *unzip) {
    (void)entry_end(unzip);
    unzip->over = E_NOTFOUND;
}

struct unzip *unzip_free(struct unzip *unzip) {
    if (unzip != NULL) {
        (void)entry_end(unzip);
        if (unzip->archive != NULL) {
            (void)unzClose(unzip->archive);
        }
        cleanup_fclose(&unzip->file);
        buf_done(&unzip->places);
        free(unzip);
    }
    return NULL;
}

uint32_t unzip_count(const struct unzip *unzip) {
    return unzip->count;
}

static bool is_folder(const struct unzip *unzip, const char *name) {
    const size_t len = strlen(name);
    return (len > 0 && name[len - 1] == '/') ||
           ((unzip->info.external_fa & DOS_FOLDER) != 0 && unzip->info.uncompressed_size == 0);
}

int unzip_seek(struct unzip *unzip, uint32_t number, struct unzip_entry *ret_entry) {
    unz64_file_pos place;
    entry_leave(unzip);
    unzip->is_at = false;
    if (number >= unzip->count) {
        return E_NOTFOUND;
    }
    memset(ret_entry, 0, sizeof(*ret_entry));
    memcpy(&place, unzip->places.data + number * sizeof(place), sizeof(place));
    int answer = unzGoToFilePos64(unzip->archive, &place);
    if (answer == UNZ_OK) { /* a truncated name keeps the NUL */
        answer = unzGetCurrentFileInfo64(unzip->archive, &unzip->info, ret_entry->name, UNZIP_NAME_MAX - 1, NULL, 0,
                                         NULL, 0);
    }
    if (answer != UNZ_OK) {
        return unzip_error(unzip, answer);
    }
    const size_t len = unzip->info.size_filename < UNZIP_NAME_MAX ? unzip->info.size_filename : UNZIP_NAME_MAX - 1;
    if (strlen(ret_entry->name) != len) {
        return E_FORMAT; /* contains a NUL: other programs would see another name */
    }
    ret_entry->number = number;
    ret_entry->octets = unzip->info.uncompressed_size;
    ret_entry->is_folder = is_folder(unzip, ret_entry->name);
    ret_entry->is_encrypted = (unzip->info.flag & (FLAG_ENCRYPTED | FLAG_STRONG)) != 0;
    unzip->is_at = true;
    return 0;
}

int unzip_find(struct unzip *unzip, const char *name, struct unzip_entry *ret_entry) {
    unz64_file_pos place;
    entry_leave(unzip);
    unzip->is_at = false;
    if (unzip->count == 0 || strlen(name) >= UNZIP_NAME_MAX) {
        return E_NOTFOUND;
    }
    int answer = unzLocateFile(unzip->archive, name, 1);
    if (answer == UNZ_END_OF_LIST_OF_FILE) {
        return E_NOTFOUND;
    }
    answer = answer == UNZ_OK ? unzGetFilePos64(unzip->archive, &place) : answer;
    return answer == UNZ_OK ? unzip_seek(unzip, (uint32_t)place.num_of_file, ret_entry) : unzip_error(unzip, answer);
}

int unzip_begin(struct unzip *unzip) {
    entry_leave(unzip);
    if (!unzip->is_at) {
        return E_NOTFOUND;
    }
    if ((unzip->info.flag & (FLAG_ENCRYPTED | FLAG_PATCH | FLAG_STRONG)) != 0 ||
        (unzip->info.compression_method != METHOD_STORED && unzip->info.compression_method != METHOD_DEFLATE)) {
        return E_NOTSUP;
    }
    int answer = unzOpenCurrentFile(unzip->archive);
    if (answer != UNZ_OK) {
        return unzip_error(unzip, answer);
    }
    unzip->is_begun = true;
    unzip->taken = 0;
    return 0;
}

/* Returns whether the entry states a compression ratio beyond the limit. */
static bool is_bomb(const struct unzip *unzip) {
    const uint64_t octets = unzip->info.uncompressed_size, packed = unzip->info.compressed_size;
    return octets > RATIO_FREE && (octets - RATIO_FREE) / unzip->limits.ratio > packed;
}

/* Checks that the entry ends where its data does. An error persists. */
static int read_end(struct unzip *unzip, int answer) {
    const int r = entry_end(unzip);
    const bool is_whole = unzip->taken == unzip->info.uncompressed_size;
    unzip->over = answer < 0 ? unzip_error(unzip, answer) : is_whole ? r : E_FORMAT;
    return unzip->over;
}

int unzip_read(struct unzip *unzip, void *ret_data, size_t len) {
    if (!unzip->is_begun) {
        return unzip->over;
    }
    if (is_bomb(unzip)) {
        return E_TOO_LARGE;
    }
    const int n = unzReadCurrentFile(unzip->archive, ret_data, len < INT_MAX ? (unsigned)len : INT_MAX);
    if (n <= 0) {
        return read_end(unzip, n);
    }
    unzip->taken += (uint64_t)n;
    return n;
}

int unzip_take(struct unzip *unzip, size_t max, struct buf *out) {
    int r = unzip_begin(unzip);
    if (r == 0 && unzip->info.uncompressed_size > max) {
        r = E_TOO_LARGE;
    }
    while (r >= 0) {
        char *at = buf_reserve(out, PIECE);
        r = at == NULL ? E_NOMEM : unzip_read(unzip, at, PIECE);
        if (r <= 0) {
            break;
        }
        out->len += (size_t)r;
    }
    return r;
}
