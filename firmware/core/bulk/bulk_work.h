/* Inside core/bulk only: what is open while rows are checked or written. All of it belongs to the upkeep's run. */
#ifndef POSTERN_CORE_BULK_WORK_H
#define POSTERN_CORE_BULK_WORK_H

#include "core/base/actor.h"
#include "core/bulk/bulk_barred.h"
#include "core/bulk/bulk_entries.h"
#include "core/bulk/bulk_impl.h"
#include "core/bulk/bulk_mends.h"
#include "core/bulk/bulk_names.h"
#include "core/bulk/bulk_parse.h"
#include "core/bulk/bulk_rows.h"
#include "core/bulk/bulk_scan.h"
#include "core/bulk/bulk_seen.h"
#include "core/time/local_history.h"
#include "core/users/users_many.h"
#include "tables/unzip.h"
#include "util/buf.h"

#define BULK_ROW_LEFT_OUT 2 /* of a row that does not count */

struct bulk_work {
    struct store_bulk state; /* of the job, as far as the work is */
    struct actor by; /* who began it */
    struct users_many *many;
    struct bulk_writer rows, bad;
    struct bulk_reader reader; /* of rows that wait to be written, or of whom an edit is about */
    struct bulk_seen ids, cards; /* that the file has had */
    struct bulk_seen freed; /* cards that users gave up in a row before */
    struct bulk_seen seconds; /* of an archive: users of whom it has several pictures, with the second one */
    struct bulk_entries entries; /* of a roster: days that the file has had */
    struct bulk_seen texts[USER_FIELD_COUNT]; /* of fields that are unique: hashes of the texts that the file has had */
    struct bulk_seen givers[USER_FIELD_COUNT]; /* and who gave up a text */
    uint64_t seed; /* of the hashes */
    uint32_t next_id; /* of users who come without an ID; 0: not looked for yet */
    uint32_t room; /* users that may still be added */
    bool is_scanning; /* first pass over rows of a table or names of an archive; the second one checks them */
    /* of a table */
    struct sheet *sheet;
    struct bulk_mends *mends; /* corrections of its rows; NULL: none */
    struct bulk_scan scan;
    struct bulk_reading readings[STORE_BULK_COLUMNS_MAX];
    struct bulk_columns columns;
    struct bulk_names *names; /* NULL: no column has some */
    struct bulk_parsed parsed;
    struct bulk_barred *barred; /* of a check: who could not enter; NULL: the job brings nobody */
    char cells[BULK_CELLS_MAX];
    struct local_history clock; /* of punches: the rules of the clock */
    /* of an archive */
    struct unzip *unzip;
    uint32_t scanned; /* entries whose names were looked at */
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
_must_check_ int bulk_check_holder(struct core *core, enum bulk_kind kind, const struct actor *by);

/* Works for BULK_RUN_MS. Returns 1: there is more; 0: the step is over, and `state` says how; an error of the file or the store:
 * what was published before counts. */
_must_check_ int bulk_check_run(struct core *core, struct bulk_work *work);
_must_check_ int bulk_write_run(struct core *core, struct bulk_work *work);

/* Leaves the audit row of a job that ends as its step says. Inside the transaction. */
_must_check_ int bulk_audit(struct core *core, const struct store_bulk *state);

/* True when it is time to end this run, or it was cancelled. */
bool bulk_is_time(struct core *core, int64_t since_ms);

/* Judges a row that could be read: as writing would, and against the rows before it. Returns 0; what is wrong with it, with
 * the field in *reterr or without one where it is E_ROW_TWICE or E_CAPACITY, and the conflicting row or user in record->other; or an error of the store (bulk_is_of_row()). */
_must_check_ int bulk_judge(struct core *core, struct bulk_work *work, struct bulk_record *record,
                            struct users_verdict *ret_verdict, struct users_refusal *reterr);

/* Finds who a row without a user ID is about (users_many_find()); its ID then stands in the change and is not given. */
_must_check_ int bulk_find(struct core *core, struct bulk_work *work, struct user_change *change);

/* Whether an error is about a row alone. */
bool bulk_is_of_row(int err, const struct users_refusal *refusal);

/* Notes a row that is wrong; without a name, under that of its user. */
_must_check_ int bulk_put_bad(struct core *core, struct bulk_work *work, struct bulk_record *record, int err,
                              const char *field);

/* The same with the text of a column; columns.count: of none. */
_must_check_ int bulk_put_bad_cell(struct core *core, struct bulk_work *work, const struct sheet_row *row,
                                   struct bulk_record *record, int err, size_t column);

/* Counts what becomes of a row. */
void bulk_count(struct store_bulk_counts *counts, enum users_outcome outcome);

/* Looks at the name of the next entry before any is checked. Returns 1; 0: there is none; an error of the archive or the store. */
_must_check_ int bulk_photo_scan(struct core *core, struct bulk_work *work);

/* The next entry of an archive that is no folder and the like. Returns 1: one was judged and noted; 0: there is none; an error of the
 * archive or the store. */
_must_check_ int bulk_photo_check(struct core *core, struct bulk_work *work);

/* Makes the portrait of a record's entry, unless its user keeps the one that is there. What is wrong with it
 * (bulk_photo_is_wrong()), or another error. */
_must_check_ int bulk_photo_make(struct core *core, struct bulk_work *work, const struct bulk_record *record);

/* Writes what was made last. Inside a transaction. */
_must_check_ int bulk_photo_write(struct core *core, struct bulk_work *work, const struct bulk_record *record,
                                  enum users_outcome *ret_outcome);

/* Goes to a record's entry. Whether its name still means the user, who may have a photo: E_USER_UNKNOWN, E_ABOVE_LEVEL,
 * E_PHOTO_EXISTS, and those of a name. */
_must_check_ int bulk_photo_judge(struct core *core, struct bulk_work *work, const struct bulk_record *record,
                                  enum users_outcome *ret_outcome);

/* Reads the next row of a table, corrected. Returns 1; BULK_ROW_LEFT_OUT, which is counted; 0: there is none; E_CAPACITY: there are too
 * many; an error of the file. */
_must_check_ int bulk_next_row(struct bulk_work *work, struct sheet_row *ret_row);

/* Judges and notes the next row of a table of punches. Returns 1; BULK_ROW_LEFT_OUT; 0: there is none; an error of the file or the store. */
_must_check_ int bulk_punch_check(struct core *core, struct bulk_work *work);

/* Judges the punch of a record again before all or none is written: as bulk_judge(). */
_must_check_ int bulk_punch_verify(struct core *core, struct bulk_work *work, struct bulk_record *record,
                                   struct users_refusal *reterr);

/* Judges and notes the next row of a roster. Returns 1; BULK_ROW_LEFT_OUT; 0: there is none; an error of the file or the store. */
_must_check_ int bulk_roster_check(struct core *core, struct bulk_work *work);

/* Judges the entry of a record again before all or none is written: as bulk_judge(). */
_must_check_ int bulk_roster_verify(struct core *core, struct bulk_work *work, struct bulk_record *record,
                                    struct users_refusal *reterr);

/* Writes the entry of a record, or notes that it has become wrong. Inside a transaction. */
_must_check_ int bulk_roster_write(struct core *core, struct bulk_work *work, struct bulk_record *record);

/* Writes some punches in one transaction. Returns 1: rows are left; 0: the job is done; an error. */
_must_check_ int bulk_punch_slice(struct core *core, struct bulk_work *work);

/* Inside the transaction of a slice, behind its rows: how far the job is. Wrong rows are durable before they count. */
_must_check_ int bulk_slice_end(struct core *core, struct bulk_work *work, bool is_last, int64_t bad_before);

/* True for what is wrong with one picture, or with whose it is. */
bool bulk_photo_is_wrong(int err);

#endif
