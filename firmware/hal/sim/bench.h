/* The bench socket: a Unix stream socket on which a test, or the panel, controls the world around the simulated
 * terminal. One JSON object per line, in both directions; this module transfers the lines and does not interpret them
 * (sim_command.c does).
 *
 * In, each answered in order by {"ok":true} or {"ok":false,"error":"<text>"}:
 *     {"do":"card","number":"1234567"}          presents a card; a decimal number above 0
 *     {"do":"pin","digits":"1234"}              types 1 to 16 digits on the keypad
 *     {"do":"key","key":"menu"}                 presses a key that is neither a digit nor OK
 *     {"do":"key","key":"status","status":"out"} selects the attendance status of the next punch
 *     {"do":"clock","advanceMs":1000}           advances both clocks by 0 to 10^12 ms, after earlier input was handled
 *     {"do":"clock","held":B}                   stops both clocks, except for "advanceMs", or lets them run again
 *     {"do":"fault","device":D,"kind":K,"on":B} display offline, reader offline, keypad offline, entropy failing, and
 *                                               the kinds in the event "faults" of a device
 *     {"do":D, …}                               controls the device D (see sim_<D>.c)
 * Out, also after connecting if the display shows anything (times in milliseconds since 1970 UTC):
 *     {"event":"display","on":B,"lines":[…],"language":"en","initialPassword":"123456" or null,"clock":T,"asleep":B,
 *       "status":"IN","statuses":["IN",…],"statusKeys":["in",…],
 *       "style":{"order":"ymd","separator":"-","hour24":B,"saving":"screenSaver","savingAfterS":60,
 *       "locked":B,"offsetMin":60,"nextChangeS":S or null,"nextOffsetMin":120},
 *       "enrol":{"step":"present","note":"none","factor":"card","presses":0,"needed":1,"userid":7,"name":"…"}
 *       or null,
 *       "chosen":"OUT" or null}                 chosen: status of the next punch
 *     {"event":"access","kind":"card", "pin", "finger", "face" or "iris","credential":"…4301",
 *       "user":{"userid":7,"name":"…"} or null,"time":T,"status":"IN","granted":B,"repeated":B,"word":"noAccess",
 *       "asked":["password",…]}                 asked: other required credentials
 *     {"event":"photo","userid":7,"jpeg":"<base64url>"}   of the person granted access, shortly after "access"
 *     {"event":"menu","page":"closed","note":"","wait":S,"entries":[{"key":"1","what":"endWaits"},…],
 *       "person":{"userid":7,"name":"…","isNew":B} or null,"holder":"…","address":"192.168.","mask":"…","gateway":"…",
 *       "links":[{"interface":"ethernet","lease":"bound","address":"…"},…],
 *       "checks":[{"part":"relay","result":"good"},…]}   also after connecting; sim_menu.c has the words
 *     {"event":"restart"}
 *     {"event":"state","device":D,"state":{…}}  current state of a device; all after connecting, then each change
 *     {"event":"faults","device":D,"faults":{"<kind>":B,…}}
 *
 * It has its own thread. A client that does not read is disconnected when 256 kB are pending; a line may have
 * 4,096 bytes. */
#ifndef POSTERN_HAL_SIM_BENCH_H
#define POSTERN_HAL_SIM_BENCH_H

#include "util/err.h"

#define BENCH_CLIENTS_MAX 8 /* simultaneous connections; more are closed at once */
#define BENCH_LINE_MAX 4096 /* bytes of an incoming line, with its end */

struct bench;

/* Callbacks into the simulator, on the bench's thread. */
struct bench_ops {
    /* Executes one line and returns the answer as a line without its end, allocated; NULL when out of memory. */
    char *(*command)(void *ctx, const char *line);

    /* Greets a new client by bench_send(). */
    void (*greet)(void *ctx, struct bench *bench, int client);

    /* Performs what is due and returns the milliseconds until the next call, or -1. */
    int (*tick)(void *ctx);
};

/* Listens on `path` (mode 0600; replaces a stale socket) and starts the thread. `ops` and `ctx` must outlive it.
 * Returns 0, E_INVAL when the path is too long, E_IO, or E_NOMEM. */
_must_check_ int bench_start(const char *path, const struct bench_ops *ops, void *ctx, struct bench **ret_bench);

/* Ends the thread, closes and removes the socket. Accepts NULL. */
void bench_stop(struct bench *bench);

/* Sends a line (without its end) to all clients, or to one. Any thread; never blocks. */
void bench_publish(struct bench *bench, const char *line);
void bench_send(struct bench *bench, int client, const char *line);

/* Makes the thread call tick() soon. Any thread. */
void bench_kick(struct bench *bench);

#endif
