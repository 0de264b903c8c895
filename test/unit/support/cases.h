/* Cases of rules that the console also implements (test/cases): its tests read the same files. */
#ifndef POSTERN_TEST_CASES_H
#define POSTERN_TEST_CASES_H

#include <cjson/cJSON.h>

/* Reads test/cases/<name>.json; the caller deletes it. Ends the test if there is no such file. */
cJSON *cases_read(const char *name);

#endif
