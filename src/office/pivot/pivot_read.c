/* pivot_read.c - expat's tags into lists. What an element means depends on the list it is in, so that is kept. */
#include "office/pivot/pivot_read.h"
#include "base/arena.h"
#include "base/num.h"
#include "office/package/grow.h"
#include "office/package/package.h"
#include "office/package/xml.h"
#include <string.h>

enum place { NOWHERE, IN_FIELDS, IN_ROWS, IN_COLUMNS, IN_PAGES, IN_DATA, IN_FILTERS, IN_CACHE, IN_VALUES, IN_GROUP };

struct pivot_reader {
    struct pivot *pivot;
    struct arena *arena;
    enum place place;
};

static const struct {
    const char *name;
    enum place place;
} places[] = { { "pivotFields", IN_FIELDS }, { "rowFields", IN_ROWS },     { "colFields", IN_COLUMNS },
               { "pageFields", IN_PAGES },   { "dataFields", IN_DATA },    { "filters", IN_FILTERS },
               { "cacheFields", IN_CACHE },  { "sharedItems", IN_VALUES }, { "fieldGroup", IN_GROUP } };

static int64_t number(const char *const *attrs, const char *name, int64_t otherwise)
{
    const char *text = xml_attr(attrs, name);
    int64_t value;

    return text && num_is_json(text, strlen(text)) && num_int64(text, strlen(text), &value) ? value : otherwise;
}

static const char *text(struct pivot_reader *r, const char *const *attrs, const char *name)
{
    const char *value = xml_attr(attrs, name);

    return value ? arena_str(r->arena, value) : NULL;
}

static void *add(struct pivot_reader *r, struct pivot_list *l, size_t size)
{
    l->list = list_grown(r->arena, l->list, l->n, &l->cap, size);
    return (char *)l->list + l->n++ * size;
}

/* ---- the definition ---- */

static const char *axis_of(const char *axis)
{
    if (!axis)
        return NULL;
    return strcmp(axis, "axisRow") == 0    ? "row"
           : strcmp(axis, "axisCol") == 0  ? "column"
           : strcmp(axis, "axisPage") == 0 ? "page"
                                           : NULL;
}

static void take_field(struct pivot_reader *r, const char *name, const char *const *attrs)
{
    struct pivot_list *fields = &r->pivot->fields;
    struct pivot_field *last = fields->n ? (struct pivot_field *)fields->list + fields->n - 1 : NULL;

    if (strcmp(name, "pivotField") == 0) {
        *(struct pivot_field *)add(r, fields, sizeof *last) = (struct pivot_field){
            .caption = text(r, attrs, "name"),
            .axis = axis_of(xml_attr(attrs, "axis")),
            .is_data = xml_truth(attrs, "dataField", false),
        };
    } else if (strcmp(name, "item") == 0 && last) {
        *(struct pivot_item *)add(r, &last->items, sizeof(struct pivot_item)) = (struct pivot_item){
            .value = (uint32_t)number(attrs, "x", UINT32_MAX),
            .is_hidden = xml_truth(attrs, "h", false),
            .is_total = xml_attr(attrs, "t") && strcmp(xml_attr(attrs, "t"), "data") != 0,
        };
    }
}

static void take_listed(struct pivot_reader *r, const char *name, const char *const *attrs)
{
    struct pivot *p = r->pivot;
    const char *summary = xml_attr(attrs, "subtotal");

    if (r->place == IN_ROWS && strcmp(name, "field") == 0)
        *(int64_t *)add(r, &p->rows, sizeof(int64_t)) = number(attrs, "x", -1);
    else if (r->place == IN_COLUMNS && strcmp(name, "field") == 0)
        *(int64_t *)add(r, &p->columns, sizeof(int64_t)) = number(attrs, "x", -1);
    else if (r->place == IN_PAGES && strcmp(name, "pageField") == 0)
        *(struct pivot_page *)add(r, &p->pages, sizeof(struct pivot_page)) =
            (struct pivot_page){ number(attrs, "fld", -1), number(attrs, "item", -1) };
    else if (r->place == IN_DATA && strcmp(name, "dataField") == 0)
        *(struct pivot_data *)add(r, &p->data, sizeof(struct pivot_data)) =
            (struct pivot_data){ .name = text(r, attrs, "name"),
                                 .summary = arena_str(r->arena, summary ? summary : "sum"),
                                 .field = number(attrs, "fld", -1) };
    else if (r->place == IN_FILTERS && strcmp(name, "filter") == 0)
        *(struct pivot_filter *)add(r, &p->filters, sizeof(struct pivot_filter)) = (struct pivot_filter){
            .type = text(r, attrs, "type"), .value = text(r, attrs, "stringValue1"), .field = number(attrs, "fld", -1)
        };
}

/* ---- the cache ---- */

static void take_cache(struct pivot_reader *r, const char *name, const char *const *attrs)
{
    struct pivot *p = r->pivot;
    struct pivot_values *last = p->caches.n ? (struct pivot_values *)p->caches.list + p->caches.n - 1 : NULL;

    if (r->place == IN_CACHE && strcmp(name, "cacheField") == 0) {
        *(struct pivot_values *)add(r, &p->caches, sizeof *last) =
            (struct pivot_values){ .name = text(r, attrs, "name") };
    } else if (r->place == IN_VALUES && last && strlen(name) == 1 && strchr("snbdem", *name)) {
        const char *value = text(r, attrs, "v");
        if (*name == 'b')
            value = value && strcmp(value, "1") == 0 ? "TRUE" : "FALSE";
        *(const char **)add(r, &last->values, sizeof(const char *)) = value;
    }
}

/* ---- both ---- */

static void on_start(void *arg, const char *name, const char *const *attrs)
{
    struct pivot_reader *r = arg;
    struct pivot *p = r->pivot;

    if (r->place == IN_GROUP)
        return;
    for (size_t i = 0; i < COUNT_OF(places); i++)
        if (strcmp(places[i].name, name) == 0) {
            r->place = places[i].place;
            return;
        }
    if (strcmp(name, "pivotTableDefinition") == 0) {
        p->name = text(r, attrs, "name");
    } else if (strcmp(name, "location") == 0) {
        p->location = text(r, attrs, "ref");
    } else if (strcmp(name, "pivotCacheDefinition") == 0) {
        p->records = number(attrs, "recordCount", -1);
    } else if (strcmp(name, "worksheetSource") == 0) {
        p->source_sheet = text(r, attrs, "sheet");
        p->source_range = text(r, attrs, "ref");
        p->source_name = text(r, attrs, "name");
    } else if (r->place == IN_FIELDS) {
        take_field(r, name, attrs);
    } else if (r->place == IN_CACHE || r->place == IN_VALUES) {
        take_cache(r, name, attrs);
    } else if (r->place != NOWHERE) {
        take_listed(r, name, attrs);
    }
}

static void on_end(void *arg, const char *name)
{
    struct pivot_reader *r = arg;

    for (size_t i = 0; i < COUNT_OF(places); i++)
        if (places[i].place == r->place && strcmp(places[i].name, name) == 0)
            r->place = r->place == IN_VALUES || r->place == IN_GROUP ? IN_CACHE : NOWHERE;
}

int pivot_read(struct pivot *p, struct arena *a, const struct package *k, const struct part *part, struct err *err)
{
    struct pivot_reader r = { .pivot = p, .arena = a };
    struct xml_handler handler = { .arg = &r, .start = on_start, .end = on_end };
    const struct rel *rels;
    size_t n;

    *p = (struct pivot){ .records = -1 };
    if (xml_read(part, &handler, err) < 0 || package_rels(k, a, part->name, &rels, &n, err) < 0)
        return -1;
    for (size_t i = 0; i < n; i++) {
        const struct part *cache = rels[i].external ? NULL : package_find(k, rels[i].target);
        if (cache && rel_is(&rels[i], "pivotCacheDefinition"))
            return xml_read(cache, &handler, err);
    }
    return 0;
}

const char *pivot_field_name(const struct pivot *p, int64_t field)
{
    const struct pivot_field *fields = p->fields.list;
    const struct pivot_values *caches = p->caches.list;

    if (field == -2)
        return "(values)";
    if (field < 0)
        return NULL;
    if ((size_t)field < p->fields.n && fields[field].caption)
        return fields[field].caption;
    return (size_t)field < p->caches.n ? caches[field].name : NULL;
}

const char *pivot_item_name(const struct pivot *p, int64_t field, int64_t item)
{
    const struct pivot_field *fields = p->fields.list;
    const struct pivot_values *caches = p->caches.list;
    const struct pivot_item *items;

    if (field < 0 || item < 0 || (size_t)field >= p->fields.n || (size_t)field >= p->caches.n ||
        (size_t)item >= fields[field].items.n)
        return NULL;
    items = fields[field].items.list;
    if (items[item].value >= caches[field].values.n)
        return NULL;
    return ((const char *const *)caches[field].values.list)[items[item].value];
}
