#include "store/name_index.h"

#include "store/grams.h"
#include "store/store_impl.h"

#define WORDS_MAX ((1 + NAME_INDEX_TEXTS) * (GRAMS_INDEX_MAX + 1))

enum { INDEX_ADD, INDEX_REMOVE, INDEX_CLEAR, INDEX_EACH_KEY, INDEX_COUNT };

static const char *const index_sql[INDEX_COUNT] = {
    [INDEX_ADD] = "INSERT INTO user_name_fts (rowid, grams) VALUES (?1, ?2)",
    [INDEX_REMOVE] = "INSERT INTO user_name_fts (user_name_fts, rowid, grams) VALUES ('delete', ?1, ?2)",
    [INDEX_CLEAR] = "INSERT INTO user_name_fts (user_name_fts) VALUES ('delete-all')",
    [INDEX_EACH_KEY] = "SELECT userid, name_key FROM user ORDER BY userid",
};

static const struct store_statements statements = {STORE_MODULE_NAME_INDEX, INDEX_COUNT, index_sql};

size_t name_index_text(const char *key, size_t len) {
    size_t n = 0;
    while (n < len && (unsigned char)key[n] >= ' ') {
        n++;
    }
    return n;
}

/* Writes the words of all texts of a key, separated by blanks. A phrase never matches words of two texts: the last word
 * of a text is not a pair. */
static size_t put_words(const char *key, size_t len, char ret_words[WORDS_MAX]) {
    const size_t name = name_index_text(key, len);
    size_t words = grams_index(key, name, ret_words);
    for (size_t at = name + NAME_INDEX_KEY_ID; at < len;) {
        const size_t text = name_index_text(key + at + 1, len - at - 1);
        if (words > 0) {
            ret_words[words++] = ' ';
        }
        words += grams_index(key + at + 1, text, ret_words + words);
        at += 1 + text;
    }
    return words;
}

/* Adds or removes the words of a key. The index has no copy of its words: removing needs the same words again. */
static int write_words(struct store *store, unsigned index, uint32_t id, const char *key, size_t len) {
    _cleanup_(store_resetp) sqlite3_stmt *query = NULL;
    char words[WORDS_MAX];
    size_t words_len = put_words(key, len, words);
    if (words_len == 0) {
        return 0;
    }
    int r = store_statement(store, &statements, index, &query);
    if (r < 0) {
        return r;
    }
    (void)sqlite3_bind_int64(query, 1, id);
    (void)sqlite3_bind_text(query, 2, words, (int)words_len, SQLITE_STATIC);
    return store_run(store, query);
}

int store_name_index_add(struct store *store, uint32_t id, const char *key, size_t len) {
    return write_words(store, INDEX_ADD, id, key, len);
}

int store_name_index_remove(struct store *store, uint32_t id, const char *key, size_t len) {
    return write_words(store, INDEX_REMOVE, id, key, len);
}

int store_name_index_rebuild(struct store *store) {
    _cleanup_(store_resetp) sqlite3_stmt *clear = NULL;
    _cleanup_(store_resetp) sqlite3_stmt *each = NULL;
    int r = store_statement(store, &statements, INDEX_CLEAR, &clear);
    if (r == 0) {
        r = store_run(store, clear);
    }
    if (r == 0) {
        r = store_statement(store, &statements, INDEX_EACH_KEY, &each);
    }
    while (r == 0 && (r = store_step(store, each)) == 1) {
        size_t len = 0;
        const char *key = store_column_text(each, 1, &len);
        r = write_words(store, INDEX_ADD, (uint32_t)sqlite3_column_int(each, 0), key, len);
    }
    return r;
}
