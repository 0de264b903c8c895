/* Lists that are taken away as files are made while they are sent: each keeps a worker, the store and a table busy for as
 * long as its client takes. So there are few at a time, and few of one person. A place is taken before the
 * call runs, and given back with its task: when the file is made, is given up, or loses its connection. A file that is
 * made at once (a photo) needs none. On the loop. Private to http/. */
#ifndef POSTERN_HTTP_DOWNLOADS_H
#define POSTERN_HTTP_DOWNLOADS_H

#include "http/conn_impl.h"

#define DOWNLOADS_PERSON_MAX 3 /* of one account, however often signed in, with the REST keys that it made */

/* Takes a place for a call that needs one. Returns 0, or the code of *ret_refusal. */
int downloads_admit(struct http_server *server, struct http_task *task, struct walker_refusal *ret_refusal);

/* Gives its place back. Nothing happens to a task without one. */
void downloads_drop(struct http_task *task);

#endif
