#include "core/rules/shifts_list.h"

#include "core/base/core.h"
#include "core/users/users.h"
#include "util/arena.h"

#define GROUPS (SHIFT_ASSIGNMENT_GROUP_MAX + 1)
#define GROUP_ROWS_SHOWN 16 /* of each group: the newest */
#define OF_USER_MAX STORE_ROWS_OF_USER_MAX

/* The defined ones, one behind the other, with their use. */
static int list_shifts(struct core *core, struct arena *arena, struct shifts_list *list) {
    int r = store_shifts_read(core->store, arena, list->shifts);
    for (size_t i = 0; r == 0 && i < SHIFT_NUMBER_MAX; i++) {
        if (list->shifts[i].number == 0) {
            continue;
        }
        list->shifts[list->count] = list->shifts[i];
        r = store_shifts_use(core->store, list->shifts[i].number, &list->uses[list->count]);
        list->count++;
    }
    return r;
}

static int list_groups(struct core *core, struct shifts_list *list) {
    int r = 0;
    for (unsigned group = 0; r == 0 && group < GROUPS; group++) {
        struct shift_assignment rows[STORE_ASSIGNMENTS_MAX];
        size_t count = 0;
        r = store_assignments_of(core->store, 0, (uint8_t)group, rows, STORE_ASSIGNMENTS_MAX, &count);
        for (size_t i = count > GROUP_ROWS_SHOWN ? count - GROUP_ROWS_SHOWN : 0; r == 0 && i < count; i++) {
            list->groups[list->group_count++] = rows[i];
        }
    }
    return r;
}

int shifts_list(struct core *core, struct arena *arena, struct shifts_list *ret_list) {
    *ret_list = (struct shifts_list){
        .shifts = arena_calloc(arena, SHIFT_NUMBER_MAX, sizeof(*ret_list->shifts)),
        .uses = arena_calloc(arena, SHIFT_NUMBER_MAX, sizeof(*ret_list->uses)),
        .groups = arena_calloc(arena, (size_t)GROUPS * GROUP_ROWS_SHOWN, sizeof(*ret_list->groups)),
    };
    if (ret_list->shifts == NULL || ret_list->uses == NULL || ret_list->groups == NULL) {
        return E_NOMEM;
    }
    int r = list_shifts(core, arena, ret_list);
    return r < 0 ? r : list_groups(core, ret_list);
}

int shifts_of_user(struct core *core, uint32_t userid, struct arena *arena, struct shifts_of *ret_of) {
    struct user user;
    int r = users_get(core, userid, arena, &user);
    if (r < 0) {
        return r;
    }
    *ret_of = (struct shifts_of){
        .usual = user.shift, .group = user.group, .rows = arena_calloc(arena, OF_USER_MAX, sizeof(*ret_of->rows))};
    return ret_of->rows == NULL
               ? E_NOMEM
               : store_assignments_of(core->store, userid, 0, ret_of->rows, OF_USER_MAX, &ret_of->count);
}
