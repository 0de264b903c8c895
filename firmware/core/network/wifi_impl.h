/* Shared by wifi.c (the interface) and wifi_machine.c (the timed state machine). The caller holds the network's
 * mutex. */
#ifndef POSTERN_CORE_WIFI_IMPL_H
#define POSTERN_CORE_WIFI_IMPL_H

#include "core/network/network_impl.h"

struct setting_wirless;

/* Starts what the settings say, whatever happened before; `by` (for the log): the cause. Returns 0, E_OFFLINE, or E_IO
 * (no random bytes for a key). */
_must_check_ int wifi_machine_begin(struct core *core, const struct setting_wirless *set, const char *by);

/* Starting failed at start, where nothing can be undone: the radio is retried later. */
void wifi_machine_break(struct core *core);

/* Reopens the access point with another name or key, in the stage after a failure, which stays. The same errors. */
_must_check_ int wifi_machine_reopen(struct core *core, const struct setting_wirless *set);

/* Checks the radio and takes the resulting steps. Returns whether what the display shows has changed. */
bool wifi_machine_look(struct core *core, const struct setting_wirless *set);

/* Returns the time of the next check, on the monotonic clock. */
int64_t wifi_machine_due(struct core *core);

/* Wipes the settings from before the attempts to join. */
void wifi_before_forget(struct wifi *wifi);

/* Returns the name of the terminal's access point, according to the settings. */
void wifi_machine_name(const struct core *core, const struct setting_wirless *set, char ret_ssid[HAL_SSID_MAX + 1]);

#endif
