#pragma once

/* In the place of SWUpdate's own header: see vars.c. */

#include <stdbool.h>

int swupdate_vars_apply_list(const char *filename, const char *vars_namespace);
char *swupdate_vars_get(const char *name, const char *vars_namespace);
int swupdate_vars_set(const char *name, const char *value, const char *vars_namespace);
int swupdate_vars_unset(const char *name, const char *vars_namespace);
bool swupdate_set_default_namespace(const char *vars_namespace);
