/* json_flat.c - a hash table of paths, and a guess that is nearly always right: the column behind the last one.
 *
 * Records of one file mostly have the same members in the same order, so the column after the one found last is
 * compared first. The table holds paths as text ("a.b"), which is also their column's name.
 */
#include "formats/json_flat.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/mix.h"
#include "base/num.h"
#include "formats/mend.h"
#include "grid/datum.h"
#include "grid/types/values.h"
#include <math.h>
#include <string.h>

#define SLOTS (4 * DATA_COLUMNS) /* a power of two, at most a quarter full */

struct json_flat {
    struct arena *arena;
    bool is_deep;
    struct name_text paths[DATA_COLUMNS];
    uint64_t given[DATA_COLUMNS]; /* the record that gave the column last */
    uint16_t slots[SLOTS];        /* index + 1; 0 is free */
    size_t n;
    size_t next;     /* the column that is expected */
    uint64_t record; /* counts rows */
    struct json_flat_seen seen;
};

/* A walk over one record. */
struct walk {
    struct json_flat *flat;
    struct datum *row; /* NULL: columns are learnt */
    struct arena *scratch;
    struct err *err;
    enum json_flat_fit fit;     /* why a column could not be learnt */
    char path[DATA_NAME_BYTES]; /* of the object that is walked, with a dot behind it */
    size_t path_n;
};

struct json_flat *json_flat_new(struct arena *a, bool is_deep)
{
    struct json_flat *f = arena_alloc(a, sizeof *f);

    f->arena = a;
    f->is_deep = is_deep;
    return f;
}

/* ---- columns ---- */

static bool same(const struct name_text *t, const char *p, size_t n)
{
    return t->n == n && memcmp(t->p, p, n) == 0;
}

static uint16_t *find_slot(struct json_flat *f, const char *p, size_t n)
{
    for (size_t i = mix_hash(p, n) % SLOTS;; i = (i + 1) % SLOTS)
        if (f->slots[i] == 0 || same(&f->paths[f->slots[i] - 1], p, n))
            return &f->slots[i];
}

/* The column of that path, made when it is new and columns are learnt; DATA_COLUMNS when there is none. */
static size_t find_column(struct json_flat *f, const char *p, size_t n, bool is_learnt)
{
    uint16_t *slot;

    if (f->next < f->n && same(&f->paths[f->next], p, n))
        return f->next++;
    slot = find_slot(f, p, n);
    if (*slot == 0) {
        if (!is_learnt || f->n == DATA_COLUMNS)
            return DATA_COLUMNS;
        f->paths[f->n] = (struct name_text){ .p = arena_dup(f->arena, p, n), .n = n };
        *slot = (uint16_t)++f->n;
    }
    f->next = *slot;
    return *slot - 1u;
}

/* ---- values ---- */

static void put_number(const struct json *v, struct datum *ret)
{
    const char *digits = json_digits(v);
    size_t n = strlen(digits);
    bool has_exponent = strpbrk(digits, "eE") != NULL;

    if (!has_exponent && !strchr(digits, '.') && num_int64(digits, n, &ret->integer))
        ret->kind = DATUM_INTEGER;
    else if (value_is_decimal(digits, n))
        *ret = (struct datum){ .kind = DATUM_DECIMAL, .n = (uint32_t)n, .p = digits };
    else if (isfinite(json_real(v)))
        *ret = (struct datum){ .kind = DATUM_NUMBER, .real = json_real(v) };
    else
        *ret = (struct datum){ .kind = DATUM_TEXT, .n = (uint32_t)n, .p = digits };
}

static int too_long(size_t n, struct err *err)
{
    return value_too_long("A value", n, err);
}

static int put_text(const struct json *v, struct datum *ret, struct mended *mended, struct arena *scratch,
                    struct err *err)
{
    size_t n;
    const char *p = json_text(v, &n);

    if (n <= DATA_CELL_BYTES && memchr(p, '\0', n))
        p = mend_text(scratch, p, &n, mended);
    if (n > DATA_CELL_BYTES)
        return too_long(n, err);
    *ret = (struct datum){ .kind = DATUM_TEXT, .n = (uint32_t)n, .p = p };
    return 0;
}

static int put_json(const struct json *v, struct datum *ret, struct arena *scratch, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);

    json_write(&b, v);
    if (b.failed)
        return too_long(b.n, err);
    *ret = (struct datum){ .kind = DATUM_TEXT, .n = (uint32_t)b.n, .p = arena_dup(scratch, b.p, b.n) };
    return 0;
}

int json_flat_value(const struct json *v, struct datum *ret, struct mended *mended, struct arena *scratch,
                    struct err *err)
{
    switch (json_type(v)) {
    case JSON_NULL:
        *ret = (struct datum){ .kind = DATUM_NONE };
        return 0;
    case JSON_BOOL:
        *ret = (struct datum){ .kind = DATUM_TRUTH, .integer = json_truth(v) };
        return 0;
    case JSON_NUMBER:
        put_number(v, ret);
        return 0;
    case JSON_STRING:
        return put_text(v, ret, mended, scratch, err);
    case JSON_ARRAY:
    case JSON_OBJECT:
        break;
    }
    return put_json(v, ret, scratch, err);
}

/* ---- walking ---- */

/* There is no place for it. When columns are learnt that is for the caller to tell; later the bytes have changed. */
static int misplaced(struct walk *w, enum json_flat_fit why)
{
    w->fit = why;
    if (w->row)
        err_set(w->err, ERR_DATA_UNREADABLE, "The file changed while it was read.", "a member that was not there");
    return -1;
}

static int leaf(struct walk *w, const char *path, size_t n, const struct json *v)
{
    struct json_flat *f = w->flat;
    size_t column = find_column(f, path, n, !w->row);

    if (column == DATA_COLUMNS)
        return misplaced(w, FLAT_TOO_MANY);
    if (!w->row)
        return 0;
    if (f->given[column] == f->record)
        f->seen.doubled++;
    f->given[column] = f->record;
    f->seen.lists += json_is(v, JSON_ARRAY) || json_is(v, JSON_OBJECT);
    return json_flat_value(v, &w->row[column], &f->seen.mended, w->scratch, w->err);
}

static int walk_object(struct walk *w, const struct json *object);

/* An object that is taken apart; an empty one has no columns. A path that has no room for more stays one value. */
static int walk_inside(struct walk *w, const char *key, size_t n, const struct json *v)
{
    size_t before = w->path_n;
    int rc;

    memcpy(w->path + before, key, n);
    w->path[before + n] = '.';
    w->path_n = before + n + 1;
    rc = walk_object(w, v);
    w->path_n = before;
    return rc;
}

static int walk_member(struct walk *w, const char *key, size_t n, const struct json *v)
{
    size_t before = w->path_n;

    if (before + n > DATA_NAME_BYTES)
        return misplaced(w, FLAT_TOO_LONG);
    if (w->flat->is_deep && json_is(v, JSON_OBJECT) && before + n <= DATA_NAME_BYTES / 2)
        return walk_inside(w, key, n, v);
    if (before == 0)
        return leaf(w, key, n, v);
    memcpy(w->path + before, key, n);
    return leaf(w, w->path, before + n, v);
}

static int walk_object(struct walk *w, const struct json *object)
{
    size_t members = json_len(object), n;

    for (size_t i = 0; i < members; i++) {
        const char *key = json_key_at(object, i, &n);
        if (walk_member(w, key, n, json_at(object, i)))
            return -1;
    }
    return 0;
}

static int walk_record(struct walk *w, const struct json *record)
{
    w->flat->next = 0;
    if (json_is(record, JSON_OBJECT))
        return walk_object(w, record);
    return json_is(record, JSON_NULL) ? 0 : leaf(w, "value", 5, record);
}

enum json_flat_fit json_flat_learn(struct json_flat *f, const struct json *record)
{
    struct walk w = { .flat = f };

    return walk_record(&w, record) == 0 ? FLAT_FITS : w.fit;
}

int json_flat_row(struct json_flat *f, const struct json *record, struct datum *row, struct arena *scratch,
                  struct err *err)
{
    struct walk w = { .flat = f, .row = row, .scratch = scratch, .err = err };

    f->record++;
    return walk_record(&w, record);
}

size_t json_flat_columns(const struct json_flat *f, const struct name_text **ret)
{
    *ret = f->paths;
    return f->n;
}

struct json_flat_seen json_flat_seen_take(struct json_flat *f)
{
    struct json_flat_seen seen = f->seen;

    f->seen = (struct json_flat_seen){ 0 };
    return seen;
}

uint64_t json_members(const struct json *v)
{
    size_t n = json_len(v);
    uint64_t members = json_is(v, JSON_OBJECT) ? n : 0;

    for (size_t i = 0; i < n; i++) {
        const struct json *inner = json_at(v, i);
        if (json_type(inner) >= JSON_ARRAY)
            members += json_members(inner);
    }
    return members;
}
