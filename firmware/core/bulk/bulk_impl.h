/* Inside core/bulk only: the job, and how its files are called. */
#ifndef POSTERN_CORE_BULK_IMPL_H
#define POSTERN_CORE_BULK_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/bulk/bulk.h"
#include "core/bulk/bulk_rows.h"

#define BULK_RUN_MS 150 /* of work at a time; until the next (app/upkeep) others write, and have the worker */
#define BULK_SLICE_MS 20 /* of one transaction */
#define BULK_SLICE_LEAST \
    100 /* rows of it, some 10 ms, however busy the processor is: each transaction writes much beside its rows */
#define BULK_SLICE_ROWS 400 /* at most: a clock that stands still ends none by its time */
#define BULK_SLICE_WAITED 10 /* rows at least while another thread waits to write */
#define BULK_SLICE_ENDS 50 /* sessions that follow one */

/* Files in the folder of store/upload.h. */
#define BULK_FILE "file" /* as it was sent */
#define BULK_ROWS "rows" /* rows that are good: bulk_records.h */
#define BULK_BAD "bad" /* rows that are wrong */
#define BULK_NAMES "names" /* names of groups and shifts that nothing has */
#define BULK_NAME_USES "name-uses" /* what names were said to mean */
#define BULK_MENDS "mends" /* corrections of the table */
#define BULK_BARRED "barred" /* who could not enter */
#define BULK_IDS "ids" /* of an edit: the change, then whom it is about */

struct bulk_work;

struct bulk {
    pthread_mutex_t acting; /* one call at a time that changes the job while nothing is checked or written */
    pthread_mutex_t mutex; /* guards what follows up to the empty line, for a few instructions */
    struct store_bulk state;
    int64_t received; /* bytes of the file that are here */
    int64_t touched_ms; /* when whoever began it did something, monotonic */
    int64_t not_before_ms; /* when the work goes on after something was in its way, monotonic */

    atomic_bool cancel; /* it was asked to end */
    struct bulk_work *work; /* of the upkeep's thread, while rows are checked or written */
};

/* True while the upkeep works at it: nobody else changes the job then. */
static inline bool bulk_is_running(enum bulk_step step) {
    return step == BULK_STEP_CHECKING || step == BULK_STEP_WRITING;
}

/* True for a file that is a table. */
static inline bool bulk_is_table(enum bulk_kind kind) {
    return kind == BULK_KIND_USERS || kind == BULK_KIND_PUNCHES || kind == BULK_KIND_ROSTER;
}

/* E_FORBIDDEN: a job of this kind takes a permission that `by` lacks, besides the one that all its calls take. */
_must_check_ int bulk_check_kind(struct core *core, enum bulk_kind kind, const struct actor *by);

/* True if `by`, who may read users, may also read the rows of a job of this kind. */
bool bulk_may_read(struct core *core, enum bulk_kind kind, const struct actor *by);

/* The state as it is; and the one way to another: `by` (for the log): what led to its step. */
void bulk_read(struct core *core, struct store_bulk *ret_state);
void bulk_publish(struct core *core, const struct store_bulk *state, const char *by);

/* Locks and unlocks what calls do, and reads the state as it is then. Never waits: E_BUSY, not locked, while another call
 * does something. */
_must_check_ int bulk_act_any(struct core *core, struct store_bulk *ret_state);

/* The same while nothing is checked or written: E_BULK_RUNNING, not locked. */
_must_check_ int bulk_act(struct core *core, struct store_bulk *ret_state);
void bulk_act_end(struct core *core);

/* The same for whoever goes on with what he began: E_BULK_NOT_READY, not locked, for anybody else. */
_must_check_ int bulk_act_own(struct core *core, const struct actor *by, struct store_bulk *ret_state);

/* The same for who begins again: E_BULK_RUNNING, not locked, where somebody else's was touched not long ago. */
_must_check_ int bulk_act_anew(struct core *core, const struct actor *by, struct store_bulk *ret_state);

/* Whether `by` began it. */
bool bulk_is_own(const struct store_bulk *state, const struct actor *by);

/* Who began it, as it was then, and who is asked for rights now. */
void bulk_set_holder(struct store_bulk *state, const struct actor *by);
struct actor bulk_actor(const struct store_bulk *state);

/* How much of the file is here. */
void bulk_set_received(struct core *core, int64_t octets);

/* Who began it did something. */
void bulk_touch(struct core *core);

/* Writes the state in a transaction of its own and publishes it. */
_must_check_ int bulk_save(struct core *core, const struct store_bulk *state, const char *by);

/* The same for work that goes on: E_NOTFOUND, the job is gone. */
_must_check_ int bulk_go_on(struct core *core, const struct store_bulk *state, const char *by);

/* The file as it was sent is here as a whole. */
bool bulk_has_file(struct core *core, const struct store_bulk *state);

/* Path of one of the files. */
_must_check_ int bulk_path(struct core *core, const char *name, char *ret_path);

/* Opens one of the files at `at`, as bulk_reader_open(), which reads all of it, and bulk_writer_open(). */
_must_check_ int bulk_open_reader(struct core *core, const char *name, int64_t at, struct bulk_reader *ret_reader);
_must_check_ int bulk_open_writer(struct core *core, const char *name, int64_t at, struct bulk_writer *ret_writer);

/* Removes one of the files, if it exists. E_IO. */
_must_check_ int bulk_remove(struct core *core, const char *name);

/* Removes what is not needed any more: all but the bad rows. */
void bulk_tidy(struct core *core);

/* A file is to be checked again, or users; the work then begins (bulk_due_ms()). */
_must_check_ int bulk_begin_check(struct core *core, struct store_bulk *state);

/* A copy of a text as far as it is shown; NULL: no memory. */
const char *bulk_keep_cut(struct arena *arena, const char *text);

/* The encoding as iconv(3) calls it, the character of a delimiter, and back: false where it has no word. */
const char *bulk_encoding_name(enum text_encoding encoding);
bool bulk_encoding_of(const char *name, enum text_encoding *ret_encoding);
char bulk_delimiter_of(enum delimiter delimiter);

#endif
