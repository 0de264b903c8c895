/* Inside store/ only: the SQL of a page of users, composed for one shape of a query and kept prepared.
 *
 * Every list is read from an index in list order and stops after a page, or from a set of bounded size that is sorted.
 * The SQL names the index, so that no estimate of SQLite turns a page into a scan of the table. */
#ifndef POSTERN_STORE_USERS_SHAPE_H
#define POSTERN_STORE_USERS_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store_impl.h"
#include "store/users/users.h"

struct buf;

/* Where rows come from. */
enum shape_plan {
    SHAPE_LIST,       /* the index of the filter, in list order */
    SHAPE_LIST_MATCH, /* the same, and each row must match the search: for searches with many matches, by name */
    SHAPE_NAME,       /* the index of name parts, in ID order */
    SHAPE_NAME_SET, /* the same, all of them sorted by name: for searches with few matches */
    SHAPE_RANGE,      /* a range of IDs, in ID order */
    SHAPE_CARD, /* users with the cards that the search may mean, in ID order */
    SHAPE_DIGIT_SET, /* all matches of a search of digits, sorted by name */
};

/* The filter whose index a list is read from. The other filters are checked row by row. */
enum shape_driver {
    SHAPE_BY_ALL, /* none: the table, or the index of names */
    SHAPE_BY_ADMIN,
    SHAPE_BY_PLAIN,
    SHAPE_BY_FIELD, /* a field with a value filter */
    SHAPE_BY_CARD,
    SHAPE_BY_PASSWORD,
    SHAPE_BY_BARE,
    SHAPE_BY_FINGER,
    SHAPE_BY_FACE,
    SHAPE_BY_IRIS,
    SHAPE_BY_EXPIRY, /* not in list order: all on one side of today, sorted; for small sets */
};

enum shape_purpose {
    SHAPE_ROWS,
    SHAPE_COUNT, /* number of matches, counted up to the limit */
    SHAPE_COUNT_REST, /* the same without those in the ID range of a search of digits */
};

/* Rows beyond a position in the list. */
enum shape_bound { SHAPE_UNBOUND, SHAPE_ABOVE, SHAPE_BELOW };

#define SHAPE_FILTER(word) (1 + (int)(word))

struct shape {
    enum shape_plan plan;
    enum shape_driver driver;
    enum shape_purpose purpose;
    uint8_t driver_field; /* enum user_field of SHAPE_BY_FIELD */
    bool by_name;
    uint8_t by_field; /* enum user_field of another text that the list is sorted by; 0: none */
    bool descending;
    enum shape_bound bound;
    uint32_t fields; /* fields with a value filter: bit n for enum user_field n */
    uint8_t role, credential,
        expiry; /* 0: any; else SHAPE_FILTER() of the word of role_filter, credential_filter, expiry_filter */
    uint8_t words; /* of the search; used by SHAPE_LIST_MATCH */
    bool digits; /* the search is one word of digits, or a card number */
};

#define SHAPE_RANGE_COUNT 9 /* possible lengths of an ID */
#define SHAPE_WORD_COUNT 8 /* words of a search that are matched separately */

/* Parameters of the SQL by number. */
enum shape_parameter {
    SHAPE_LIMIT = 1,
    SHAPE_ID,     /* of the bound */
    SHAPE_KEY,    /* name_key of the bound, or its text of `by_field` */
    SHAPE_OTHER, /* ID of the user with the card in the other reading of the search, 0 none */
    SHAPE_TODAY = 6,
    SHAPE_MATCH,  /* expression for the index of name parts */
    SHAPE_NEEDLE, /* the first word of the folded search */
    SHAPE_HOLDER, /* ID of the user with the card, 0 none */
    SHAPE_PREFIX, /* the search as text, if an ID can begin with it */
    SHAPE_PREFIX_LEN,
    SHAPE_LOW,
    SHAPE_HIGH,
    SHAPE_RANGES, /* and the following: lowest and highest ID of each range */
    SHAPE_WORDS = SHAPE_RANGES + 2 * SHAPE_RANGE_COUNT - 1, /* and the following: all words except the first */
    SHAPE_FIELDS = SHAPE_WORDS + SHAPE_WORD_COUNT, /* and the following: the value of each enum user_field */
};

/* Returns a number that identifies the shape; never 0. */
uint64_t shape_key(const struct shape *shape);

/* Returns whether a list is sorted by a text instead of the ID. */
static inline bool shape_by_text(const struct shape *shape) {
    return shape->by_name || shape->by_field != 0;
}

/* Appends the SQL of a shape. Errors stick in the buffer. */
void shape_sql(const struct shape *shape, struct buf *out);

/* Gets the prepared statement of a shape from the cache. Release it with store_reset(). */
_must_check_ int shape_statement(struct store *store, const struct shape *shape, sqlite3_stmt **ret_statement);

#endif
