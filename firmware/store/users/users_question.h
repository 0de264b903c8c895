/* Inside store/ only: a prepared query of the list of users: folded search, ranges of IDs, the index to read from, the
 * number of matches. */
#ifndef POSTERN_STORE_USERS_QUESTION_H
#define POSTERN_STORE_USERS_QUESTION_H

#include "store/grams.h"
#include "store/users/users_cursor.h"
#include "store/users/users_shape.h"
#include "values/cards.h"

/* Sets up to this size are sorted; larger ones are read in list order. */
#define QUESTION_SET_MAX 3000

/* Bytes of the match expression for the index of name parts: the words of a search, each with its quotes and star, and
 * what joins them. */
#define QUESTION_MATCH_MAX (GRAMS_MATCH_MAX + SHAPE_WORD_COUNT * 8)

/* A word of a search, in its needle: without blanks, except the last of SHAPE_WORD_COUNT words. */
struct question_word {
    const char *text;
    size_t len;
};

struct question {
    struct store *store;
    const struct user_query *query;
    uint32_t today; /* yyyymmdd, local */
    bool descending;
    struct store_users_counts counts;
    /* search */
    char needle[TEXT_FOLD_MAX]; /* folded; "" when there is no search */
    size_t needle_len;
    struct question_word word[SHAPE_WORD_COUNT]; /* each must occur, anywhere */
    unsigned word_count;
    char match[QUESTION_MATCH_MAX];
    bool digits; /* one word: only digits, or a card number of another form that a user has */
    uint32_t holder[CARD_READINGS_MAX]; /* users with the cards that the search may mean; 0: none */
    uint32_t low[SHAPE_RANGE_COUNT], high[SHAPE_RANGE_COUNT]; /* IDs that begin with the digits; low > high: none */
    const char *prefix; /* the digits, or a text that no ID begins with */
    /* filters */
    enum shape_driver driver;
    uint8_t driver_field; /* enum user_field of SHAPE_BY_FIELD */
    uint8_t by_field; /* enum user_field of another text that the list is sorted by; 0: none */
    bool driver_small; /* the set of the driver has at most QUESTION_SET_MAX */
    uint32_t hash;
};

/* Prepares a query, except for the total. */
_must_check_ int question_start(struct question *question, struct store *store, const struct user_query *query,
                                uint32_t today);

/* Returns the shape of a plan for this query. */
struct shape question_shape(const struct question *question, enum shape_plan plan, enum shape_purpose purpose);

/* Binds the parameters of a statement of such a shape. `bound` may be NULL. */
void question_bind(const struct question *question, sqlite3_stmt *statement, const struct users_cursor *bound,
                   uint32_t limit);

/* Counts the matches, up to `limit`; all if `bound` is NULL, else those on that side of it. */
_must_check_ int question_count(struct question *question, enum shape_bound side, const struct users_cursor *bound,
                                uint32_t limit, uint32_t *ret_count);

/* Returns whether a user has the card that is searched for. */
bool question_has_holder(const struct question *question);

/* Returns whether any filter or search is set. */
bool question_is_filtered(const struct question *question);

#endif
