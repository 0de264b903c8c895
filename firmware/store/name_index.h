/* The index of name parts: finds any part of a user's name, or of another searchable text, through pairs of characters
 * (store/grams.h, ADR 6). It derives from the keys of the names alone, so it can be rebuilt after damage. */
#ifndef POSTERN_STORE_NAME_INDEX_H
#define POSTERN_STORE_NAME_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct store;

#define NAME_INDEX_KEY_ID 8 /* bytes of the ID behind the folded name in a key */
#define NAME_INDEX_NEXT '\x1f' /* separates further searchable texts, after the ID */
#define NAME_INDEX_TEXTS 2 /* most of these texts */

/* Returns the length of the text at the start of a key, or of a part of one: up to the first control character. */
size_t name_index_text(const char *key, size_t len);

/* Adds or removes the name in the key of a user, `len` bytes. Inside a transaction. Remove with exactly the key that
 * was added. */
_must_check_ int store_name_index_add(struct store *store, uint32_t id, const char *key, size_t len);
_must_check_ int store_name_index_remove(struct store *store, uint32_t id, const char *key, size_t len);

/* Rebuilds the index from the names. Inside a transaction. For repair after damage. */
_must_check_ int store_name_index_rebuild(struct store *store);

#endif
