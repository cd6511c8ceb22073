/* page.c - a part of a list, read and written. */
#include "model/page.h"
#include "base/json.h"

struct page page_of(const struct json *args)
{
    return (struct page){ (size_t)json_get_int(args, "offset", 0), (size_t)json_get_int(args, "limit", PAGE_USUAL) };
}

struct json *page_json(struct arena *a, const struct page *p, struct json *items, int64_t total)
{
    struct json *v = json_set(a, json_object(a), "items", items);

    json_set(a, v, "total", json_int(a, total));
    json_set(a, v, "offset", json_int(a, (int64_t)p->offset));
    return json_set(a, v, "limit", json_int(a, (int64_t)p->limit));
}
