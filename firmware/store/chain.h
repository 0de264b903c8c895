/* The hash chains of the audit log and of the access log (docs/log-chain.md). Each line stores the link of the previous
 * line in its chain; its own link is the SHA-256 of that link and of its own fields. So a line that is changed,
 * inserted or removed no longer matches its successor. Pure. */
#ifndef POSTERN_STORE_CHAIN_H
#define POSTERN_STORE_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "util/crypto.h"

#define CHAIN_LINK_TEXT (2 * CRYPTO_SHA256_LEN + 1) /* bytes of a link as text, with the NUL */

struct chain_link {
    uint8_t bytes[CRYPTO_SHA256_LEN]; /* all zero before the first line */
};

/* The stored position of a line in its chain. */
struct store_linked {
    bool has_previous; /* false: the line is older than the chain, and `previous` is zeros */
    struct chain_link previous, link;
};

/* A hash in progress. */
struct chain {
    struct crypto_sha256 hash;
};

/* Starts with the previous link and the name of the log. The fields follow in their order, each as its length in bytes,
 * a colon, its text and a comma; a field without a value as "~,". Numbers are decimal. */
void chain_begin(struct chain *chain, const struct chain_link *before, const char *log);
void chain_number(struct chain *chain, int64_t number);
void chain_text(struct chain *chain, const char *text); /* NULL: no value */
void chain_end(struct chain *chain, struct chain_link *ret_link);

/* Formats a link in hexadecimal, which no spreadsheet takes for a formula. */
void chain_link_text(const struct chain_link *link, char ret_text[CHAIN_LINK_TEXT]);

#define CHAIN_HEAD_TEXT (CHAIN_LINK_TEXT + 24) /* bytes of a head as text, with the NUL */

/* Formats the head of a log: a number (of the last line, or of lines) and a link: "48210 5e88…". */
void chain_head_text(int64_t number, const struct chain_link *link, char ret_text[CHAIN_HEAD_TEXT]);

#endif
