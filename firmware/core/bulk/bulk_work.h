/* Inside core/bulk only: what is open while rows are checked or written. All of it belongs to the upkeep's run. */
#ifndef POSTERN_CORE_BULK_WORK_H
#define POSTERN_CORE_BULK_WORK_H

#include "core/base/actor.h"
#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_parse.h"
#include "core/bulk/bulk_rows.h"
#include "core/bulk/bulk_scan.h"
#include "core/bulk/bulk_seen.h"
#include "core/users/users_many.h"
#include "tables/unzip.h"
#include "util/buf.h"

struct bulk_work {
    struct store_bulk state; /* of the job, as far as the work is */
    struct actor by; /* who began it */
    struct users_many *many;
    struct bulk_writer rows, bad;
    struct bulk_reader reader; /* of rows that wait to be written, or of whom an edit is about */
    struct bulk_seen ids, cards; /* that the file has had; of given up cards the users are marked in `ids` */
    struct bulk_seen texts[USER_FIELD_COUNT]; /* of fields that are unique: hashes of the texts that the file has had */
    struct bulk_seen givers[USER_FIELD_COUNT]; /* and who gave up a text */
    uint64_t seed; /* of the hashes */
    uint32_t next_id; /* of users who come without an ID; 0: not looked for yet */
    uint32_t room; /* users that may still be added */
    /* of a table */
    struct sheet *sheet;
    bool is_scanning; /* the rows are read for the first time, before they are checked */
    struct bulk_scan scan;
    struct bulk_reading readings[STORE_BULK_COLUMNS_MAX];
    struct bulk_columns columns;
    struct bulk_parsed parsed;
    char cells[BULK_CELLS_MAX];
    /* of an archive */
    struct unzip *unzip;
    struct buf picture, portrait;
    /* of an edit */
    struct user_change change;
    char change_texts[USER_TEXTS_MAX];
};

/* Opens what a step needs: a check from the beginning, writing from where it was. Errors of the file, E_NOMEM, E_NOSPC, E_IO. */
_must_check_ int bulk_work_open(struct core *core, const struct store_bulk *state, struct bulk_work **ret_work);

/* Reads the table from its beginning, behind the headings, to check its rows: what its columns show is known. */
_must_check_ int bulk_work_scanned(struct core *core, struct bulk_work *work);
void bulk_work_free(struct bulk_work *work); /* takes NULL */

/* Forgets what the rows before had. */
void bulk_forget_seen(struct bulk_work *work);

/* E_SESSION_ENDED: who began it is gone, has another level, or may not change users any more. */
_must_check_ int bulk_check_holder(struct core *core, const struct actor *by);

/* Works for BULK_RUN_MS. Returns 1: there is more; 0: the step is over, and `state` says how; an error of the file or the store:
 * what was published before counts. */
_must_check_ int bulk_check_run(struct core *core, struct bulk_work *work);
_must_check_ int bulk_write_run(struct core *core, struct bulk_work *work);

/* Leaves the audit row of a job that ends as its step says. Inside the transaction. */
_must_check_ int bulk_audit(struct core *core, const struct store_bulk *state);

/* True when it is time to end this run, or it was cancelled. */
bool bulk_is_time(struct core *core, int64_t since_ms);

/* Judges a row that could be read: as writing would, and against the rows before it. Returns 0; what is wrong with it, with
 * the field in *reterr or without one where it is E_ROW_TWICE or E_CAPACITY; or an error of the store (bulk_is_of_row()). */
_must_check_ int bulk_judge(struct core *core, struct bulk_work *work, const struct user_change *change,
                            struct users_verdict *ret_verdict, struct users_refusal *reterr);

/* Finds who a row without a user ID is about (users_many_find()); its ID then stands in the change and is not given. */
_must_check_ int bulk_find(struct core *core, struct bulk_work *work, struct user_change *change);

/* Whether an error is about a row alone. */
bool bulk_is_of_row(int err, const struct users_refusal *refusal);

/* Notes a row that is wrong; without a name, under that of its user. */
_must_check_ int bulk_put_bad(struct core *core, struct bulk_work *work, struct bulk_record *record, int err,
                              const char *field);

/* Counts what becomes of a row. */
void bulk_count(struct store_bulk_counts *counts, enum users_outcome outcome);

/* The next entry of an archive that is no folder and the like. Returns 1: one was judged and noted; 0: there is none; an error of the
 * archive or the store. */
_must_check_ int bulk_photo_check(struct core *core, struct bulk_work *work);

/* Makes the portrait of a record's entry, unless its user keeps the one that is there. What is wrong with it
 * (bulk_photo_is_wrong()), or another error. */
_must_check_ int bulk_photo_make(struct core *core, struct bulk_work *work, const struct bulk_record *record);

/* Writes what was made last. Inside a transaction. */
_must_check_ int bulk_photo_write(struct core *core, struct bulk_work *work, const struct bulk_record *record,
                                  enum users_outcome *ret_outcome);

/* Whether the user may have a photo: E_USER_UNKNOWN, E_ABOVE_LEVEL, E_PHOTO_EXISTS. */
_must_check_ int bulk_photo_judge(struct core *core, struct bulk_work *work, uint32_t userid,
                                  enum users_outcome *ret_outcome);

/* True for what is wrong with one picture, or with whose it is. */
bool bulk_photo_is_wrong(int err);

#endif
