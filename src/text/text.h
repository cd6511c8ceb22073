/* text.h - a document as passages: cut where its author cut it, by its headings.
 *
 * Markdown, plain text, HTML and records (.jsonl) become one shape: a title, and passages that each belong to a chapter
 * and a section and are at most TEXT_PASSAGE_BYTES long. A section that is longer is cut between paragraphs, and a
 * paragraph that is longer between sentences, where the next passage begins with the last sentence of the one before,
 * so that nothing that belongs together is found apart. A block of code is not cut before TEXT_CODE_BYTES.
 *
 * The same bytes give the same passages with the same ids, whatever else is known. Nothing here does I/O. The bytes are
 * foreign: they must be well-formed UTF-8 without NUL (base/text/charset.h sees to it), and may be anything else.
 *
 * What is a chapter: a document whose first heading stands alone on its level has it for its title. Of the levels that
 * are left the upper one is the chapters and the next the sections; where only one is left, its headings are the
 * sections of one chapter, the document itself. Text above the first section is a section named as its chapter.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

enum text_kind { TEXT_PLAIN, TEXT_MARKDOWN, TEXT_HTML, TEXT_RECORDS };

struct passage {
    const char *ref;               /* its id within the document; of a record the record's own, for all its passages */
    const char *chapter, *section; /* as they are headed */
    const char *path;              /* both as one id: "working-hours/annual-leave" */
    const char *url;               /* of the page it is on; NULL where the document does not say */
    const char *text;
    size_t n;
};

struct text {
    const char *title;
    const struct passage *passages; /* in the order of the text */
    size_t n;
};

/* What a file is by its name's ending; false for what is not read. */
bool text_kind(const char *name, enum text_kind *ret);

/* Everything in *ret lives in the arena. The name, without folders, titles a document that has no title of its own.
 * ERR_DATA_EMPTY where there is no text, ERR_DATA_UNREADABLE for a record that is none, ERR_TOO_LARGE past
 * TEXT_PASSAGES. */
WARN_UNUSED int text_read(struct arena *a, enum text_kind kind, const char *name, const char *p, size_t n,
                          struct text *ret, struct err *err);

/* A heading as an id: "1.2 Annual leave" is "1-2-annual-leave". Never empty, without a slash. */
const char *text_slug(struct arena *a, const char *heading);

/* Bytes of the sentence at p, its blanks behind included; n where the rest is one. A line's end ends a sentence. */
size_t text_sentence(const char *p, size_t n);
