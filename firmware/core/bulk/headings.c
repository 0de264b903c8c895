#include "core/bulk/headings.h"

#include <string.h>

#include "util/text.h"

static const char *const own[BULK_FIELD_COUNT] = {
    [BULK_FIELD_NONE] = "",
    [BULK_FIELD_USERID] = "User ID",
    [BULK_FIELD_USERNAME] = "Name",
    [BULK_FIELD_CARDNO] = "Card",
    [BULK_FIELD_LEVEL] = "Level",
    [BULK_FIELD_GROUP] = "Group",
    [BULK_FIELD_IDENTIFY_MODE] = "Identified by",
    [BULK_FIELD_IDENTIFY_FACTORS] = "Factors",
    [BULK_FIELD_SHIFT] = "Shift",
    [BULK_FIELD_VALID_FROM] = "Valid from",
    [BULK_FIELD_VALID_TO] = "Valid to",
};

/* Folded, and without what is neither letter nor digit. */
static const struct {
    const char *word;
    enum bulk_field field;
} words[] = {
    {"userid", BULK_FIELD_USERID},
    {"id", BULK_FIELD_USERID},
    {"user", BULK_FIELD_USERID},
    {"userno", BULK_FIELD_USERID},
    {"usernumber", BULK_FIELD_USERID},
    {"no", BULK_FIELD_USERID},
    {"number", BULK_FIELD_USERID},
    {"pin", BULK_FIELD_USERID},
    {"acno", BULK_FIELD_USERID},
    {"badgeno", BULK_FIELD_USERID},
    {"enrollid", BULK_FIELD_USERID},
    {"enrollnumber", BULK_FIELD_USERID},
    {"employee", BULK_FIELD_USERID},
    {"employeeid", BULK_FIELD_USERID},
    {"employeeno", BULK_FIELD_USERID},
    {"employeenumber", BULK_FIELD_USERID},
    {"personid", BULK_FIELD_USERID},
    {"personnelid", BULK_FIELD_USERID},
    {"personnelno", BULK_FIELD_USERID},
    {"personnelnumber", BULK_FIELD_USERID},
    {"staffid", BULK_FIELD_USERID},
    {"staffno", BULK_FIELD_USERID},
    {"iddeusuario", BULK_FIELD_USERID},
    {"idusuario", BULK_FIELD_USERID},
    {"idempleado", BULK_FIELD_USERID},
    {"numerodeempleado", BULK_FIELD_USERID},
    {"name", BULK_FIELD_USERNAME},
    {"username", BULK_FIELD_USERNAME},
    {"fullname", BULK_FIELD_USERNAME},
    {"displayname", BULK_FIELD_USERNAME},
    {"employeename", BULK_FIELD_USERNAME},
    {"personname", BULK_FIELD_USERNAME},
    {"staffname", BULK_FIELD_USERNAME},
    {"nombre", BULK_FIELD_USERNAME},
    {"nombrecompleto", BULK_FIELD_USERNAME},
    {"card", BULK_FIELD_CARDNO},
    {"cardno", BULK_FIELD_CARDNO},
    {"cardnumber", BULK_FIELD_CARDNO},
    {"cardid", BULK_FIELD_CARDNO},
    {"rfid", BULK_FIELD_CARDNO},
    {"badge", BULK_FIELD_CARDNO},
    {"tarjeta", BULK_FIELD_CARDNO},
    {"numerodetarjeta", BULK_FIELD_CARDNO},
    {"level", BULK_FIELD_LEVEL},
    {"adminlevel", BULK_FIELD_LEVEL},
    {"privilege", BULK_FIELD_LEVEL},
    {"nivel", BULK_FIELD_LEVEL},
    {"group", BULK_FIELD_GROUP},
    {"groupno", BULK_FIELD_GROUP},
    {"accessgroup", BULK_FIELD_GROUP},
    {"grupo", BULK_FIELD_GROUP},
    {"identifiedby", BULK_FIELD_IDENTIFY_MODE},
    {"identifymode", BULK_FIELD_IDENTIFY_MODE},
    {"identificationmode", BULK_FIELD_IDENTIFY_MODE},
    {"verifymode", BULK_FIELD_IDENTIFY_MODE},
    {"factors", BULK_FIELD_IDENTIFY_FACTORS},
    {"identifyfactors", BULK_FIELD_IDENTIFY_FACTORS},
    {"shift", BULK_FIELD_SHIFT},
    {"usualshift", BULK_FIELD_SHIFT},
    {"shiftno", BULK_FIELD_SHIFT},
    {"turno", BULK_FIELD_SHIFT},
    {"validfrom", BULK_FIELD_VALID_FROM},
    {"from", BULK_FIELD_VALID_FROM},
    {"start", BULK_FIELD_VALID_FROM},
    {"startdate", BULK_FIELD_VALID_FROM},
    {"begin", BULK_FIELD_VALID_FROM},
    {"validodesde", BULK_FIELD_VALID_FROM},
    {"validto", BULK_FIELD_VALID_TO},
    {"validuntil", BULK_FIELD_VALID_TO},
    {"to", BULK_FIELD_VALID_TO},
    {"until", BULK_FIELD_VALID_TO},
    {"end", BULK_FIELD_VALID_TO},
    {"enddate", BULK_FIELD_VALID_TO},
    {"expires", BULK_FIELD_VALID_TO},
    {"expiry", BULK_FIELD_VALID_TO},
    {"expirydate", BULK_FIELD_VALID_TO},
    {"expirationdate", BULK_FIELD_VALID_TO},
    {"validohasta", BULK_FIELD_VALID_TO},
};

#define HEADING_MAX 64 /* characters of a heading that can be one of these */

static bool is_told(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || ((unsigned char)c & 0x80) != 0;
}

enum bulk_field headings_field(const char *heading) {
    char folded[TEXT_FOLD_MAX];
    size_t len = 0, kept = 0;
    const size_t given = strlen(heading);
    if (text_length(heading, given) > HEADING_MAX || text_fold(heading, given, folded, &len) < 0) {
        return BULK_FIELD_NONE;
    }
    for (size_t i = 0; i < len; i++) {
        if (is_told(folded[i])) {
            folded[kept++] = folded[i];
        }
    }
    folded[kept] = '\0';
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strcmp(words[i].word, folded) == 0) {
            return words[i].field;
        }
    }
    return BULK_FIELD_NONE;
}

const char *headings_name(enum bulk_field field) {
    return own[field];
}
