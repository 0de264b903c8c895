#include "core/backup/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/store.h"
#include "util/cleanup.h"

struct backup_reader {
    int fd;
    int64_t done;
    int64_t left; /* unread bytes of the chunks */
    size_t trailer; /* bytes after them */
    struct sealed_stream stream;
    struct backup_manifest manifest;
    struct backup_entries entries;
    uint8_t sealed[SEALED_CHUNK + SEALED_EXTRA];
};

/* Reads as many bytes as available, at most `size`. */
static int read_most(struct backup_reader *reader, uint8_t *ret_data, size_t size, size_t *ret_len) {
    size_t len = 0;
    while (len < size) {
        ssize_t n = read(reader->fd, ret_data + len, size - len);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return err_from_errno(errno);
        }
        if (n == 0) {
            break;
        }
        len += (size_t)n;
    }
    reader->done += (int64_t)len;
    *ret_len = len;
    return 0;
}

/* Only the trailer may follow the last chunk: the end of the chunks is known from the length of the file. */
static int reader_next(void *ctx, uint8_t ret_chunk[SEALED_CHUNK], size_t *ret_len, bool *ret_is_last) {
    struct backup_reader *reader = ctx;
    const size_t most = sizeof(reader->sealed);
    const size_t wanted = reader->left < (int64_t)most ? (size_t)reader->left : most;
    size_t len = 0;
    int r = read_most(reader, reader->sealed, wanted, &len);
    reader->left -= (int64_t)len;
    if (r == 0) {
        r = sealed_stream_unseal(&reader->stream, reader->sealed, len, ret_chunk, ret_is_last);
    }
    if (r < 0 || (*ret_is_last && reader->left > 0)) {
        return r < 0 ? r : E_BACKUP_DAMAGED;
    }
    if (*ret_is_last) {
        reader->done += (int64_t)reader->trailer;
    }
    *ret_len = len - SEALED_EXTRA;
    return 0;
}

/* A manifest of newer firmware may contain unknown data: then only its schema is checked. */
static int read_manifest(struct backup_reader *reader) {
    char text[BACKUP_MANIFEST_MAX];
    struct backup_entry entry;
    int r = backup_entries_next(&reader->entries, &entry);
    if (r == 1) {
        r = backup_entries_whole(&reader->entries, &entry, text, sizeof(text));
    }
    if (r < 0) {
        return r;
    }
    r = backup_manifest_get(text, (size_t)entry.octets, &reader->manifest);
    return reader->manifest.schema > store_schema_latest() ? 0 : r;
}

static int reader_open(struct backup_reader *reader, const char *path, const char *passphrase) {
    uint8_t head[SEALED_HEAD_LEN];
    struct stat status;
    size_t len = 0;
    reader->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (reader->fd < 0) {
        return errno == ENOENT ? E_NOTFOUND : err_from_errno(errno);
    }
    if (fstat(reader->fd, &status) < 0) {
        return err_from_errno(errno);
    }
    int r = read_most(reader, head, sizeof(head), &len);
    if (r == 0) {
        r = sealed_stream_look(head, len);
    }
    if (r == 0) {
        reader->trailer = sealed_stream_trailer(head);
        reader->left = (int64_t)status.st_size - SEALED_HEAD_LEN - (int64_t)reader->trailer;
        r = reader->left > 0 ? 0 : E_BACKUP_DAMAGED;
    }
    if (r == 0) {
        r = sealed_stream_open(&reader->stream, passphrase, head);
    }
    return r;
}

int backup_reader_new(const char *path, const char *passphrase, struct backup_reader **ret_reader) {
    struct backup_reader *reader = calloc(1, sizeof(*reader));
    if (reader == NULL) {
        return E_NOMEM;
    }
    backup_entries_begin(&reader->entries, &(struct backup_source){.ctx = reader, .next = reader_next});
    int r = reader_open(reader, path, passphrase);
    if (r == 0) {
        r = read_manifest(reader);
    }
    if (r < 0) {
        backup_reader_free(reader);
        return r;
    }
    *ret_reader = reader;
    return 0;
}

const struct backup_manifest *backup_reader_manifest(const struct backup_reader *reader) {
    return &reader->manifest;
}

struct backup_entries *backup_reader_entries(struct backup_reader *reader) {
    return &reader->entries;
}

int64_t backup_reader_done(const struct backup_reader *reader) {
    return reader->done;
}

void backup_reader_free(struct backup_reader *reader) {
    if (reader != NULL) {
        cleanup_close(&reader->fd);
        crypto_wipe(reader, sizeof(*reader));
        free(reader);
    }
}
