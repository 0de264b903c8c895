#include "http/downloads.h"

#include "catalogue.h"

#define RETRY_S 5 /* sent with the refusal */

/* Returns whether the call generates a file slowly. */
static bool is_download(const struct api_route *route) {
    return route->is_file && route->thread == API_ON_WORKER_SLOW;
}

/* Returns a free slot, and how many the caller has; NULL: none. */
static struct http_task **find_place(struct http_server *server, const struct actor *by, unsigned *ret_own) {
    struct http_task **place = NULL;
    *ret_own = 0;
    for (size_t i = 0; i < DOWNLOADS_MAX; i++) {
        const struct http_task *one = server->downloads[i];
        if (one == NULL) {
            place = &server->downloads[i];
        } else if (actor_person(&one->call.actor) == actor_person(by)) {
            (*ret_own)++;
        }
    }
    return place;
}

int downloads_admit(struct http_server *server, struct http_task *task, struct walker_refusal *ret_refusal) {
    unsigned own = 0;
    if (!is_download(task->call.route)) {
        return CAT_OK;
    }
    struct http_task **place = find_place(server, &task->call.actor, &own);
    if (own >= DOWNLOADS_PERSON_MAX || place == NULL) {
        *ret_refusal = (struct walker_refusal){
            .code = own >= DOWNLOADS_PERSON_MAX ? CAT_DOWNLOADS_OF_PERSON : CAT_DOWNLOADS_FULL,
            .retry_after_s = RETRY_S,
        };
        return ret_refusal->code;
    }
    *place = task;
    task->download = place;
    return CAT_OK;
}

void downloads_drop(struct http_task *task) {
    if (task->download != NULL) {
        *task->download = NULL;
        task->download = NULL;
    }
}
