#include "hal/display.h"

const char *const hal_menu_page_text[HAL_MENU_PAGES] = {
    [HAL_MENU_CLOSED] = "closed",
    [HAL_MENU_ASK_ID] = "id",
    [HAL_MENU_ASK_CODE] = "code",
    [HAL_MENU_ENTRIES] = "entries",
    [HAL_MENU_WORKING] = "working",
    [HAL_MENU_ENROL_USER] = "enrolUser",
    [HAL_MENU_ENROL_WHAT] = "enrolWhat",
    [HAL_MENU_ENROL_HAND] = "enrolHand",
    [HAL_MENU_ENROL_FINGER] = "enrolFinger",
    [HAL_MENU_ENROL_RUNS] = "enrolRuns",
    [HAL_MENU_NETWORK] = "network",
    [HAL_MENU_ASK_ADDRESS] = "askAddress",
    [HAL_MENU_ASK_MASK] = "askMask",
    [HAL_MENU_ASK_GATEWAY] = "askGateway",
    [HAL_MENU_SET_ADDRESS] = "setAddress",
    [HAL_MENU_KEEP_ADDRESS] = "keepAddress",
    [HAL_MENU_RESTART] = "restart",
    [HAL_MENU_SELF_TEST] = "selfTest",
};
