/* The loop: one thread that waits for sockets and calls their handlers, and a pipe that ends its wait. It is Mongoose's
 * manager; HTTP, links and the time client hang their connections on it. One of these a process. Single-threaded but
 * for net_loop_wake(). */
#ifndef POSTERN_NET_LOOP_H
#define POSTERN_NET_LOOP_H

#include "util/err.h"

struct mg_mgr;
struct net_loop;

/* Makes a loop without connections. E_NOMEM, E_SYSTEM. */
_must_check_ int net_loop_new(struct net_loop **ret_loop);

/* Closes what is still on it, with a last event for each. Whoever is woken has to be gone. Takes NULL. Returns NULL. */
struct net_loop *net_loop_free(struct net_loop *loop);

/* Where connections are made: mg_connect(), mg_wrapfd(), and net_listen(). Belongs to the loop. */
struct mg_mgr *net_loop_mgr(struct net_loop *loop);

/* One turn: serves what there is, waiting at most `ms` milliseconds for something to come. */
void net_loop_poll(struct net_loop *loop, int ms);

/* Ends a wait of net_loop_poll(), now or the next. Any thread, also a signal handler; errno is kept. */
void net_loop_wake(void *loop);

/* Names who is called, on the loop, after one or more wake-ups; NULL for nobody. */
void net_loop_set_woken(struct net_loop *loop, void (*woken)(void *ctx), void *ctx);

#endif
