#include "later_settings.h"

#include <string.h>

#include "core/base/core.h"
#include "core/settings/effects.h"
#include "core/settings/settings_impl.h"
#include "unity.h"

void later_settings(struct core *core, enum setting_page page, const void *values) {
    struct settings *after = NULL;
    uint32_t effects = 0;
    uint32_t ran = 0;
    TEST_ASSERT_EQUAL(0, settings_lock(core));
    struct settings *before = settings_hold(core->shared);
    TEST_ASSERT_EQUAL(0, settings_clone(before, &after));
    memcpy((char *)&after->values + setting_pages[page].offset, values, setting_pages[page].size);
    TEST_ASSERT_NOT_EQUAL(0, settings_changed(page, before, after, &effects));
    settings_install(core->shared, after);
    TEST_ASSERT_EQUAL(0, effects_run(core, effects, before, settings_get(core), &ran));
    settings_unref(before);
    settings_unlock(core);
}
