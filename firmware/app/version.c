#include "app/version.h"

const char version_text[] = POSTERN_VERSION;
const char version_brand[] = POSTERN_BRAND;
const int64_t version_built_s = POSTERN_BUILT;
const uint32_t version_counter = POSTERN_COUNTER;
