#include "core/machine/menu_jobs.h"

#include <stdio.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/door/door.h"
#include "core/door/menu_acts.h"
#include "core/door/menu_desk.h"
#include "core/machine/machine.h"
#include "core/machine/self_test.h"
#include "core/network/network.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "core/users/enrol.h"
#include "util/arena.h"
#include "util/crypto.h"
#include "util/ipv4.h"

#define ARENA_MAX 4096 /* room for one name */

static int job_find_user(struct core *core, const struct menu_job *job, struct menu_result *result) {
    _cleanup_(arena_done) struct arena arena;
    struct user user = {0};
    arena_init(&arena, ARENA_MAX);
    int r = users_get(core, job->userid, &arena, &user);
    if (r == E_USER_UNKNOWN) {
        result->is_new = true;
        return 0;
    }
    if (r < 0) {
        return r;
    }
    (void)snprintf(result->name, sizeof(result->name), "%s", user.username);
    return user.level > actor_reach(&job->by) ? E_ABOVE_LEVEL : 0;
}

/* Adds the user with this ID if there is none: like a new one in the console, without a level. */
static int add_user(struct core *core, const struct menu_job *job, struct menu_result *result) {
    struct user_change change = {.values = {.userid = job->userid}, .given = VALUE_BIT(USER_USERID)};
    struct users_saved saved;
    struct users_refusal refusal = {0};
    int r = users_add(core, &job->by, &change, /* again= */ false, &saved, &refusal);
    result->is_new = r < 0 && r != E_USER_ID_EXISTS;
    return r == E_USER_ID_EXISTS ? 0 : r;
}

static int job_enrol(struct core *core, const struct menu_job *job, struct menu_result *result) {
    struct enrol_wish wish = {.userid = job->userid, .factor = job->factor, .index = job->finger, .mark = job->mark};
    struct users_refusal refusal = {0};
    struct enrol_view view;
    enrol_look(core, &job->by, &view); /* a finished one has ended */
    int r = enrol_goes_on(core) ? E_ENROL_BUSY : add_user(core, job, result);
    if (r == 0) {
        r = enrol_start(core, &job->by, &wish, &refusal);
    }
    if (r == E_ENROL_BUSY) {
        enrol_look(core, &job->by, &view);
        (void)snprintf(result->holder, sizeof(result->holder), "%s",
                       view.holder_name[0] != '\0' ? view.holder_name : view.holder);
    }
    return r;
}

/* A fixed address comes without name servers: stores those of DHCP, if no others are stored. */
static int keep_name_servers(struct core *core, const struct menu_job *job) {
    const struct setting_values *now = &settings_get(core)->values;
    struct setting_internet internet = {.dns1 = ""};
    struct settings_change change = {
        .page = SETTING_PAGE_INTERNET, .values = &internet, .given = SETTING_INTERNET_DNS1 | SETTING_INTERNET_DNS2};
    struct settings_result saved = {0};
    struct hal_net_state net;
    bool loses = now->ethernet.mode == ADDRESS_MODE_DHCP && now->internet.wan == WAN_MODE_ETHERNET;
    network_interface(core, WAN_MODE_ETHERNET, &net);
    if (job->dhcp || !loses || now->internet.dns1[0] != '\0' || net.dns[0] == 0) {
        return 0;
    }
    ipv4_format(net.dns[0], true, internet.dns1);
    ipv4_format(net.dns[1], true, internet.dns2);
    return settings_save(core, &job->by, &change, &saved);
}

static int job_set_address(struct core *core, const struct menu_job *job, struct menu_result *result) {
    struct setting_ethernet values = {.mode = job->dhcp ? ADDRESS_MODE_DHCP : ADDRESS_MODE_FIXED};
    struct settings_change change = {
        .page = SETTING_PAGE_ETHERNET, .values = &values, .given = SETTING_ETHERNET_MODE, .mark = job->mark};
    struct settings_result saved = {0};
    if (!job->dhcp) {
        change.given |= SETTING_ETHERNET_ADDRESS | SETTING_ETHERNET_MASK | SETTING_ETHERNET_GATEWAY;
        (void)snprintf(values.address, sizeof(values.address), "%s", job->address);
        (void)snprintf(values.mask, sizeof(values.mask), "%s", job->mask);
        (void)snprintf(values.gateway, sizeof(values.gateway), "%s", job->gateway);
    }
    int r = settings_try(core, &job->by, &change, &saved);
    r = r < 0 ? r : keep_name_servers(core, job);
    r = r < 0 ? r : settings_save(core, &job->by, &change, &saved);
    result->wait_s = r == 0 ? saved.confirm_seconds : 0;
    crypto_wipe(&saved, sizeof(saved)); /* the code is not needed: the person is at the terminal */
    return r;
}

static enum function_group group_of(enum menu_task task) {
    switch (task) {
        case MENU_TASK_FIND_USER:
        case MENU_TASK_ENROL: return FUNCTION_GROUP_USER;
        case MENU_TASK_LINKS:
        case MENU_TASK_SET_ADDRESS:
        case MENU_TASK_KEEP_ADDRESS: return FUNCTION_GROUP_NETWORK;
        case MENU_TASK_NONE:
        case MENU_TASK_CANCEL:
        case MENU_TASK_UNDO_ADDRESS:
        case MENU_TASK_END_WAITS:
        case MENU_TASK_RESTART:
        case MENU_TASK_TEST: break;
    }
    return FUNCTION_GROUP_ADV_SETTING;
}

/* Ending something needs no permission: it must end even if the person has lost it. */
static int job_check(struct core *core, const struct menu_job *job) {
    bool ends = job->task == MENU_TASK_CANCEL || job->task == MENU_TASK_UNDO_ADDRESS;
    return ends ? 0 : menu_check(core, &job->by, group_of(job->task));
}

static int job_run(struct core *core, const struct menu_job *job, struct menu_result *result) {
    switch (job->task) {
        case MENU_TASK_NONE:
        case MENU_TASK_LINKS: return 0;
        case MENU_TASK_END_WAITS: return menu_end_waits(core, &job->by, &result->wait_s);
        case MENU_TASK_FIND_USER: return job_find_user(core, job, result);
        case MENU_TASK_ENROL: return job_enrol(core, job, result);
        case MENU_TASK_CANCEL: enrol_cancel_own(core, job->mark); return 0;
        case MENU_TASK_SET_ADDRESS: return job_set_address(core, job, result);
        case MENU_TASK_KEEP_ADDRESS: return provisional_confirm_own(core, &job->by, job->mark);
        case MENU_TASK_UNDO_ADDRESS: return provisional_revert_own(core, &job->by, job->mark);
        case MENU_TASK_RESTART: return machine_restart(core, &job->by);
        case MENU_TASK_TEST: self_test(core, result->checks); return 0;
    }
    return 0;
}

void menu_jobs_do(struct core *core, const struct menu_job *job, struct menu_result *ret_result) {
    struct menu_job own = *job;
    if (job->task != MENU_TASK_END_WAITS) {
        own.by.importance = AUDIT_IMPORTANCE_EDIT;
    }
    *ret_result = (struct menu_result){.r = job_check(core, job)};
    if (ret_result->r == 0) {
        ret_result->r = job_run(core, &own, ret_result);
    }
    ret_result->link_count = menu_read_links(core, ret_result->links);
}

int64_t menu_jobs_due_ms(struct core *core) {
    return menu_desk_has(door_menu_desk(core)) ? 0 : INT64_MAX;
}

void menu_jobs_upkeep(struct core *core) {
    struct menu_desk *desk = door_menu_desk(core);
    struct menu_result result;
    struct menu_job job;
    while (menu_desk_next(desk, &job)) {
        menu_jobs_do(core, &job, &result);
        menu_desk_done(core, desk, &job, &result);
    }
}
