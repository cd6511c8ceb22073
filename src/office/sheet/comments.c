/* comments.c - comments stand in a part of their own, which the sheet's relationships name. */
#include "office/sheet/comments.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/num.h"
#include "office/package/grow.h"
#include "office/package/package.h"
#include "office/package/token.h"
#include "office/package/xml.h"
#include "office/sheet/book.h"
#include <string.h>

struct comments {
    struct arena *arena;
    struct json *list;
    const char **authors;
    size_t n_authors, cap;
    struct json *comment; /* being read; NULL: none */
    struct buf text;
    bool in_author, in_text; /* where text counts */
    int aid;                 /* depth inside a reading aid (rPh) */
};

static const char *author_of(const struct comments *c, const char *id)
{
    int64_t i;

    if (!id || !num_is_json(id, strlen(id)) || !num_int64(id, strlen(id), &i) || i < 0 || (uint64_t)i >= c->n_authors)
        return NULL;
    return c->authors[i];
}

static void on_start(void *arg, const char *name, const char *const *attrs)
{
    struct comments *c = arg;

    if (strcmp(name, "author") == 0) {
        c->in_author = true;
        buf_cut(&c->text, 0);
    } else if (strcmp(name, "comment") == 0 && json_len(c->list) < PARTS_LISTED) {
        c->comment = json_object(c->arena);
        json_set(c->arena, c->comment, "cell", json_str(c->arena, xml_attr(attrs, "ref")));
        json_set(c->arena, c->comment, "author", json_str(c->arena, author_of(c, xml_attr(attrs, "authorId"))));
        buf_cut(&c->text, 0);
    } else if (strcmp(name, "rPh") == 0) {
        c->aid++;
    } else if (strcmp(name, "t") == 0 && c->comment && c->aid == 0) {
        c->in_text = true;
    }
}

static void on_end(void *arg, const char *name)
{
    struct comments *c = arg;

    if (strcmp(name, "author") == 0) {
        c->authors = list_grown(c->arena, c->authors, c->n_authors, &c->cap, sizeof *c->authors);
        c->authors[c->n_authors++] = arena_dup(c->arena, c->text.p, c->text.n);
        c->in_author = false;
    } else if (strcmp(name, "comment") == 0 && c->comment) {
        xstring_decode(&c->text, 0);
        json_set(c->arena, c->comment, "text", json_strn(c->arena, c->text.p, c->text.n));
        json_push(c->arena, c->list, c->comment);
        c->comment = NULL;
    } else if (strcmp(name, "rPh") == 0 && c->aid > 0) {
        c->aid--;
    } else if (strcmp(name, "t") == 0) {
        c->in_text = false;
    }
}

static void on_text(void *arg, const char *p, size_t n)
{
    struct comments *c = arg;

    if (c->in_author || c->in_text)
        buf_add(&c->text, p, n); /* what is over a cell's length is cut off */
}

int sheet_comments(const struct book *b, size_t sheet, struct arena *a, struct json **ret, struct err *err)
{
    const struct book_sheet *s = &b->sheets[sheet];
    struct comments c = { .arena = a, .list = json_array(a) };
    struct xml_handler handler = { .arg = &c, .start = on_start, .end = on_end, .text = on_text };
    int status = 0;

    buf_init(&c.text, DATA_CELL_BYTES);
    for (size_t i = 0; i < s->n_rels && status == 0; i++) {
        const struct part *part = s->rels[i].external ? NULL : package_find(b->package, s->rels[i].target);
        if (part && rel_is(&s->rels[i], "comments"))
            status = xml_read(part, &handler, err);
    }
    buf_done(&c.text);
    if (status == 0)
        *ret = c.list;
    return status;
}
