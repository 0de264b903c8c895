/* The event stream: records as they become durable, and the state of alarms and door, for clients of a call with
 * "thread": "stream". On the loop. Private to http/.
 *
 * Back-pressure: a connection gets records only after everything before has been sent, and at most STREAM_BATCH records
 * or STREAM_OCTETS bytes at once, so a slow client never has more than that waiting. It gets the current state of
 * alarms and door, not each change. A client that is more than STREAM_BEHIND_MAX records behind gets the numbers of the
 * missed ones and continues at the end. A client that reads nothing for HTTP_STALL_MS is disconnected. */
#ifndef POSTERN_HTTP_STREAM_H
#define POSTERN_HTTP_STREAM_H

#include "http/conn_impl.h"

#define STREAM_MAX 32 /* of all sessions */
#define STREAM_SESSION_MAX 4 /* of one session, or REST key */
#define STREAM_PERSON_MAX 12 /* of one person: all sessions and REST keys of the accounts that belong to the person */
#define STREAM_BATCH 50 /* records read in one round for one connection */
#define STREAM_OCTETS ((size_t)32 * 1024) /* no further record is added above it */
#define STREAM_BEHIND_MAX 1000 /* records */
#define STREAM_LOOK_MS 500 /* interval of checking that the session still exists */

#define STREAM_RESUME_NONE INT64_C(-1)

/* Stores the last record number that the client had, from the head of its request, in task->resume. Returns false, with
 * *ret_refusal, if it is invalid. */
bool stream_admit(struct http_task *task, const struct http_request *request, struct walker_refusal *ret_refusal);

/* Answers a decoded call with a stream. Returns 0, or the code of *ret_refusal. */
int stream_begin(struct http_conn *conn, struct http_task *task, struct walker_refusal *ret_refusal);

/* Sends new events to all streams that are ready, and ends the streams of ended sessions. Call it after every loop
 * turn. */
void stream_turn(struct http_server *server);

/* Sends `end` with the reason and closes the connection after it. Does nothing without a stream. */
void stream_end(struct http_conn *conn, const char *reason);

/* Frees the stream of a closed connection. Does nothing without a stream. */
void stream_drop(struct http_conn *conn);

/* All data was sent: returns true if the connection continues its stream. */
bool stream_goes_on(struct http_conn *conn);

#endif
