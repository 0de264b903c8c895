#include "core/door/quota.h"

#define FULL_MS ((int64_t)QUOTA_LINES * QUOTA_LINE_MS)
#define STEADY_MS ((int64_t)(QUOTA_LINES - QUOTA_STEADY) * QUOTA_LINE_MS)

/* Room that came back since it was looked at. */
static void quota_pass(struct quota *quota, int64_t now_ms) {
    int64_t passed_ms = now_ms - quota->at_ms;
    quota->used_ms = passed_ms >= quota->used_ms ? 0 : quota->used_ms - passed_ms;
    quota->at_ms = now_ms;
}

static void quota_use(struct quota *quota, unsigned lines) {
    quota->used_ms += (int64_t)lines * QUOTA_LINE_MS;
    quota->used_ms = quota->used_ms < FULL_MS ? quota->used_ms : FULL_MS;
}

static bool has_room(const struct quota *quota) {
    return quota->used_ms + QUOTA_LINE_MS <= FULL_MS;
}

bool quota_take(struct quota *quota, int64_t now_ms) {
    quota_pass(quota, now_ms);
    if (!quota->is_unsteady && has_room(quota)) {
        quota_use(quota, 1);
        return true;
    }
    quota->is_unsteady = true;
    quota_leave_out(quota, 1, now_ms);
    return false;
}

void quota_charge(struct quota *quota, int64_t now_ms) {
    quota_pass(quota, now_ms);
    quota->is_unsteady = quota->is_unsteady || !has_room(quota);
    quota_use(quota, 1);
}

void quota_leave_out(struct quota *quota, unsigned lines, int64_t now_ms) {
    quota_pass(quota, now_ms);
    quota_use(quota, lines);
    quota->left_out += lines;
}

void quota_give(struct quota *quota, unsigned lines) {
    int64_t given_ms = (int64_t)lines * QUOTA_LINE_MS;
    quota->used_ms = given_ms >= quota->used_ms ? 0 : quota->used_ms - given_ms;
}

bool quota_is_over(struct quota *quota, int64_t now_ms, uint32_t *ret_left_out) {
    if (now_ms < quota_due(quota)) {
        return false;
    }
    *ret_left_out = quota->left_out;
    quota->is_unsteady = false;
    quota->left_out = 0;
    return true;
}

int64_t quota_due(const struct quota *quota) {
    int64_t missing_ms = quota->used_ms - STEADY_MS;
    return !quota->is_unsteady ? INT64_MAX : missing_ms <= 0 ? quota->at_ms : quota->at_ms + missing_ms;
}
