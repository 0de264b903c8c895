/* Version of this firmware. The build sets it in this one file. */
#ifndef POSTERN_APP_VERSION_H
#define POSTERN_APP_VERSION_H

#include <stdint.h>

extern const char version_text[]; /* "0.1.0": Semantic Versioning 2.0.0 */
extern const char version_brand[]; /* of the built-in console */
extern const int64_t version_built_s; /* seconds since 1970 UTC */
extern const uint32_t version_counter; /* security counter (update/bundle.h) */

#endif
