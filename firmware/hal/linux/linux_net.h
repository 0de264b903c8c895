/* The network of a board: one interface of a cable, the way out over it, the name service, probes. A thread of its own
 * drives it, since leases, answers and cables come when they come. */
#ifndef POSTERN_HAL_LINUX_NET_H
#define POSTERN_HAL_LINUX_NET_H

#include "hal/hal.h"
#include "hal/linux/linux_board.h"

struct linux_net;
struct linux_notify;

/* Starts it on the board's interface and puts its ops into *ret_ops. `board` and `notify` outlive it. E_NOMEM, E_SYSTEM. */
_must_check_ int linux_net_new(const struct linux_board *board, struct linux_notify *notify, struct hal_net *ret_ops,
                               struct linux_net **ret_net);

/* Ends it; the interface keeps its address. Takes NULL. Returns NULL. */
struct linux_net *linux_net_free(struct linux_net *net);

/* True while there is an interface of this name. */
bool linux_net_answers(struct linux_net *net);

#endif
