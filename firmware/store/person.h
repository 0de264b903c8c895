/* A number is not a person: user IDs may be given again. Which records that name an ID are of the user who has it now, and how
 * a user is told from another one with the same ID. */
#ifndef POSTERN_STORE_PERSON_H
#define POSTERN_STORE_PERSON_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"

struct store;

#define STORE_PERSON_ANY 0 /* in place of an identity: the user who has the ID */

/* Given when the user is added, and never changed. */
struct store_person {
    int64_t identity; /* above 0; no other user of this terminal has it, before or after */
    int64_t since; /* number of the last record when the user was added; 0: none */
};

/* Reads them. E_NOTFOUND: nobody has this ID. Microseconds. */
_must_check_ int store_person_get(struct store *store, uint32_t userid, struct store_person *ret_person);

/* Returns whether a record that names the user's ID is of this person. */
static inline bool store_person_has(const struct store_person *person, int64_t seq) {
    return seq > person->since;
}

/* The same in SQL, for the records of the ID in parameter 1: of an ID that nobody has, no record is anybody's. */
#define STORE_PERSON_HAS "seq > (SELECT since FROM user WHERE user.userid = ?1)"

/* Reads whether the ID now belongs to somebody else than the person with `identity`; false if nobody has it, or for
 * STORE_PERSON_ANY. */
_must_check_ int store_person_is_another(struct store *store, uint32_t userid, int64_t identity, bool *ret_is_another);

/* Reads the last identity that was given; and makes sure that only higher ones are given, inside a transaction. */
_must_check_ int store_person_last(struct store *store, int64_t *ret_identity);
_must_check_ int store_person_raise(struct store *store, int64_t identity);

#endif
