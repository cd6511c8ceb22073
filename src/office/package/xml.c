/* xml.c - expat, fed in pieces, with bounds on what it may keep: depth, and bytes of one token. */
#include "office/package/xml.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "office/package/package.h"
#include "office/package/refusals.h"
#include <expat.h>
#include <string.h>

struct xml_reader {
    const struct xml_handler *handler;
    XML_Parser parser;
    unsigned depth;
    unsigned skip; /* depth of the element whose content is left out; 0: none */
    const char *refused;
};

static const char *local(const char *name)
{
    const char *colon = strchr(name, ':');

    return colon ? colon + 1 : name;
}

static void refuse(struct xml_reader *r, const char *why)
{
    if (!r->refused)
        r->refused = why;
    (void)XML_StopParser(r->parser, XML_FALSE);
}

static void on_start(void *arg, const XML_Char *name, const XML_Char **attrs)
{
    struct xml_reader *r = arg;

    if (++r->depth > WORKBOOK_XML_DEPTH)
        refuse(r, "XML nests too deep");
    if (r->skip || r->refused)
        return;
    name = local(name);
    if (strcmp(name, "extLst") == 0 || strcmp(name, "Choice") == 0)
        r->skip = r->depth;
    else
        r->handler->start(r->handler->arg, name, (const char *const *)attrs);
}

static void on_end(void *arg, const XML_Char *name)
{
    struct xml_reader *r = arg;

    if (!r->skip && r->handler->end)
        r->handler->end(r->handler->arg, local(name));
    if (r->skip == r->depth)
        r->skip = 0;
    r->depth--;
}

static void on_text(void *arg, const XML_Char *p, int n)
{
    struct xml_reader *r = arg;

    if (!r->skip && r->handler->text)
        r->handler->text(r->handler->arg, p, (size_t)n);
}

static void on_doctype(void *arg, const XML_Char *name, const XML_Char *system_id, const XML_Char *public_id,
                       int has_subset)
{
    (void)name;
    if (has_subset || system_id || public_id)
        refuse(arg, "XML that declares a document type");
}

static int feed(struct xml_reader *r, struct part_stream *s, struct err *err)
{
    static const size_t room = FILE_CHUNK_BYTES;
    uint64_t fed = 0;
    size_t n;

    do {
        void *piece = XML_GetBuffer(r->parser, (int)room);
        if (!piece)
            return workbook_too_large(err, "expat: no memory");
        if (part_stream_next(s, piece, room, &n, err) < 0)
            return -1;
        fed += n;
        if (fed > WORKBOOK_XML_BYTES)
            return workbook_too_large(err, "a small part of over %u bytes", WORKBOOK_XML_BYTES);
        if (XML_ParseBuffer(r->parser, (int)n, n == 0) != XML_STATUS_OK)
            return workbook_damaged(err, "XML: %s, line %lu",
                                    r->refused ? r->refused : XML_ErrorString(XML_GetErrorCode(r->parser)),
                                    XML_GetCurrentLineNumber(r->parser));
        XML_Index at = XML_GetCurrentByteIndex(r->parser);
        if (at >= 0 && fed - (uint64_t)at > WORKBOOK_TOKEN_BYTES)
            return workbook_too_large(err, "one XML token of over %u bytes", WORKBOOK_TOKEN_BYTES);
    } while (n > 0);
    return 0;
}

static int read_part(const struct part *part, const struct xml_handler *handler, bool some, struct err *err)
{
    struct xml_reader r = { .handler = handler, .parser = XML_ParserCreate(NULL) };
    struct part_stream *s;
    int done;

    if (!r.parser)
        return workbook_too_large(err, "expat: no memory");
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, on_start, on_end);
    XML_SetCharacterDataHandler(r.parser, on_text);
    XML_SetStartDoctypeDeclHandler(r.parser, on_doctype);
    done = part_stream_open(part, &s, err);
    if (done == 0) {
        done = feed(&r, s, err);
        part_stream_close(s);
    }
    XML_ParserFree(r.parser);
    return done < 0 && some && !r.refused && err->code == ERR_WORKBOOK_LOAD_FAILED ? 1 : done;
}

int xml_read(const struct part *part, const struct xml_handler *handler, struct err *err)
{
    return read_part(part, handler, false, err);
}

int xml_read_some(const struct part *part, const struct xml_handler *handler, struct err *err)
{
    return read_part(part, handler, true, err);
}

const char *xml_attr(const char *const *attrs, const char *name)
{
    for (; *attrs; attrs += 2)
        if (strcmp(attrs[0], name) == 0)
            return attrs[1];
    return NULL;
}

const char *xml_attr_prefixed(const char *const *attrs, const char *name)
{
    for (; *attrs; attrs += 2)
        if (strchr(attrs[0], ':') && strcmp(local(attrs[0]), name) == 0)
            return attrs[1];
    return NULL;
}

bool xml_truth(const char *const *attrs, const char *name, bool missing)
{
    const char *value = xml_attr(attrs, name);

    if (!value)
        return missing;
    return strcmp(value, "1") == 0 || str_ieq(value, "true") || str_ieq(value, "on");
}
