/* The parser is Expat. It stores every distinct name, an incomplete tag, and each open element: all three are limited
 * here. */
#include <expat.h>
#include <limits.h>

#include "tables/sheet_impl.h"

#define PIECE 32768 /* bytes unpacked at once */
#define SLOTS (8 * SHEET_XML_NAMES_MAX) /* hash table of names: mostly empty */
#define TRIES 16 /* slots to search for a name: more are needed only with deliberately colliding names */
#define PREFIX_MAX 32 /* bytes, with the NUL */

struct sheet_xml {
    XML_Parser parser;
    struct unzip *unzip;
    const struct sheet_xml_watcher *watcher;
    void *context;
    uint64_t taken; /* bytes unpacked */
    uint64_t most; /* most bytes to unpack */
    size_t since; /* bytes since the last event */
    unsigned depth;
    char prefix[PREFIX_MAX]; /* of the first element, with its colon */
    struct buf names; /* distinct names, each with its NUL; the first byte is unused */
    uint32_t slots[SLOTS]; /* offset of a name; 0: empty */
    unsigned name_count;
    bool is_paused;
    bool is_stopped;
    bool is_over; /* the parser has all bytes */
    int failed;
};

void sheet_xml_fail(struct sheet_xml *xml, int error) {
    xml->failed = xml->failed < 0 ? xml->failed : error;
    (void)XML_StopParser(xml->parser, XML_FALSE);
}

void sheet_xml_pause(struct sheet_xml *xml) {
    (void)XML_StopParser(xml->parser, XML_TRUE);
}

void sheet_xml_stop(struct sheet_xml *xml) {
    xml->is_stopped = true;
    (void)XML_StopParser(xml->parser, XML_FALSE);
}

/* FNV-1a. */
static uint32_t name_hash(const char *name) {
    uint32_t hash = 2166136261U;
    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * 16777619U;
    }
    return hash;
}

static void name_keep(struct sheet_xml *xml, const char *name, uint32_t *slot) {
    if (xml->name_count == SHEET_XML_NAMES_MAX || strlen(name) >= SHEET_XML_NAME_MAX) {
        sheet_xml_fail(xml, E_FORMAT);
        return;
    }
    *slot = (uint32_t)xml->names.len;
    xml->name_count++;
    buf_append(&xml->names, name, strlen(name) + 1);
    if (buf_failed(&xml->names)) {
        *slot = 0;
        sheet_xml_fail(xml, E_NOMEM);
    }
}

/* Counts distinct names. */
static void name_meet(struct sheet_xml *xml, const char *name) {
    const uint32_t hash = name_hash(name);
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t *slot = &xml->slots[(hash + i) % SLOTS];
        if (*slot == 0) {
            name_keep(xml, name, slot);
            return;
        }
        if (strcmp(xml->names.data + *slot, name) == 0) {
            return;
        }
    }
    sheet_xml_fail(xml, E_FORMAT);
}

/* The prefix of the root element is that of the whole format. */
static void prefix_take(struct sheet_xml *xml, const char *name) {
    const char *colon = strchr(name, ':');
    const size_t len = colon != NULL ? (size_t)(colon - name) + 1 : 0;
    if (len >= PREFIX_MAX || strcmp(name + len, xml->watcher->root) != 0) {
        sheet_xml_fail(xml, E_FORMAT);
        return;
    }
    memcpy(xml->prefix, name, len);
}

/* Returns a name without its prefix, "" if the prefix differs. */
static const char *name_local(const struct sheet_xml *xml, const char *name) {
    const size_t len = strlen(xml->prefix);
    const char *local = name + len;
    return strncmp(name, xml->prefix, len) != 0 || strchr(local, ':') != NULL ? "" : local;
}

static void XMLCALL on_begin(void *user, const XML_Char *name, const XML_Char **attributes) {
    struct sheet_xml *xml = user;
    xml->since = 0;
    xml->depth++;
    if (xml->depth > SHEET_XML_DEPTH_MAX) {
        sheet_xml_fail(xml, E_FORMAT);
    }
    name_meet(xml, name);
    for (size_t i = 0; attributes[i] != NULL && xml->failed == 0; i += 2) {
        name_meet(xml, attributes[i]);
    }
    if (xml->depth == 1) {
        prefix_take(xml, name);
    }
    if (xml->failed == 0) {
        xml->watcher->begin(xml->context, name_local(xml, name), (const char *const *)attributes);
    }
}

static void XMLCALL on_end(void *user, const XML_Char *name) {
    struct sheet_xml *xml = user;
    xml->since = 0;
    xml->depth--;
    if (xml->failed == 0 && !xml->is_stopped) {
        xml->watcher->end(xml->context, name_local(xml, name));
    }
}

static void XMLCALL on_text(void *user, const XML_Char *text, int len) {
    struct sheet_xml *xml = user;
    xml->since = 0;
    if (xml->failed == 0 && !xml->is_stopped) {
        xml->watcher->text(xml->context, text, (size_t)len);
    }
}

/* Comments, instructions, and everything else that is ignored. */
static void XMLCALL on_other(void *user, const XML_Char *text, int len) {
    struct sheet_xml *xml = user;
    (void)text;
    (void)len;
    xml->since = 0;
}

/* The format has no document type; one could define entities that expand. */
static void XMLCALL on_document_type(void *user, const XML_Char *name, const XML_Char *system_id,
                                     const XML_Char *public_id, int has_subset) {
    (void)name;
    (void)system_id;
    (void)public_id;
    (void)has_subset;
    sheet_xml_fail(user, E_FORMAT);
}

int sheet_xml_open(struct unzip *unzip, uint64_t most, const struct sheet_xml_watcher *watcher, void *context,
                   struct sheet_xml **ret_xml) {
    int r = unzip_begin(unzip);
    if (r < 0) {
        return r == E_NOTSUP ? E_FORMAT : r;
    }
    _cleanup_(sheet_xml_freep) struct sheet_xml *xml = calloc(1, sizeof(*xml));
    if (xml == NULL) {
        return E_NOMEM;
    }
    xml->parser = XML_ParserCreate(NULL);
    if (xml->parser == NULL) {
        return E_NOMEM;
    }
    xml->unzip = unzip;
    xml->most = most;
    xml->watcher = watcher;
    xml->context = context;
    buf_append_char(&xml->names, '\0');
    XML_SetUserData(xml->parser, xml);
    XML_SetElementHandler(xml->parser, on_begin, on_end);
    XML_SetCharacterDataHandler(xml->parser, on_text);
    XML_SetDefaultHandler(xml->parser, on_other);
    XML_SetStartDoctypeDeclHandler(xml->parser, on_document_type);
    *ret_xml = TAKE_PTR(xml);
    return 0;
}

struct sheet_xml *sheet_xml_free(struct sheet_xml *xml) {
    if (xml != NULL) {
        if (xml->parser != NULL) {
            XML_ParserFree(xml->parser);
        }
        buf_done(&xml->names);
        free(xml);
    }
    return NULL;
}

/* Passes the next bytes to the parser. */
static int xml_feed(struct sheet_xml *xml, enum XML_Status *ret_status) {
    void *room = XML_GetBuffer(xml->parser, PIECE);
    if (room == NULL) {
        return E_NOMEM;
    }
    int n = unzip_read(xml->unzip, room, PIECE);
    if (n < 0) {
        return n;
    }
    xml->taken += (uint64_t)n;
    xml->since += (size_t)n;
    xml->is_over = n == 0;
    *ret_status = XML_ParseBuffer(xml->parser, n, xml->is_over ? XML_TRUE : XML_FALSE);
    return 0;
}

/* Unpacks the rest, to verify its checksum. */
static int xml_drain(struct sheet_xml *xml) {
    char rest[PIECE];
    int n = xml->is_over ? 0 : unzip_read(xml->unzip, rest, sizeof(rest));
    while (n > 0) {
        xml->taken += (uint64_t)n;
        n = unzip_read(xml->unzip, rest, sizeof(rest));
    }
    xml->is_over = true;
    return n;
}

/* Interprets the parser's status after a piece: 1: paused, 0: it needs more. */
static int xml_judge(struct sheet_xml *xml, enum XML_Status status) {
    if (xml->failed == 0 && status == XML_STATUS_ERROR && !xml->is_stopped) {
        xml->failed = XML_GetErrorCode(xml->parser) == XML_ERROR_NO_MEMORY ? E_NOMEM : E_FORMAT;
    }
    if (xml->failed == 0 && xml->since > SHEET_XML_TAG_MAX) {
        xml->failed = E_TOO_LARGE;
    }
    xml->is_paused = status == XML_STATUS_SUSPENDED;
    return xml->failed < 0 ? xml->failed : xml->is_paused ? 1 : 0;
}

int sheet_xml_next(struct sheet_xml *xml) {
    int r = xml->failed;
    while (r == 0 && !xml->is_stopped && (xml->is_paused || (!xml->is_over && xml->taken < xml->most))) {
        enum XML_Status status = XML_STATUS_OK;
        if (xml->is_paused) {
            status = XML_ResumeParser(xml->parser);
        } else {
            r = xml_feed(xml, &status);
            xml->failed = r < 0 ? r : xml->failed;
        }
        r = xml_judge(xml, status);
    }
    return r == 0 && xml->is_stopped && xml->most == SHEET_WHOLE ? xml_drain(xml) : r;
}

uint64_t sheet_xml_taken(const struct sheet_xml *xml) {
    return xml->taken;
}

const char *sheet_xml_attribute(const char *const *attributes, const char *name) {
    for (size_t i = 0; attributes[i] != NULL; i += 2) {
        if (strcmp(attributes[i], name) == 0) {
            return attributes[i + 1];
        }
    }
    return NULL;
}

const char *sheet_xml_attribute_prefixed(const char *const *attributes, const char *name) {
    for (size_t i = 0; attributes[i] != NULL; i += 2) {
        const char *colon = strchr(attributes[i], ':');
        if (colon != NULL && strcmp(colon + 1, name) == 0) {
            return attributes[i + 1];
        }
    }
    return NULL;
}
