/* Putting a backup in the place of all that the terminal keeps. It is unpacked into a folder of its own beside the state
 * (`staged/`), tested there, and completed; nothing of the state is touched meanwhile. Then restore_decide() leaves a mark:
 * from then on it is decided. The next store_home_open() follows it, whatever moment the power is cut at: the state is the
 * old one up to the mark, and the new one afterwards. What was staged and not decided is removed at a start. The state that was
 * replaced is kept in `replaced/`. */
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
#define STORE_STAGED_PHOTOS_MAX 65536 /* as many as fit into what photos of the log may take */

/* Empties the folder and opens it. The staging of a process is one at a time. E_NOMEM, E_IO, E_NOSPC. */
_must_check_ int store_staging_new(struct store_home *home, struct store_staging **ret_staging);

/* Frees it; what is staged stays until store_staging_drop(), or the mark is followed. Takes NULL. */
void store_staging_free(struct store_staging *staging);

/* Begins the file of the database, or that of a photo, whose name in a backup is that of its line ("17", "17x" of a
 * stranger); what was begun before is then finished. E_FORMAT: this is no name of a photo; E_CAPACITY: there are too many;
 * E_EXISTS: there is one of this name. */
_must_check_ int store_staging_database(struct store_staging *staging);
_must_check_ int store_staging_photo(struct store_staging *staging, const char *name);

/* Appends to it. E_NOSPC: the disk would be full. */
_must_check_ int store_staging_write(struct store_staging *staging, const void *data, size_t len);

/* Finishes the last one. */
_must_check_ int store_staging_close(struct store_staging *staging);

/* Folder that the file `identity` is to be put into. Lives as long as the staging. */
const char *store_staging_folder(const struct store_staging *staging);

/* Tests the staged database without writing to it: it is one file, has the schema that `schema` migrations make, to the
 * letter, and no more, and is whole with its indexes. `cancelled` is asked now and then. E_CORRUPT: it is not; E_CANCELLED;
 * E_NOMEM, E_IO. */
_must_check_ int store_staging_check(struct store_staging *staging, unsigned schema, bool (*cancelled)(void *ctx),
                                     void *ctx);

/* A connection to it, with the migrations applied that it has not, which belongs to nobody's state folder. One that was
 * tested. The caller frees it. */
_must_check_ int store_staging_open(struct store_staging *staging, struct store **ret_store);

/* Decides: makes everything that is staged durable, then leaves the mark. `note` is a line of text that outlives it. No
 * connection to the staged database is open. E_NOSPC, E_IO, E_SYSTEM: nothing was decided. */
_must_check_ int restore_decide(struct store_staging *staging, const char *note);

/* Takes the mark back: it was called off before the start that would follow it. */
_must_check_ int restore_undo(struct store_home *home);

/* What was in the place of a restored state is kept until that has served (core/backup). */
bool restore_has_replaced(const struct store_home *home);
_must_check_ int restore_forget_replaced(struct store_home *home);

/* Decides that it is put back: the next store_home_open() does so, and keeps the restored state as it kept this one.
 * E_NOTFOUND: there is none. */
_must_check_ int restore_put_back(struct store_home *home);

/* Removes what is staged; there need not be anything. Not behind restore_decide(). */
_must_check_ int store_staging_drop(struct store_home *home);

/* Note of the backup that took the place of all at this start; "" when none did. */
const char *restore_note(const struct store_home *home);

#endif
