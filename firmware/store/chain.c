#include "store/chain.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NUMBER_MAX 24

void chain_begin(struct chain *chain, const struct chain_link *before, const char *log) {
    crypto_sha256_begin(&chain->hash);
    crypto_sha256_add(&chain->hash, before->bytes, sizeof(before->bytes));
    chain_text(chain, log);
}

void chain_number(struct chain *chain, int64_t number) {
    char text[NUMBER_MAX];
    (void)snprintf(text, sizeof(text), "%" PRId64, number);
    chain_text(chain, text);
}

void chain_text(struct chain *chain, const char *text) {
    char length[NUMBER_MAX];
    if (text == NULL) {
        crypto_sha256_add(&chain->hash, "~,", 2);
        return;
    }
    const size_t len = strlen(text);
    const int digits = snprintf(length, sizeof(length), "%zu:", len);
    crypto_sha256_add(&chain->hash, length, (size_t)digits);
    crypto_sha256_add(&chain->hash, text, len);
    crypto_sha256_add(&chain->hash, ",", 1);
}

void chain_end(struct chain *chain, struct chain_link *ret_link) {
    crypto_sha256_end(&chain->hash, ret_link->bytes);
}

void chain_link_text(const struct chain_link *link, char ret_text[CHAIN_LINK_TEXT]) {
    for (size_t i = 0; i < sizeof(link->bytes); i++) {
        (void)snprintf(ret_text + 2 * i, 3, "%02x", link->bytes[i]);
    }
}

void chain_head_text(int64_t number, const struct chain_link *link, char ret_text[CHAIN_HEAD_TEXT]) {
    char text[CHAIN_LINK_TEXT];
    chain_link_text(link, text);
    (void)snprintf(ret_text, CHAIN_HEAD_TEXT, "%" PRId64 " %s", number, text);
}
