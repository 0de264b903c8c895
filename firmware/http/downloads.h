/* Limits concurrent downloads of lists. A list is generated while it is sent, so it keeps a worker, the store and a
 * table busy as long as its client reads. Therefore the number of downloads is limited, in total and for each person. A
 * slot is reserved before the call runs and released with its task: when the file is complete, cancelled, or its
 * connection is lost. A file that is made at once (a photo) needs no slot. On the loop. Private to http/. */
#ifndef POSTERN_HTTP_DOWNLOADS_H
#define POSTERN_HTTP_DOWNLOADS_H

#include "http/conn_impl.h"

#define DOWNLOADS_PERSON_MAX 3 /* of one account, all its sessions and the REST keys that it created included */

/* Reserves a slot for a call that needs one. Returns 0, or the code of *ret_refusal. */
int downloads_admit(struct http_server *server, struct http_task *task, struct walker_refusal *ret_refusal);

/* Releases the slot of a task. Does nothing without one. */
void downloads_drop(struct http_task *task);

#endif
