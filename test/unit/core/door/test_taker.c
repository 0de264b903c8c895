/* Who takes an event: the table of docs/rules.md, "Who takes an event", for everything that can come in. */
#include "core/door/taker.h"

#include <stdio.h>
#include <string.h>

#include "rules_doc.h"
#include "unity.h"

#define ROWS_MAX 32
#define WORDS_MAX 6

void setUp(void) {
}

void tearDown(void) {
}

/* A row of the table: all its words have to hold; the first row that does says who takes it. */
struct row {
    char words[WORDS_MAX][16];
    unsigned count;
    enum taker taker;
    unsigned used;
};

static struct row rows[ROWS_MAX];
static unsigned row_count;

static const char *const takers[] = {
    [TAKER_NOBODY] = "nobody",
    [TAKER_PRODUCTION] = "production",
    [TAKER_ENROLMENT] = "enrolment",
    [TAKER_INITIAL_CARD] = "initialCard",
    [TAKER_MENU] = "menu",
    [TAKER_DOOR] = "door",
    [TAKER_DOOR_CLOSES_MENU] = "closesMenu door",
    [TAKER_UNDECIDED] = "undecided",
};
#define TAKERS (sizeof(takers) / sizeof(takers[0]))

static void add_row(char *line) {
    struct row *row = &rows[row_count++];
    char *arrow = strstr(line, "->"), *rest = NULL;
    TEST_ASSERT_NOT_NULL_MESSAGE(arrow, line);
    TEST_ASSERT_LESS_OR_EQUAL(ROWS_MAX, row_count);
    *row = (struct row){.taker = TAKERS};
    for (unsigned i = 0; i < TAKERS; i++) {
        if (strcmp(takers[i], arrow + 3) == 0) {
            row->taker = (enum taker)i;
        }
    }
    TEST_ASSERT_LESS_THAN_MESSAGE(TAKERS, row->taker, line);
    *arrow = '\0';
    for (char *word = strtok_r(line, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        TEST_ASSERT_LESS_THAN(WORDS_MAX, row->count);
        (void)snprintf(row->words[row->count++], sizeof(row->words[0]), "%s", word);
    }
}

static bool is_kind(const struct taker_facts *facts, enum hal_credential_kind kind) {
    return facts->what == HAL_INPUT_CREDENTIAL && facts->kind == kind;
}

static bool holds(const char *word, const struct taker_facts *facts) {
    const struct {
        const char *word;
        bool holds;
    } all[] = {
        {"contacts", facts->what == HAL_INPUT_CONTACTS},
        {"menuKey", facts->what == HAL_INPUT_MENU},
        {"card", is_kind(facts, HAL_CREDENTIAL_CARD)},
        {"pin", is_kind(facts, HAL_CREDENTIAL_PIN)},
        {"link", facts->from != CREDENTIAL_FROM_OWN},
        {"inProduction", facts->in_production},
        {"enrolling", facts->awaits_card},
        {"overLine", facts->over_line},
        {"hasNumber", !facts->is_frame},
        {"initial", facts->initial == TAKER_INITIAL_YES},
        {"notLookedUp", facts->initial == TAKER_INITIAL_UNKNOWN},
        {"menuOpen", facts->menu_is_open},
        {"else", true},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        if (strcmp(all[i].word, word) == 0) {
            return all[i].holds;
        }
    }
    TEST_FAIL_MESSAGE(word);
    return false;
}

static bool row_holds(const struct row *row, const struct taker_facts *facts) {
    for (unsigned i = 0; i < row->count; i++) {
        if (!holds(row->words[i], facts)) {
            return false;
        }
    }
    return true;
}

static void check(const struct taker_facts *facts) {
    char text[160];
    (void)snprintf(text, sizeof(text),
                   "what=%d kind=%d from=%d production=%d awaits=%d menu=%d line=%d frame=%d initial=%d",
                   (int)facts->what, (int)facts->kind, (int)facts->from, facts->in_production, facts->awaits_card,
                   facts->menu_is_open, facts->over_line, facts->is_frame, (int)facts->initial);
    for (unsigned i = 0; i < row_count; i++) {
        if (row_holds(&rows[i], facts)) {
            rows[i].used++;
            TEST_ASSERT_EQUAL_STRING_MESSAGE(takers[rows[i].taker], takers[taker_of(facts)], text);
            return;
        }
    }
    TEST_FAIL_MESSAGE(text);
}

/* Calls check() for each combination of the facts. */
static void check_all(void) {
    enum {
        WHATS = HAL_INPUT_CONTACTS + 1,
        KINDS = HAL_CREDENTIAL_IRIS + 1,
        FLAGS = 32,
        INITIALS = TAKER_INITIAL_NO + 1
    };
    for (unsigned n = 0; n < WHATS * KINDS * CREDENTIAL_FROM_COUNT * FLAGS * INITIALS; n++) {
        unsigned left = n;
        struct taker_facts facts = {.what = (enum hal_input_what)(left % WHATS)};
        left /= WHATS;
        facts.kind = (enum hal_credential_kind)(left % KINDS);
        left /= KINDS;
        facts.from = (enum credential_from)(left % CREDENTIAL_FROM_COUNT);
        left /= CREDENTIAL_FROM_COUNT;
        facts.in_production = (left & 1U) != 0;
        facts.awaits_card = (left & 2U) != 0;
        facts.menu_is_open = (left & 4U) != 0;
        facts.over_line = (left & 8U) != 0;
        facts.is_frame = (left & 16U) != 0;
        facts.initial = (enum taker_initial)(left / FLAGS);
        check(&facts);
    }
}

void test_the_table_of_the_rules_is_what_happens(void) {
    row_count = 0;
    TEST_ASSERT_GREATER_THAN(8, rules_doc_each("taker", add_row));
    check_all();
    for (unsigned i = 0; i < row_count; i++) {
        TEST_ASSERT_GREATER_THAN_MESSAGE(0, rows[i].used, takers[rows[i].taker]); /* no row is idle */
    }
}

/* What nobody may get wrong, whatever the table says. */
void test_a_link_and_the_production_test_reach_neither_menu_nor_enrolment(void) {
    for (unsigned flags = 0; flags < 8; flags++) {
        struct taker_facts facts = {.what = HAL_INPUT_CREDENTIAL,
                                    .kind = HAL_CREDENTIAL_CARD,
                                    .from = CREDENTIAL_FROM_BLUETOOTH,
                                    .in_production = (flags & 1U) != 0,
                                    .awaits_card = (flags & 2U) != 0,
                                    .menu_is_open = (flags & 4U) != 0,
                                    .initial = TAKER_INITIAL_YES};
        TEST_ASSERT_EQUAL(TAKER_DOOR, taker_of(&facts));
        facts.from = CREDENTIAL_FROM_OWN;
        facts.in_production = true;
        TEST_ASSERT_EQUAL(TAKER_PRODUCTION, taker_of(&facts));
    }
}

/* Digits of a keypad outside are no choice in the menu that an administrator has opened inside. */
void test_a_keypad_of_the_line_reaches_no_menu(void) {
    struct taker_facts facts = {
        .what = HAL_INPUT_CREDENTIAL, .kind = HAL_CREDENTIAL_PIN, .over_line = true, .menu_is_open = true};
    TEST_ASSERT_EQUAL(TAKER_DOOR, taker_of(&facts));
}
