/* Photos of lines of the log: a folder of files beside the database, one a line, sealed by who writes them. A photo is on
 * the disk, whole, before it is known here, and what is known is read out of the folder at the start: it is not said in
 * the database, where it could say something else than the folder. So whoever reads a line is told what there is. Together
 * they take no more than a budget; the oldest go first. Writing one takes no lock of the database. */
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

#define STORE_RECORD_PHOTO_MAX 65536 /* bytes of what is sealed */
#define STORE_RECORD_PHOTOS_OCTETS (UINT64_C(256) * 1024 * 1024) /* on the disk, on one that is four times as large */
#define STORE_RECORD_PHOTOS_LEAVE (UINT64_C(32) * 1024 * 1024) /* that a photo leaves free on the disk */
#define STORE_RECORD_PHOTO_BLOCK 4096 /* each takes whole ones */

/* Lines that the log has: all from `first` to `last`. */
struct store_record_lines {
    int64_t first, last;
};

/* For core/start, before anything is appended to the log: reads the folder, and removes from it what was not finished and
 * what has no line, for one that was deleted, or one that was lost with a damaged database, whose number comes again.
 * `octets` is the budget; a smaller disk gets a quarter of it. E_NOMEM, E_IO. */
_must_check_ int store_record_photos_open(struct store *store, const struct store_record_lines *lines, uint64_t octets);

/* Whether the line has one. Any thread; memory alone. */
bool store_record_photo_has(const struct store *store, int64_t seq);

/* Keeps one, durable on return. When the budget is used up the oldest go; those of strangers first while these have more
 * than a quarter of it. E_NOTFOUND: the log has no such line any more, or it has one; E_TOO_LARGE; E_NOSPC: the disk is
 * too full. */
_must_check_ int store_record_photo_put(struct store *store, int64_t seq, bool is_stranger, const void *sealed,
                                        size_t len);

/* What is sealed, in the arena. E_NOTFOUND, E_NOMEM, E_IO. */
_must_check_ int store_record_photo_get(const struct store *store, int64_t seq, struct arena *arena,
                                        const uint8_t **ret_sealed, size_t *ret_len);

/* Removes one that is damaged; there need not be one. */
void store_record_photo_drop(struct store *store, int64_t seq);

/* Number of the oldest line that has one; INT64_MAX: none has. Any thread; memory alone. */
int64_t store_record_photos_first(const struct store *store);

/* Removes those of the lines before `first`, which the log does not have any more, and takes no more of these. */
void store_record_photos_trim(struct store *store, int64_t first);

/* A photo that is there. */
struct store_record_photo {
    int64_t seq; /* of its line */
    bool is_stranger;
};

/* The first one behind the line `after`. E_NOTFOUND: there is none. Any thread; memory alone. */
_must_check_ int store_record_photo_next(const struct store *store, int64_t after,
                                         struct store_record_photo *ret_photo);

/* How many there are. */
size_t store_record_photos_count(const struct store *store);

#define STORE_RECORD_PHOTO_NAME_MAX 24 /* bytes of the name of its file, with the NUL */

/* The name of the file of a photo: "17", "17x" of a stranger; and what a name says. False: it is none. */
void store_record_photo_name(const struct store_record_photo *photo, char ret_name[STORE_RECORD_PHOTO_NAME_MAX]);
bool store_record_photo_is_name(const char *name);

/* Bytes that they take on the disk. */
uint64_t store_record_photos_octets(const struct store *store);

/* For store/home.c: what a state folder keeps of it, NULL without memory; and its end, which takes NULL. */
struct record_photos_kept *store_record_photos_new(void);
void store_record_photos_free(struct record_photos_kept *kept);

/* For store/erase.c: removes the folder with all that is in it. No photo is being written. */
_must_check_ int store_record_photos_erase(const struct store_home *home);

#endif
