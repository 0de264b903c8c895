/* The network of a board: one Ethernet interface, the default route, name service, reachability tests. Has its own
 * thread, since leases, answers and link changes are asynchronous. */
#ifndef POSTERN_HAL_LINUX_NET_H
#define POSTERN_HAL_LINUX_NET_H

#include "hal/hal.h"
#include "hal/linux/linux_board.h"

struct linux_net;
struct linux_notify;

/* Starts it on the board's interface and sets *ret_ops. `board` and `notify` must outlive it. E_NOMEM, E_SYSTEM. */
_must_check_ int linux_net_new(const struct linux_board *board, struct linux_notify *notify, struct hal_net *ret_ops,
                               struct linux_net **ret_net);

/* Ends it; the interface keeps its address. Accepts NULL. Returns NULL. */
struct linux_net *linux_net_free(struct linux_net *net);

/* Returns whether the interface exists. */
bool linux_net_answers(struct linux_net *net);

#endif
