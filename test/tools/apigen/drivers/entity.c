/* What follows from the rows of the fixture's entity and set, a line each. */
#include <stdio.h>
#include <string.h>

#include "contract.h"
#include "util/json_out.h"

static void print_json(const char *what, const struct person *one, const struct person *other) {
    struct buf out = {0};
    json_out_object_begin(&out);
    person_json(one, other, &out);
    json_out_object_end(&out);
    printf("%s %s\n", what, buf_text(&out));
    buf_done(&out);
}

static void print_wrong(const struct person_change *change) {
    const struct value_row *wrong = NULL;
    const int r = person_check(change, &wrong);
    printf("checked %d %s\n", r == E_FORMAT, wrong != NULL ? wrong->name : "");
}

static void decode(const char *path, const char *text, void *req) {
    const struct api_route *route = api_route_find(path, strlen(path));
    struct api_decode_error error;
    const int code = route->method == API_GET ? api_decode_query(route, text, strlen(text), req, &error)
                                              : api_decode_body(route, text, strlen(text), req, &error);
    if (code != CAT_OK) {
        printf("%d %s\n", code, error.field);
    }
}

int main(void) {
    static struct keep_person_req req;
    static struct people_req query;
    struct person person = person_defaults;

    print_json("new", &person, NULL);
    decode(
        "/goform/keepPerson",
        "{\"number\":7,\"name\":\"A\\\"\",\"pin\":\"1234\",\"shades\":[\"red\",\"Blue\"],\"born\":\"2024-02-29\",\"version\":3}",
        &req);
    printf("given %d%d%d%d: %s %s\n", person_gives(&req.person, PERSON_NAME), person_gives(&req.person, PERSON_SHADE),
           person_gives(&req.person, PERSON_PIN), person_gives(&req.person, PERSON_NUMBER), req.person.pin,
           req.person.values.name);
    print_wrong(&req.person);
    person_merge(&req.person, &person);
    print_json("merged", &person, NULL);
    print_json("changed", &person, &person_defaults);
    printf("number %u, version %u, same %d\n", person.number, person.version, person_equal(&person, &person_defaults));
    person = person_defaults;
    person.version = 9;
    person.has_pin = person.seen = true;
    printf("same %d\n", person_equal(&person, &person_defaults));
    person.badge = 1;
    printf("same %d\n", person_equal(&person, &person_defaults));
    req.person.values.born = 20230229;
    print_wrong(&req.person);
    req.person.given &= ~VALUE_BIT(PERSON_BORN);
    req.person.pin = "12a4";
    print_wrong(&req.person);
    decode("/goform/people", "search=ann&deep=true", &query);
    printf("asked %s %d%d%d, %d rows, deep %d\n", query.person_query.search,
           person_query_gives(&query.person_query, PERSON_QUERY_SEARCH),
           person_query_gives(&query.person_query, PERSON_QUERY_SHADE),
           person_query_gives(&query.person_query, PERSON_QUERY_ROWS), query.person_query.rows, query.deep);
    return 0;
}
