/* The event stream: lines of the log as they become durable, and how alarms and the door are, to whoever asked for it by a call with "thread": "stream".
 * On the loop. Private to http/.
 *
 * Back-pressure: a connection gets lines only when all it was sent before has gone, and at most STREAM_BATCH lines or
 * STREAM_OCTETS at once; so no more waits for it than that, however slow it is. Of alarms and door it is told how they are
 * then, not each change before. Who is more than STREAM_BEHIND_MAX lines
 * behind is told which were missed and goes on at the end. Who takes nothing for HTTP_STALL_MS is closed. */
#ifndef POSTERN_HTTP_STREAM_H
#define POSTERN_HTTP_STREAM_H

#include "http/conn_impl.h"

#define STREAM_MAX 32 /* of all sessions */
#define STREAM_SESSION_MAX 4 /* of one session, or REST key */
#define STREAM_PERSON_MAX 12 /* of one person, with the sessions and keys of all accounts that the person answers for */
#define STREAM_BATCH 50 /* lines read in one round for one connection */
#define STREAM_OCTETS ((size_t)32 * 1024) /* no further line is added above it */
#define STREAM_BEHIND_MAX 1000 /* lines */
#define STREAM_LOOK_MS 500 /* time between two looks whether the session still is */

#define STREAM_RESUME_NONE INT64_C(-1)

/* Takes the number that the head of a request says the reader had last into task->resume. False, with *ret_refusal, when
 * it is none. */
bool stream_admit(struct http_task *task, const struct http_request *request, struct walker_refusal *ret_refusal);

/* Answers a decoded call with a stream. 0, or the code of *ret_refusal. */
int stream_begin(struct http_conn *conn, struct http_task *task, struct walker_refusal *ret_refusal);

/* Sends what there is to all who can take it, and ends the streams of sessions that are gone. After every turn of the
 * loop. */
void stream_turn(struct http_server *server);

/* Says that the terminal ends it, and lets the connection end. Nothing happens to one that follows nothing. */
void stream_end(struct http_conn *conn, const char *reason);

/* The connection is gone. Nothing happens to one that follows nothing. */
void stream_drop(struct http_conn *conn);

/* What was sent is gone: true if the connection goes on with its stream. */
bool stream_goes_on(struct http_conn *conn);

#endif
