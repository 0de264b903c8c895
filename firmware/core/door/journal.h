/* What the terminal's thread leaves for the log and for where people are, on its way to the disk. It is written at once,
 * before anybody sees it; while another thread or process holds the store for long, it waits here, in order, for a worker,
 * so that neither the relay nor the next person waits. What a power cut takes of it is in docs/rules.md. */
#ifndef POSTERN_CORE_JOURNAL_H
#define POSTERN_CORE_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/door/passback.h"
#include "util/err.h"
#include "values.h"

struct core;
struct journal;

#define JOURNAL_MAX 128 /* entries that wait at most */
#define JOURNAL_EVENTS_MAX 64 /* of them when what happened to the door is put aside: the rest is for people */
#define JOURNAL_DETAIL_MAX 96 /* bytes of the detail of a line, with the NUL */

_must_check_ int journal_new(struct journal **ret_journal);
void journal_free(struct journal *journal); /* takes NULL */

/* Somebody with a user ID: the identity (store/person.h) tells a person from another one who has the ID since. */
struct journal_person {
    uint32_t userid;
    int64_t identity;
};

/* Appends a line about a person with this identity, 0 for nobody known; its texts are copied, the detail as far as JOURNAL_DETAIL_MAX. `area` is where the person is
 * from then on, in the same transaction; PASSBACK_UNKNOWN: that does not change. It is durable on return unless the store is
 * held for longer than the core's store waits, or what was before it waits already. Terminal's thread. */
void journal_line(struct core *core, struct journal *journal, const struct record *record, int64_t identity,
                  enum passback_area area);

/* The same for where a person is now, without a line. */
void journal_move(struct core *core, struct journal *journal, const struct journal_person *who, enum passback_area area,
                  int64_t time_ms);

/* Puts a line about the door itself aside for journal_write(); any thread, memory alone. */
void journal_event(struct journal *journal, const struct record *record);

/* Where a person is by what still waits. False: nothing about the person does. Any thread; memory alone. */
bool journal_area(struct journal *journal, const struct journal_person *who, enum passback_area *ret_area);

/* When the person was let in last by what still waits, likewise. */
bool journal_punch(struct journal *journal, const struct journal_person *who, int64_t *ret_time_ms);

/* Something waits. Any thread, without a lock. */
bool journal_waits(const struct journal *journal);

/* Writes all that waits. E_BUSY: another held the store for as long as the core's store waits; the rest still waits. */
int journal_write(struct core *core, struct journal *journal);

#endif
