/* xml.h - the small XML parts of a workbook, by expat.
 *
 * Prefixes are dropped: which one a file chose for a namespace, and whether it is the transitional or the strict one,
 * makes no difference to what its elements mean. What stands in extLst, and what an mc:Choice asks for that we do not
 * know, is left out. A document type that declares anything is refused: no entity beyond XML's own five exists.
 *
 * Sheet data and shared strings, which can be large, have a scanner of their own (scan.h).
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct err;
struct part;

/* Attributes as expat gives them: name, value, name, value, ..., NULL. */
struct xml_handler {
    void *arg;
    void (*start)(void *arg, const char *name, const char *const *attrs);
    void (*end)(void *arg, const char *name);         /* may be NULL */
    void (*text)(void *arg, const char *p, size_t n); /* may be NULL; a text may come in pieces */
};

/* Reads the whole part, up to WORKBOOK_XML_BYTES of it. */
WARN_UNUSED int xml_read(const struct part *part, const struct xml_handler *handler, struct err *err);

/* The same of a part that can be done without: of a damaged one what stands before the damage is read, and 1 returned.
 * What is refused for its size or for declaring a document type still is. */
WARN_UNUSED int xml_read_some(const struct part *part, const struct xml_handler *handler, struct err *err);

/* The value of an attribute without prefix; NULL when it is not there. */
const char *xml_attr(const char *const *attrs, const char *name);

/* The value of the attribute with this name behind any prefix ("id" for r:id); NULL when it is not there. */
const char *xml_attr_prefixed(const char *const *attrs, const char *name);

/* "1", "true" and "on", as the schema spells a truth; `missing` when the attribute is not there. */
bool xml_truth(const char *const *attrs, const char *name, bool missing);
