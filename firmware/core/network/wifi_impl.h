/* Between wifi.c (what others ask) and wifi_machine.c (what happens in time). All with the network's mutex held. */
#ifndef POSTERN_CORE_WIFI_IMPL_H
#define POSTERN_CORE_WIFI_IMPL_H

#include "core/network/network_impl.h"

struct setting_wirless;

/* Begins what the settings say, whatever went before; `by` (for the log): what asks for it. Returns 0, E_OFFLINE, or
 * E_IO (no randomness for a key). */
_must_check_ int wifi_machine_begin(struct core *core, const struct setting_wirless *set, const char *by);

/* Beginning failed at the start, where nothing can be undone: the radio is tried again later. */
void wifi_machine_break(struct core *core);

/* Opens the access point again, with another name or key; for the stage after a failure, which stays. The same
 * errors. */
_must_check_ int wifi_machine_reopen(struct core *core, const struct setting_wirless *set);

/* Looks at the radio and takes the steps that follow. Returns true when what the display shows of it is different
 * now. */
bool wifi_machine_look(struct core *core, const struct setting_wirless *set);

/* When it is to look again, on the monotonic clock. */
int64_t wifi_machine_due(struct core *core);

/* Forgets what was in force before the attempts to join. */
void wifi_before_forget(struct wifi *wifi);

/* Name of the own access point, as the settings say. */
void wifi_machine_name(const struct core *core, const struct setting_wirless *set, char ret_ssid[HAL_SSID_MAX + 1]);

#endif
