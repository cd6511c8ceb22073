/* schema_say.c - what is wrong with a value, in words for the person who wrote it.
 *
 * A sentence names the field and what the schema wants there. Values of the instance are never repeated: they may be
 * anything. Names of fields are, cut short, since that is how a slip is seen. Values, bounds and names of the schema
 * are the program's own and may be shown.
 *
 * When several branches were possible, one of them was meant. A branch that wants another type, or another constant in
 * a field that tells branches apart, was not; what is left is judged by how far into the value it fitted.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/schema/schema_node.h"
#include "base/str.h"
#include <assert.h>
#include <stdarg.h>

/* ---- places ---- */

static void add_pointer(struct buf *b, const struct step *at)
{
    if (!at)
        return;
    add_pointer(b, at->up);
    buf_addc(b, '/');
    if (at->kind == STEP_ITEM) {
        buf_addf(b, "%zu", at->n);
        return;
    }
    for (size_t i = 0, run = 0; i <= at->n; i++) {
        if (i < at->n && at->name[i] != '~' && at->name[i] != '/')
            continue;
        buf_add(b, at->name + run, i - run);
        run = i + 1;
        if (i < at->n)
            buf_adds(b, at->name[i] == '~' ? "~0" : "~1");
    }
}

int schema_refuse(const struct step *at, const char *why, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(ERR_DETAIL_BYTES);
    size_t cut = 0;

    add_pointer(&b, at);
    /* Of a long pointer the end tells more than the beginning, and the reason must fit behind it. */
    while (b.n - cut > ERR_MESSAGE_BYTES / 2)
        cut += strcspn(b.p + cut + 1, "/") + 1;
    return err_set(err, ERR_INVALID_SCHEMA,
                   arena_printf(scratch, "schema at #%s%s: %s", cut ? "…" : "", b.p + cut, why), "#%s: %s", b.p, why);
}

/* A name someone typed: cut short, control characters made blank. */
static void add_name(struct buf *b, const char *name, size_t n)
{
    size_t fit = str_fit_chars(name, n, SCHEMA_NAME_CHARS);

    assert(name);
    for (size_t i = 0; i < fit; i++)
        buf_addc(b, (unsigned char)name[i] < 0x20 || name[i] == 0x7f ? ' ' : name[i]);
    if (fit < n)
        buf_adds(b, "…");
}

/* True when the name can stand in a path without being mistaken for more than one step. */
static bool is_plain(const char *name, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)name[i] <= ' ' || strchr(".[]'\"", name[i]))
            return false;
    return n > 0;
}

/* The last `most` steps of a path: "data_sources[0].type". */
static void add_path(struct buf *b, const struct step *at, unsigned most)
{
    bool plain = is_plain(at->name ? at->name : "", at->name ? at->n : 0);

    if (at->up && most == 1)
        buf_adds(b, "…");
    else if (at->up)
        add_path(b, at->up, most - 1);
    if (at->kind == STEP_ITEM) {
        buf_addf(b, "[%zu]", at->n);
        return;
    }
    buf_adds(b, at->up ? "." : "");
    buf_adds(b, plain ? "" : "'");
    add_name(b, at->name, at->n);
    buf_adds(b, plain ? "" : "'");
}

static void add_place(struct buf *b, const struct step *at)
{
    if (!at) {
        buf_adds(b, "the input");
    } else if (at->kind == STEP_NAME) {
        buf_adds(b, "the field name '");
        add_name(b, at->name, at->n);
        buf_addc(b, '\'');
    } else {
        add_path(b, at, SCHEMA_PATH_STEPS);
    }
}

/* ---- what is wanted ---- */

/* "a", "a or b", "a, b or c". */
static void add_either(struct buf *b, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_addf(b, "%s%s", i == 0 ? "" : i + 1 == n ? " or " : ", ", words[i]);
}

static void add_types(struct buf *b, unsigned types)
{
    static const struct {
        unsigned bit;
        const char *words[2];
    } known[] = {
        { TYPE_STRING, { "text" } },  { TYPE_NUMBER, { "a number" } },  { TYPE_INTEGER, { "a whole number" } },
        { TYPE_ARRAY, { "a list" } }, { TYPE_OBJECT, { "an object" } }, { TYPE_BOOL, { "true", "false" } },
        { TYPE_NULL, { "null" } },
    };
    const char *words[2 * COUNT_OF(known)];
    size_t n = 0;

    if (types & TYPE_NUMBER)
        types &= ~(unsigned)TYPE_INTEGER;
    for (size_t i = 0; i < COUNT_OF(known); i++)
        for (size_t k = 0; (types & known[i].bit) && k < 2 && known[i].words[k]; k++)
            words[n++] = known[i].words[k];
    add_either(b, words, n);
}

/* A value of the schema as a person would type it; a long one is cut. */
static void add_value(struct buf *b, const struct json *v)
{
    struct buf text CLEANUP(buf_done) = BUF(SCHEMA_LIST_BYTES);
    size_t n;
    const char *s = json_text(v, &n);

    if (s && n > 0)
        buf_add(&text, s, str_fit_bytes(s, n, SCHEMA_LIST_BYTES));
    else
        json_write(&text, v);
    buf_add(b, text.p, str_fit_bytes(text.p, text.n, text.n));
    if (text.failed || n > text.n)
        buf_adds(b, "…");
}

static void add_values(struct buf *b, const struct json *const *values, size_t n)
{
    size_t start = b->n;

    buf_adds(b, n > 1 ? "one of: " : "");
    for (size_t i = 0; i < n; i++) {
        if (b->n - start > SCHEMA_LIST_BYTES) {
            buf_adds(b, ", …");
            return;
        }
        buf_adds(b, i > 0 ? ", " : "");
        add_value(b, values[i]);
    }
}

/* Of an inclusive and an exclusive bound the one that leaves less; want is the sign of a stricter one's difference. */
static bool inclusive_counts(const struct json *inclusive, const struct json *exclusive, int want)
{
    return inclusive && (!exclusive || json_number_compare(inclusive, exclusive) == want);
}

static void add_range(struct buf *b, const struct number_rules *r)
{
    bool at_least = inclusive_counts(r->minimum, r->above, 1), at_most = inclusive_counts(r->maximum, r->below, -1);
    const char *low = json_digits(at_least ? r->minimum : r->above);
    const char *high = json_digits(at_most ? r->maximum : r->below);

    if (at_least && at_most) {
        buf_addf(b, "between %s and %s", low, high);
        return;
    }
    if (low)
        buf_addf(b, "%s %s", at_least ? "at least" : "more than", low);
    if (high)
        buf_addf(b, "%s%s %s", low ? " and " : "", at_most ? "at most" : "less than", high);
}

/* ---- telling ---- */

/* Keeps a failure whose sentence is in b. */
static bool keep(struct teller *t, const struct step *at, const char *keyword, const struct buf *b)
{
    struct buf place CLEANUP(buf_done) = BUF(ERR_MESSAGE_BYTES);
    struct buf pointer CLEANUP(buf_done) = BUF(ERR_DETAIL_BYTES);
    struct failure *f = t->into;

    add_place(&place, at);
    add_pointer(&pointer, at);
    *f = (struct failure){ .message = arena_str(t->a, b->p),
                           .place = arena_str(t->a, place.p),
                           .pointer = arena_str(t->a, pointer.p),
                           .keyword = keyword };
    for (; at; at = at->up)
        f->depth++;
    t->told++;
    return false;
}

/* True when there is no room for another failure; the one asked for then stays empty. */
static bool had_enough(struct teller *t)
{
    *t->into = (struct failure){ 0 };
    return t->told >= SCHEMA_MAX_TOLD;
}

bool schema_tell(struct teller *t, const struct step *at, const char *keyword, const char *fmt, ...)
{
    struct buf b CLEANUP(buf_done) = BUF(2 * ERR_MESSAGE_BYTES);
    va_list args;

    if (had_enough(t))
        return false;
    add_place(&b, at);
    buf_addc(&b, ' ');
    va_start(args, fmt);
    buf_adds(&b, arena_vprintf(t->a, fmt, args));
    va_end(args);
    return keep(t, at, keyword, &b);
}

bool schema_tell_types(struct teller *t, const struct step *at, unsigned types)
{
    struct buf b CLEANUP(buf_done) = BUF(ERR_MESSAGE_BYTES);

    add_types(&b, types);
    (void)schema_tell(t, at, "type", "must be %s", b.p);
    t->into->types = types;
    return false;
}

bool schema_tell_values(struct teller *t, const struct step *at, const char *keyword, const struct json *const *values,
                        size_t n)
{
    struct buf b CLEANUP(buf_done) = BUF(ERR_MESSAGE_BYTES);
    struct failure *f = t->into;

    add_values(&b, values, n);
    (void)schema_tell(t, at, keyword, "must be %s", b.p);
    f->values_n = n < SCHEMA_MAX_TOLD ? n : SCHEMA_MAX_TOLD;
    f->values = arena_array(t->a, f->values_n, sizeof *f->values);
    memcpy(f->values, values, f->values_n * sizeof *f->values);
    return false;
}

bool schema_tell_range(struct teller *t, const struct step *at, const char *keyword, const struct number_rules *r)
{
    struct buf b CLEANUP(buf_done) = BUF(ERR_MESSAGE_BYTES);

    add_range(&b, r);
    return schema_tell(t, at, keyword, "must be %s", b.p);
}

bool schema_tell_unknown(struct teller *t, const struct step *at, const struct object_rules *o)
{
    struct buf b CLEANUP(buf_done) = BUF(2 * ERR_MESSAGE_BYTES);
    struct buf name CLEANUP(buf_done) = BUF(ERR_MESSAGE_BYTES);
    const char **known = arena_array(t->a, o->properties.n, sizeof *known), *nearest;

    if (had_enough(t))
        return false;
    add_name(&name, at->name, at->n);
    for (size_t i = 0; i < o->properties.n; i++)
        known[i] = json_key_at(o->properties.names, i, NULL);
    nearest = str_nearest(name.p, known, o->properties.n);
    buf_addf(&b, "unknown field '%s'", name.p);
    if (at->up) {
        buf_adds(&b, " in ");
        add_place(&b, at->up);
    }
    if (nearest)
        buf_addf(&b, "; did you mean '%s'?", nearest);
    return keep(t, at, "additionalProperties", &b);
}

/* ---- choosing ---- */

/* How likely it is that a branch with this failure was meant, least first. */
enum rank { RANK_UNTOLD, RANK_TYPE, RANK_CONST, RANK_ENUM, RANK_OTHER };

static enum rank rank_of(const struct failure *f, size_t depth)
{
    if (!f->message)
        return RANK_UNTOLD;
    if (f->depth == depth && (f->types || strcmp(f->keyword, "false") == 0))
        return RANK_TYPE;
    if (f->values_n == 0)
        return RANK_OTHER;
    return strcmp(f->keyword, "const") == 0 ? RANK_CONST : RANK_ENUM;
}

static bool has_value(const struct failure *f, const struct json *v)
{
    for (size_t i = 0; i < f->values_n; i++)
        if (json_equal(f->values[i], v))
            return true;
    return false;
}

/* All types the branches would have taken. */
static bool join_types(struct teller *t, const struct step *at, const struct failure *all, size_t n)
{
    unsigned types = 0;

    for (size_t i = 0; i < n; i++)
        types |= all[i].types;
    return types ? schema_tell_types(t, at, types) : schema_tell(t, at, "false", "is not allowed");
}

/* All values the branches would have taken in the place of f; NULL when some branch failed elsewhere. */
static const struct failure *join_values(struct teller *t, const struct failure *f, const struct failure *all, size_t n,
                                         size_t depth)
{
    struct failure *joined = arena_alloc(t->a, sizeof *joined);
    struct buf b CLEANUP(buf_done) = BUF(ERR_MESSAGE_BYTES);

    *joined = *f;
    joined->values = arena_array(t->a, SCHEMA_MAX_TOLD, sizeof *joined->values);
    joined->values_n = 0;
    for (size_t i = 0; i < n; i++) {
        if (rank_of(&all[i], depth) <= RANK_TYPE)
            continue;
        if (strcmp(all[i].pointer, f->pointer) != 0)
            return NULL;
        for (size_t k = 0; k < all[i].values_n && joined->values_n < SCHEMA_MAX_TOLD; k++)
            if (!has_value(joined, all[i].values[k]))
                joined->values[joined->values_n++] = all[i].values[k];
    }
    add_values(&b, joined->values, joined->values_n);
    joined->message = arena_printf(t->a, "%s must be %s", f->place, b.p);
    return joined;
}

bool schema_tell_best(struct teller *t, const struct step *at, const char *keyword, const struct failure *all, size_t n)
{
    const struct failure *best = &all[0], *joined = NULL;
    enum rank top = RANK_UNTOLD;
    size_t depth = 0;

    for (const struct step *s = at; s; s = s->up)
        depth++;
    for (size_t i = 0; i < n; i++) {
        enum rank rank = rank_of(&all[i], depth);
        if (rank > top || (rank == top && all[i].depth > best->depth))
            best = &all[i];
        if (rank > top)
            top = rank;
    }
    if (top == RANK_UNTOLD)
        return schema_tell(t, at, keyword, "does not have any of the forms it may have");
    if (top == RANK_TYPE)
        return join_types(t, at, all, n);
    if (top < RANK_OTHER)
        joined = join_values(t, best, all, n, depth);
    *t->into = joined ? *joined : *best;
    return false;
}
