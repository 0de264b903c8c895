/* Copies by plan. */
#include "setting_hooks.h"

int setting_check_backup_param(const struct settings *before, struct setting_backup_param *values,
                               const char **ret_field) {
    (void)before;
    (void)values;
    (void)ret_field;
    return 0;
}
