#include "core/records/former.h"

#include "core/base/core.h"
#include "core/base/rights.h"
#include "core/records/search.h"
#include "core/settings/settings.h"
#include "core/time/local_time.h"
#include "store/events/log_find.h"
#include "store/person.h"
#include "util/arena.h"

#define MS_PER_MIN INT64_C(60000)
#define DAY_MIN 1440

/* Whether a record names an ID of which it is not the present user's. */
static int look_at(struct core *core, const struct record *record, bool *ret_is_former) {
    struct store_person person;
    int r = record->userid != 0 ? store_person_get(core->store, record->userid, &person) : 0;
    *ret_is_former = record->userid != 0 && (r == E_NOTFOUND || !store_person_has(&person, record->seq));
    return r == E_NOTFOUND ? 0 : r;
}

int former_list(struct core *core, const struct search_page *page, struct arena *arena, const int64_t **ret_seqs,
                size_t *ret_count) {
    int64_t *seqs = arena_calloc(arena, page->count, sizeof(*seqs));
    size_t count = 0;
    int r = seqs == NULL ? E_NOMEM : 0;
    for (size_t i = 0; r == 0 && i < page->count; i++) {
        bool is_former = false;
        r = look_at(core, &page->records[i], &is_former);
        seqs[count] = page->records[i].seq;
        count += is_former;
    }
    *ret_seqs = seqs;
    *ret_count = count;
    return r;
}

int former_read(struct core *core, const struct actor *by, uint32_t userid, struct arena *arena,
                struct former_user *ret_former) {
    struct store_person person;
    struct record newest;
    *ret_former = (struct former_user){.name = ""};
    int r = store_person_get(core->store, userid, &person);
    if (r != E_NOTFOUND) {
        return r;
    }
    r = store_log_newest(core->store, userid, arena, &newest);
    if (r < 0) {
        return r == E_NOTFOUND ? 0 : r;
    }
    const bool may_know = rights_may_know_people(&settings_get(core)->rights, by);
    *ret_former = (struct former_user){.is_named = true,
                                       .name = may_know ? newest.username : "",
                                       .day = local_day_of((newest.time / MS_PER_MIN + newest.offset) / DAY_MIN)};
    return 0;
}
