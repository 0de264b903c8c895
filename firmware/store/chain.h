/* The hash chains of the audit log and of the records (docs/log-chain.md). A line is stored with the link of the line
 * before it in its chain; its own link is the SHA-256 of that and of its fields, so that a line that is changed, put in or
 * taken out in between no longer fits the next one. Pure. */
#ifndef POSTERN_STORE_CHAIN_H
#define POSTERN_STORE_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "util/crypto.h"

#define CHAIN_LINK_TEXT (2 * CRYPTO_SHA256_LEN + 1) /* bytes of a link as text, with the NUL */

struct chain_link {
    uint8_t bytes[CRYPTO_SHA256_LEN]; /* all zero: before the first line */
};

/* A line that is stored. */
struct store_linked {
    bool has_previous; /* false: it is from before there was a chain, and `previous` is zeros */
    struct chain_link previous, link;
};

/* A line that is being hashed. */
struct chain {
    struct crypto_sha256 hash;
};

/* Begins with the line before and the name of the log; then come the fields in their order, each written as its length in
 * bytes, a colon, its text and a comma; one without a value as "~,". Numbers are decimal. */
void chain_begin(struct chain *chain, const struct chain_link *before, const char *log);
void chain_number(struct chain *chain, int64_t number);
void chain_text(struct chain *chain, const char *text); /* NULL: without a value */
void chain_end(struct chain *chain, struct chain_link *ret_link);

/* In hexadecimal: no program takes that for a formula. */
void chain_link_text(const struct chain_link *link, char ret_text[CHAIN_LINK_TEXT]);

#define CHAIN_HEAD_TEXT (CHAIN_LINK_TEXT + 24) /* bytes of a head as text, with the NUL */

/* The head of a log: a number, of the last line or of lines, and a link: "48210 5e88…". */
void chain_head_text(int64_t number, const struct chain_link *link, char ret_text[CHAIN_HEAD_TEXT]);

#endif
