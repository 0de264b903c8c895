/* Photos of access log records: a folder of files beside the database, one per record, sealed by their writer. A photo
 * is completely on the disk before it is known here. The folder is read at start and is the only source; the database
 * does not repeat it, so the two cannot disagree. The photos stay within a quota; the oldest are removed first. Writing
 * one takes no lock of the database. */
#ifndef POSTERN_STORE_RECORD_PHOTO_H
#define POSTERN_STORE_RECORD_PHOTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct arena;
struct record_photos_kept;
struct store;
struct store_home;

#define STORE_RECORD_PHOTO_MAX 65536 /* bytes of the sealed photo */
/* quota on the disk; a quarter of a disk that is smaller than four times this */
#define STORE_RECORD_PHOTOS_OCTETS (UINT64_C(256) * 1024 * 1024)
/* bytes that must stay free on the disk after writing a photo */
#define STORE_RECORD_PHOTOS_LEAVE (UINT64_C(32) * 1024 * 1024)
#define STORE_RECORD_PHOTO_BLOCK 4096 /* photos occupy whole blocks */

/* Records in the log: all from `first` to `last`. */
struct store_record_lines {
    int64_t first, last;
};

/* For core/start, before anything is appended to the log: reads the folder, and removes unfinished files and photos
 * without a record. Such a record was deleted, or lost with a damaged database, in which case its number is assigned
 * again. `octets` is the quota in bytes; a smaller disk gets a quarter of its size. E_NOMEM, E_IO. */
_must_check_ int store_record_photos_open(struct store *store, const struct store_record_lines *lines, uint64_t octets);

/* Returns whether the record has a photo. Any thread; does not read the disk. */
bool store_record_photo_has(const struct store *store, int64_t seq);

/* Stores a photo, durable on return. Above the quota the oldest photos are removed; those of strangers first while
 * these occupy more than a quarter of it. E_NOTFOUND: the log no longer has this record, or the record already has a
 * photo; E_TOO_LARGE; E_NOSPC: the disk is too full. */
_must_check_ int store_record_photo_put(struct store *store, int64_t seq, bool is_stranger, const void *sealed,
                                        size_t len);

/* Reads the sealed photo into the arena. E_NOTFOUND, E_NOMEM, E_IO. */
_must_check_ int store_record_photo_get(const struct store *store, int64_t seq, struct arena *arena,
                                        const uint8_t **ret_sealed, size_t *ret_len);

/* Removes a damaged photo, if it exists. */
void store_record_photo_drop(struct store *store, int64_t seq);

/* Returns the number of the oldest record with a photo; INT64_MAX: none has. Any thread; does not read the disk. */
int64_t store_record_photos_first(const struct store *store);

/* Removes the photos of records before `first`, which the log no longer has, and accepts none for them from then on. */
void store_record_photos_trim(struct store *store, int64_t first);

/* A stored photo. */
struct store_record_photo {
    int64_t seq; /* number of its record */
    bool is_stranger;
};

/* Finds the first photo after record `after`. E_NOTFOUND: there is none. Any thread; does not read the disk. */
_must_check_ int store_record_photo_next(const struct store *store, int64_t after,
                                         struct store_record_photo *ret_photo);

/* Returns the number of photos. */
size_t store_record_photos_count(const struct store *store);

#define STORE_RECORD_PHOTO_NAME_MAX 24 /* bytes of the name of its file, with the NUL */

/* Formats the file name of a photo: "17", or "17x" for a stranger; and returns whether a name has this form. */
void store_record_photo_name(const struct store_record_photo *photo, char ret_name[STORE_RECORD_PHOTO_NAME_MAX]);
bool store_record_photo_is_name(const char *name);

/* Returns the bytes that the photos occupy on the disk. */
uint64_t store_record_photos_octets(const struct store *store);

/* For store/home.c: allocates the state that a state folder has of its photos (NULL: no memory), and frees it; accepts
 * NULL. */
struct record_photos_kept *store_record_photos_new(void);
void store_record_photos_free(struct record_photos_kept *kept);

/* For store/erase.c: removes the folder with all files. No photo may be in the process of being written. */
_must_check_ int store_record_photos_erase(const struct store_home *home);

#endif
