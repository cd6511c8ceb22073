/* json_shape.c - the top of a JSON text is looked at, member by member; long lists in it are jumped over.
 *
 * An object alone is searched for lists of objects (or of lists): those are tables, whatever is beside them. An object
 * of nothing but lists of plain values is columns, and so is one of objects that all have the same whole numbers for
 * names, in the same order: those are the labels of rows. What is left is one record.
 */
#include "formats/json_shape.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include <inttypes.h>
#include <string.h>

struct search {
    struct arena *arena;
    struct json_span text;
    struct json_place *places;
    size_t n, more;
    struct err *err;
};

int json_fail(struct json_span text, const char *p, enum err_code code, const char *why, struct err *err)
{
    char message[ERR_MESSAGE_BYTES], detail[ERR_DETAIL_BYTES];
    size_t line = 1;

    for (const char *at = text.p; (at = memchr(at, '\n', (size_t)(p - at))) != NULL; at++)
        line++;
    snprintf(detail, sizeof detail, "%s", why);
    if (code == ERR_TOO_LARGE) {
        snprintf(message, sizeof message, "What begins on line %zu is more than this program reads.", line);
        err_set(err, code, message, "at byte %zu: %s", (size_t)(p - text.p), detail);
        return err_action(err, "A value may have %u bytes: shorten it, leave it out, or keep the part you need.",
                          DATA_CELL_BYTES);
    }
    snprintf(message, sizeof message, "The file is not valid JSON: see what begins on line %zu.", line);
    err_set(err, ERR_DATA_UNREADABLE, message, "at byte %zu: %s", (size_t)(p - text.p), detail);
    return err_action(err, "Write it anew with the program it comes from, or mend it in an editor.");
}

static int damaged(struct search *s, const char *p, const char *why)
{
    return json_fail(s->text, p, ERR_DATA_UNREADABLE, why, s->err);
}

/* The first item of an array; its first byte, or 0. */
static char first_inside(struct json_span array)
{
    struct json_items it;
    struct json_item item;

    json_items_init(&it, ITEMS_ARRAY, array);
    return json_items_next(&it, &item) == JSON_FOUND_ITEM ? *item.value.p : '\0';
}

/* The key's text; NULL when it is none. */
static const char *key_text(struct search *s, struct json_span key)
{
    struct json *v;
    struct err err;

    return json_parse(s->arena, key.p, key.n, &v, &err) ? NULL : json_text(v, NULL);
}

static void add_place(struct search *s, struct json_place place)
{
    if (s->n < JSON_TABLES)
        s->places[s->n++] = place;
    else
        s->more++;
}

static struct json_place array_place(struct json_span array, const char *path)
{
    return (struct json_place){ .shape = first_inside(array) == '[' ? SHAPE_ROWS : SHAPE_RECORDS,
                                .kind = ITEMS_ARRAY,
                                .span = array,
                                .path = path };
}

/* ---- an object alone ---- */

/* What its members are, in a look at all of them. */
struct members {
    size_t n, plain_lists; /* lists of anything but lists and objects */
    uint64_t longest, shortest;
    struct json_span names; /* the list called "columns" */
    size_t rows_from;       /* places that were found before this object */
};

static uint64_t count_items(struct json_span array)
{
    struct json_items it;
    struct json_item item;
    uint64_t n = 0;

    json_items_init(&it, ITEMS_ARRAY, array);
    while (json_items_next(&it, &item) == JSON_FOUND_ITEM)
        n++;
    return n;
}

static int search_object(struct search *s, struct json_span object, const char *path, unsigned depth,
                         struct members *ret);

static int search_member(struct search *s, const struct json_item *item, const char *outer, unsigned depth,
                         struct members *m)
{
    const char *key = key_text(s, item->key), *path;
    struct members inner;
    char first = *item->value.p, inside = first == '[' ? first_inside(item->value) : '\0';

    if (!key)
        return damaged(s, item->key.p, "a key that is no text");
    path = outer ? arena_printf(s->arena, "%s.%s", outer, key) : key;
    m->n++;
    if (inside == '{' || inside == '[') {
        add_place(s, array_place(item->value, path));
    } else if (first == '[') {
        uint64_t items = count_items(item->value);
        m->longest = items > m->longest ? items : m->longest;
        m->shortest = m->plain_lists == 0 || items < m->shortest ? items : m->shortest;
        m->plain_lists++;
        if (strcmp(key, "columns") == 0 && inside == '"')
            m->names = item->value;
    } else if (first == '{' && depth < JSON_SEARCH_DEPTH) {
        return search_object(s, item->value, path, depth + 1, &inner);
    }
    return 0;
}

static int search_object(struct search *s, struct json_span object, const char *path, unsigned depth,
                         struct members *ret)
{
    struct members m = { .rows_from = s->n };
    struct json_items it;
    struct json_item item;
    enum json_found found;

    json_items_init(&it, ITEMS_OBJECT, object);
    while ((found = json_items_next(&it, &item)) == JSON_FOUND_ITEM)
        if (search_member(s, &item, path, depth, &m))
            return -1;
    if (found == JSON_FOUND_DAMAGE)
        return damaged(s, it.p, "an object that does not go on");
    for (size_t i = m.rows_from; i < s->n; i++)
        if (s->places[i].shape == SHAPE_ROWS && m.names.n)
            s->places[i].names = m.names;
    *ret = m;
    return 0;
}

/* A label that is a whole number, in its quotes. */
static bool is_number_label(struct json_span key)
{
    if (key.n < 3)
        return false;
    for (size_t i = 1; i + 1 < key.n; i++)
        if (key.p[i] < '0' || key.p[i] > '9')
            return false;
    return true;
}

/* The label is the one that a row of this number has when nobody gave it another. */
static bool is_row_number(struct json_span key, uint64_t row)
{
    char text[24];
    int n = snprintf(text, sizeof text, "\"%" PRIu64 "\"", row);

    return key.n == (size_t)n && memcmp(key.p, text, key.n) == 0;
}

/* The object's names are whole numbers, those of `first`, and its values plain. */
static bool has_labels_of(struct json_span first, struct json_span object, bool *is_numbered)
{
    struct json_items want, it;
    struct json_item label, item;
    enum json_found found, wanted;
    uint64_t row = 0;

    json_items_init(&want, ITEMS_OBJECT, first);
    json_items_init(&it, ITEMS_OBJECT, object);
    for (;; row++) {
        found = json_items_next(&it, &item);
        wanted = json_items_next(&want, &label);
        if (found != JSON_FOUND_ITEM || wanted != JSON_FOUND_ITEM)
            return found == JSON_FOUND_END && wanted == JSON_FOUND_END && row > 0;
        if (!is_number_label(item.key) || *item.value.p == '{' || item.key.n != label.key.n ||
            memcmp(item.key.p, label.key.p, item.key.n) != 0)
            return false;
        *is_numbered &= is_row_number(item.key, row);
    }
}

/* Columns of values by labels; false when it is something else. */
static bool add_labelled(struct search *s, struct json_span object)
{
    struct json_place place = { .shape = SHAPE_LABELS, .kind = ITEMS_OBJECT, .span = object };
    struct json_items it;
    struct json_item item;
    struct json_span first = { 0 };
    enum json_found found;
    bool is_numbered = true;

    json_items_init(&it, ITEMS_OBJECT, object);
    while ((found = json_items_next(&it, &item)) == JSON_FOUND_ITEM) {
        first = first.p ? first : item.value;
        if (*item.value.p != '{' || !has_labels_of(first, item.value, &is_numbered))
            return false;
    }
    if (found != JSON_FOUND_END || !first.p)
        return false;
    place.has_labels = !is_numbered;
    add_place(s, place);
    return true;
}

static int one_object(struct search *s, struct json_span object)
{
    struct members m = { 0 };

    if (add_labelled(s, object))
        return 0;
    if (search_object(s, object, NULL, 0, &m))
        return -1;
    if (s->n > 0)
        return 0;
    if (m.n > 0 && m.plain_lists == m.n && m.longest == m.shortest && m.longest > 0)
        add_place(s, (struct json_place){ .shape = SHAPE_COLUMNS, .kind = ITEMS_OBJECT, .span = object });
    else
        add_place(s, (struct json_place){ .shape = SHAPE_RECORDS, .kind = ITEMS_SEQUENCE, .span = object });
    return 0;
}

/* ---- the whole ---- */

static int is_empty(struct err *err)
{
    err_set(err, ERR_DATA_EMPTY, "There is nothing in that file.", "JSON without a value");
    return err_action(err, "Check that it is the file you meant.");
}

/* Several values one behind the other, or one. */
static int whole_text(struct search *s)
{
    struct json_items it;
    struct json_item first, second;
    enum json_found found;

    json_items_init(&it, ITEMS_SEQUENCE, s->text);
    found = json_items_next(&it, &first);
    if (found == JSON_FOUND_END)
        return is_empty(s->err);
    if (found == JSON_FOUND_DAMAGE || !strchr("{[", *first.value.p))
        return damaged(s, it.p, "no array or object at the top");
    if (json_items_next(&it, &second) != JSON_FOUND_END) {
        enum json_shape shape = *first.value.p == '[' ? SHAPE_ROWS : SHAPE_RECORDS;
        add_place(s, (struct json_place){ .shape = shape, .kind = ITEMS_SEQUENCE, .span = s->text });
        return 0;
    }
    if (*first.value.p == '{')
        return one_object(s, first.value);
    add_place(s, array_place(first.value, NULL));
    return first_inside(first.value) ? 0 : is_empty(s->err);
}

int json_places(struct arena *a, struct json_span text, struct json_places *ret, struct err *err)
{
    struct search s = { .arena = a, .text = text, .err = err };

    s.places = arena_array(a, JSON_TABLES, sizeof *s.places);
    if (whole_text(&s))
        return -1;
    *ret = (struct json_places){ .list = s.places, .n = s.n, .more = s.more };
    return 0;
}
