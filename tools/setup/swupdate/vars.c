/*
 * In the place of SWUpdate's variables of the boot environment, of which there are none: the environment is the
 * daemon's alone, and neither a bundle nor who reaches the socket shall change it. It also needs functions of
 * libubootenv that Debian 12 does not have.
 */

#include "swupdate_vars.h"

#include <errno.h>
#include <stddef.h>

int swupdate_vars_apply_list(const char *filename, const char *vars_namespace) {
    (void)filename;
    (void)vars_namespace;
    return -ENOTSUP;
}

char *swupdate_vars_get(const char *name, const char *vars_namespace) {
    (void)name;
    (void)vars_namespace;
    return NULL;
}

int swupdate_vars_set(const char *name, const char *value, const char *vars_namespace) {
    (void)name;
    (void)value;
    (void)vars_namespace;
    return -ENOTSUP;
}

int swupdate_vars_unset(const char *name, const char *vars_namespace) {
    (void)name;
    (void)vars_namespace;
    return -ENOTSUP;
}

bool swupdate_set_default_namespace(const char *vars_namespace) {
    (void)vars_namespace;
    return false;
}
