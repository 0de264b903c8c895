/* The loop: one thread that waits for sockets and calls their handlers, and a pipe that ends its wait. It is Mongoose's
 * manager; HTTP, links and the time client attach their connections to it. One per process. Single-threaded except for
 * net_loop_wake(). */
#ifndef POSTERN_NET_LOOP_H
#define POSTERN_NET_LOOP_H

#include "util/err.h"

struct mg_mgr;
struct net_loop;

/* Creates a loop without connections. E_NOMEM, E_SYSTEM. */
_must_check_ int net_loop_new(struct net_loop **ret_loop);

/* Closes all its connections, with a last event for each. No thread may wake it any more. Accepts NULL. Returns
 * NULL. */
struct net_loop *net_loop_free(struct net_loop *loop);

/* Returns the manager for mg_connect(), mg_wrapfd() and net_listen(). Owned by the loop. */
struct mg_mgr *net_loop_mgr(struct net_loop *loop);

/* Runs one turn: handles pending events, waiting at most `ms` milliseconds for one. */
void net_loop_poll(struct net_loop *loop, int ms);

/* Ends the current or next wait of net_loop_poll(). Any thread, also a signal handler; preserves errno. */
void net_loop_wake(void *loop);

/* Sets the function called on the loop after one or more wake-ups; NULL: none. */
void net_loop_set_woken(struct net_loop *loop, void (*woken)(void *ctx), void *ctx);

#endif
