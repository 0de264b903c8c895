/* The index of name parts: any part of a user's name, or of another text that the search finds, is found through pairs of
 * its characters (store/grams.h, ADR 6). It is made from the keys of the names alone, so that the engine can build it
 * again after damage. */
#ifndef POSTERN_STORE_NAME_INDEX_H
#define POSTERN_STORE_NAME_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

struct store;

#define NAME_INDEX_KEY_ID 8 /* bytes of the ID behind the folded name in a key */
#define NAME_INDEX_NEXT '\x1f' /* starts another text that is found, behind the ID */
#define NAME_INDEX_TEXTS 2 /* of these at most */

/* Length of the text at the start of a key, or of a part of one: what follows it is a control character. */
size_t name_index_text(const char *key, size_t len);

/* Adds or removes the name in the key of a user, `len` bytes. Inside a transaction. What is removed is the key that
 * was added. */
_must_check_ int store_name_index_add(struct store *store, uint32_t id, const char *key, size_t len);
_must_check_ int store_name_index_remove(struct store *store, uint32_t id, const char *key, size_t len);

/* Builds it again from the names. Inside a transaction. For repair after damage. */
_must_check_ int store_name_index_rebuild(struct store *store);

#endif
