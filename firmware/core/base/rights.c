#include "core/base/rights.h"

#include "core/base/actor.h"

bool rights_level_may(const struct rights_table *table, unsigned level, int group, enum right right) {
    if (level == 0 || level > RIGHTS_LEVEL_MAX || group < 0 || group >= FUNCTION_GROUP_COUNT) {
        return false;
    }
    return level == RIGHTS_LEVEL_MAX || table->right[level][group] >= (uint8_t)right;
}

bool rights_may(const struct rights_table *table, const struct actor *by, int group, enum right right) {
    unsigned level = by->userid == ACTOR_USERID_KEYPAD ? RIGHTS_LEVEL_MAX : by->level;
    return rights_level_may(table, level, group, right);
}

bool rights_may_know_people(const struct rights_table *table, const struct actor *by) {
    return rights_may(table, by, FUNCTION_GROUP_USER, RIGHT_READ);
}

unsigned rights_groups(const struct rights_table *table, unsigned level,
                       enum function_group ret_groups[FUNCTION_GROUP_COUNT]) {
    unsigned count = 0;
    for (int group = 0; group < FUNCTION_GROUP_COUNT; group++) {
        if (rights_level_may(table, level, group, RIGHT_READ)) {
            ret_groups[count++] = (enum function_group)group;
        }
    }
    return count;
}
