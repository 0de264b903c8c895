/* The name service: questions and answers (RFC 1035), and the file that says which servers are in use. An answer comes
 * from whoever answers in the network: nothing of it is trusted. Pure, but for linux_names_write(). */
#ifndef POSTERN_HAL_LINUX_NAMES_H
#define POSTERN_HAL_LINUX_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

#define LINUX_NAMES_QUESTION_MAX 272 /* head, a name of at most 255 bytes, type and class */
#define LINUX_NAMES_SERVERS_MAX 3 /* in the file: more are not looked at */
#define LINUX_NAMES_ANSWER_MAX 1232 /* bytes of an answer that are looked at */

/* Writes the question for the IPv4 address of a host. Returns its length, or E_NOTFOUND: nothing can have this name. */
_must_check_ int linux_names_ask(const char *host, uint16_t id, uint8_t ret_question[LINUX_NAMES_QUESTION_MAX]);

/* Reads what came for a question of `asked_len` bytes. 0 with *ret_address; E_NOTFOUND: there is no such name, or it
 * has no address; E_BUSY: the server could not say; E_FORMAT: no answer to this question. */
_must_check_ int linux_names_take(const uint8_t *question, size_t asked_len, const uint8_t *answer, size_t len,
                                  uint32_t *ret_address);

/* Writes servers into a file of the form of resolv.conf(5), in the place of what it held; those that are 0 are left out.
 * It is made when it is not there, and readable for all. E_IO. */
_must_check_ int linux_names_write(const char *path, const uint32_t *servers, size_t count);

#endif
