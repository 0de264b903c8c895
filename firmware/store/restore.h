/* Restoring a backup in place of all stored data. The backup is unpacked into a separate folder beside the state
 * (`staged/`), checked and completed there; the state is not touched meanwhile. Then restore_decide() leaves a mark,
 * which makes the restore certain. The next store_home_open() carries it out, whenever power is cut: before the mark
 * the old state is valid, after it the new one. Staged data without a mark is removed at start. The replaced state is
 * kept in `replaced/`. */
#ifndef POSTERN_STORE_RESTORE_H
#define POSTERN_STORE_RESTORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct store;
struct store_home;
struct store_staging;

#define STORE_RESTORE_NOTE_MAX 96 /* bytes of a note, with the NUL */
#define STORE_STAGED_PHOTOS_MAX 65536 /* as many as fit into the quota of record photos */

/* Empties the folder and opens it. One staging per process at a time. E_NOMEM, E_IO, E_NOSPC. */
_must_check_ int store_staging_new(struct store_home *home, struct store_staging **ret_staging);

/* Frees it; the staged files stay until store_staging_drop(), or until the restore is carried out. Accepts NULL. */
void store_staging_free(struct store_staging *staging);

/* Starts the database file, or the file of a photo, whose name in a backup is that of its record ("17", "17x" for a
 * stranger); finishes the previous file. E_FORMAT: not the name of a photo; E_CAPACITY: too many photos; E_EXISTS: the
 * name is taken. */
_must_check_ int store_staging_database(struct store_staging *staging);
_must_check_ int store_staging_photo(struct store_staging *staging, const char *name);

/* Appends to the current file. E_NOSPC: it would fill the disk. */
_must_check_ int store_staging_write(struct store_staging *staging, const void *data, size_t len);

/* Finishes the last file. */
_must_check_ int store_staging_close(struct store_staging *staging);

/* Returns the folder for the file `identity`. Valid as long as the staging. */
const char *store_staging_folder(const struct store_staging *staging);

/* Checks the staged database without writing to it: it is one file, its schema is exactly that of `schema` migrations,
 * and it is intact with its indexes. `cancelled` is called now and then. E_CORRUPT: a check failed; E_CANCELLED;
 * E_NOMEM, E_IO. */
_must_check_ int store_staging_check(struct store_staging *staging, unsigned schema, bool (*cancelled)(void *ctx),
                                     void *ctx);

/* Opens a connection to the staged and checked database and applies the missing migrations. The connection belongs to
 * no state folder. The caller frees it. */
_must_check_ int store_staging_open(struct store_staging *staging, struct store **ret_store);

/* Decides the restore: makes all staged files durable, then leaves the mark. `note` is a line of text that survives the
 * restore. No connection to the staged database may be open. E_NOSPC, E_IO, E_SYSTEM: nothing was decided. */
_must_check_ int restore_decide(struct store_staging *staging, const char *note);

/* Removes the mark: the restore was cancelled before the start that would carry it out. */
_must_check_ int restore_undo(struct store_home *home);

/* Returns whether the state replaced by a restore still exists; deletes it, once the restored state is confirmed
 * (core/backup). */
bool restore_has_replaced(const struct store_home *home);
_must_check_ int restore_forget_replaced(struct store_home *home);

/* Decides to undo a restore: the next store_home_open() puts the replaced state back, and keeps the restored state the
 * same way. E_NOTFOUND: there is no replaced state. */
_must_check_ int restore_put_back(struct store_home *home);

/* Removes the staged files, if any. Not after restore_decide(). */
_must_check_ int store_staging_drop(struct store_home *home);

/* Returns the note of the backup restored at this start; "" if none was. */
const char *restore_note(const struct store_home *home);

#endif
