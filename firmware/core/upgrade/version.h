/* The order of versions (Semantic Versioning 2.0.0 §11). Pure. */
#ifndef POSTERN_CORE_UPGRADE_VERSION_H
#define POSTERN_CORE_UPGRADE_VERSION_H

#include <stdbool.h>

/* Whether version `a` comes before `b`; what is behind a + says nothing. */
bool version_is_before(const char *a, const char *b);

#endif
