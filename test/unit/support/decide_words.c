#include "decide_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unity.h"
#include "values.h"

const struct decide_facts decide_words_plain = {
    .userid = 7,
    .today = 20261122,
    .have = 1U << FACTOR_CARD,
    .group = {.allowed = true, .why = RULES_ANY_TIME},
    .status = PUNCH_STATUS_IN,
    .work = WORK_MODE_BOTH,
};

static const char *const doors[] = {"normal", "alwaysOpen", "alwaysClosed", "lockedDown", "fire", NULL};
static const char *const devices[] = {"own", "authorized", "notAuthorized", "otherGroup", NULL};
static const char *const shown[] = {"known",     "unknown",     "poorReading", "notLive",
                                    "wrongCode", "keypadPause", "failed",      NULL};
static const char *const groups[] = {"never", "anyTime", "timeZone", "period", "outside", "holiday", NULL};
static const char *const passbacks[] = {"off", "soft", "hard", NULL};
static const char *const areas[] = {"unknown", "inside", "outside", NULL};
static const char *const servers[] = {"notAsked", "allowed", "refused", "silent", NULL};
static const char *const verdicts[] = {"granted", "refused", "waits"};

static unsigned word_of(const char *const *words, const char *word) {
    for (unsigned i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], word) == 0) {
            return i;
        }
    }
    TEST_FAIL_MESSAGE(word);
    return 0;
}

static unsigned value_word(const struct value_words *words, const char *word) {
    int at = value_find_word(words, word, strlen(word));
    TEST_ASSERT_GREATER_OR_EQUAL_MESSAGE(0, at, word);
    return (unsigned)at;
}

static uint32_t read_factors(char *text) {
    char *save = NULL;
    uint32_t factors = 0;
    for (char *one = strtok_r(text, "+", &save); one != NULL; one = strtok_r(NULL, "+", &save)) {
        factors |= 1U << value_word(&factor_words, one);
    }
    return factors;
}

static struct rules_answer read_group(char *text) {
    char *number = strchr(text, ':');
    uint8_t n = number != NULL ? (uint8_t)atoi(number + 1) : 0;
    if (number != NULL) {
        *number = '\0';
    }
    struct rules_answer answer = {.why = (enum rules_why)word_of(groups, text)};
    answer.allowed = answer.why == RULES_ANY_TIME || answer.why == RULES_TIME_ZONE || answer.why == RULES_PERIOD;
    answer.zone = answer.why == RULES_TIME_ZONE ? n : 0;
    answer.period = answer.why == RULES_PERIOD ? n : 0;
    answer.holiday = answer.why == RULES_HOLIDAY ? n : 0;
    return answer;
}

static void read_flag(const char *key, struct decide_facts *facts) {
    if (strcmp(key, "twoPerson") == 0) {
        facts->two_person = true;
    } else if (strcmp(key, "duress") == 0) {
        facts->duress = true;
    } else if (strcmp(key, "duressBefore") == 0) {
        facts->duress_before = true;
    } else {
        TEST_FAIL_MESSAGE(key);
    }
}

static void read_word(const char *key, char *value, struct decide_facts *facts) {
    uint32_t number = (uint32_t)strtoul(value, NULL, 10);
    if (strcmp(key, "door") == 0) {
        facts->door = (enum door_mode)word_of(doors, value);
    } else if (strcmp(key, "period") == 0) {
        facts->door_period = (uint8_t)number;
    } else if (strcmp(key, "device") == 0) {
        facts->device = (enum decide_device)word_of(devices, value);
    } else if (strcmp(key, "shown") == 0) {
        facts->shown = (enum decide_shown)word_of(shown, value);
    } else if (strcmp(key, "user") == 0) {
        facts->userid = number;
    } else if (strcmp(key, "from") == 0) {
        facts->valid_from = number;
    } else if (strcmp(key, "to") == 0) {
        facts->valid_to = number;
    } else if (strcmp(key, "today") == 0) {
        facts->today = number;
    } else if (strcmp(key, "group") == 0) {
        facts->group = read_group(value);
    } else if (strcmp(key, "needed") == 0) {
        facts->needed = read_factors(value);
    } else if (strcmp(key, "have") == 0) {
        facts->have = read_factors(value);
    } else if (strcmp(key, "temperature") == 0) {
        facts->temperature = (int)number;
    } else if (strcmp(key, "limit") == 0) {
        facts->temperature_limit = (int)number;
    } else if (strcmp(key, "passback") == 0) {
        facts->passback = (enum anti_passback)word_of(passbacks, value);
    } else if (strcmp(key, "area") == 0) {
        facts->area = (enum passback_area)word_of(areas, value);
    } else if (strcmp(key, "status") == 0) {
        facts->status = (enum punch_status)value_word(&punch_status_words, value);
    } else if (strcmp(key, "first") == 0) {
        facts->first_person = number;
    } else if (strcmp(key, "server") == 0) {
        facts->server = (enum decide_server)word_of(servers, value);
    } else if (strcmp(key, "work") == 0) {
        facts->work = (enum work_mode)value_word(&work_mode_words, value);
    } else {
        TEST_FAIL_MESSAGE(key);
    }
}

void decide_words_read(char *words, struct decide_facts *ret_facts) {
    char *save = NULL;
    *ret_facts = decide_words_plain;
    for (char *word = strtok_r(words, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
        char *value = strchr(word, '=');
        if (value == NULL) {
            read_flag(word, ret_facts);
        } else {
            *value = '\0';
            read_word(word, value + 1, ret_facts);
        }
    }
}

static void add(char *words, size_t size, const char *before, const char *word) {
    size_t len = strlen(words);
    (void)snprintf(words + len, size - len, "%s%s", before, word);
}

void decide_words_write(const struct decide_outcome *outcome, char *ret_words, size_t size) {
    const char *before = " missing=";
    (void)snprintf(ret_words, size, "%s %s", verdicts[outcome->verdict], record_reason_text[outcome->reason]);
    for (unsigned factor = 0; factor < FACTOR_COUNT; factor++) {
        if ((outcome->missing & 1U << factor) != 0) {
            add(ret_words, size, before, factor_text[factor]);
            before = "+";
        }
    }
    add(ret_words, size, outcome->opens ? " opens" : "", "");
    add(ret_words, size, outcome->is_punch ? " punch" : "", "");
    add(ret_words, size, outcome->is_duress ? " duress" : "", "");
    add(ret_words, size, outcome->is_alarm ? " alarm" : "", "");
    add(ret_words, size, outcome->is_marked ? " marked" : "", "");
    if (outcome->area != PASSBACK_UNKNOWN) {
        add(ret_words, size, " area=", areas[outcome->area]);
    }
}
