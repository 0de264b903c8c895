/* The order of versions (Semantic Versioning 2.0.0 §11). Pure. */
#ifndef POSTERN_CORE_UPGRADE_VERSION_H
#define POSTERN_CORE_UPGRADE_VERSION_H

#include <stdbool.h>

/* Returns whether version `a` comes before `b`; ignores what follows a +. */
bool version_is_before(const char *a, const char *b);

#endif
