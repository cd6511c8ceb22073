/* package_rels.c - relationships and content types.
 *
 * Real files name targets in every way: from the package's root, from the folder of the part that names them, with
 * "..", with backslashes, percent-encoded, in another case. All of these are resolved to one spelling. ".." stops at
 * the root; a target is only ever looked up among the package's own parts.
 */
#include "office/package/grow.h"
#include "office/package/package.h"
#include "office/package/xml.h"
#include <string.h>
#include <strings.h>

struct rels {
    struct arena *arena;
    const char *folder; /* of the part whose relationships they are, with "/" at its end; "" for the root */
    struct rel *list;
    size_t n, cap;
};

/* Appends the pieces of a path to name, each followed by "/"; ".." takes one away. */
static size_t add_pieces(char *name, size_t n, const char *path)
{
    while (*path) {
        size_t piece = strcspn(path, "/");
        if (piece == 2 && memcmp(path, "..", 2) == 0) {
            if (n > 0)
                n--;
            while (n > 0 && name[n - 1] != '/')
                n--;
        } else if (piece > 0 && !(piece == 1 && *path == '.')) {
            memcpy(name + n, path, piece);
            n += piece;
            name[n++] = '/';
        }
        path += piece;
        path += *path == '/';
    }
    return n;
}

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "%20" and "\" as they are meant; what follows "#" is a place inside the part. */
static char *plain_path(struct arena *a, const char *target)
{
    char *path = arena_str(a, target), *out = path;

    for (const char *p = path; *p && *p != '#'; p++) {
        int value = *p == '%' && hex(p[1]) >= 0 && hex(p[2]) >= 0 ? hex(p[1]) * 16 + hex(p[2]) : 0;
        if (value > 0) {
            *out++ = (char)value;
            p += 2;
        } else {
            *out++ = *p == '\\' ? '/' : *p;
        }
    }
    *out = '\0';
    return path;
}

static const char *resolve(struct arena *a, const char *folder, const char *target)
{
    const char *path = plain_path(a, target);
    char *name = arena_alloc(a, strlen(folder) + strlen(path) + 2);
    size_t n = *path == '/' ? 0 : add_pieces(name, 0, folder);

    n = add_pieces(name, n, path);
    name[n > 0 ? n - 1 : 0] = '\0';
    return name;
}

static void take_rel(void *arg, const char *name, const char *const *attrs)
{
    struct rels *r = arg;
    const char *id = xml_attr(attrs, "Id"), *type = xml_attr(attrs, "Type"), *target = xml_attr(attrs, "Target");
    const char *mode = xml_attr(attrs, "TargetMode");
    bool external = mode && strcasecmp(mode, "External") == 0;

    if (strcmp(name, "Relationship") != 0 || !type || !target)
        return;
    r->list = list_grown(r->arena, r->list, r->n, &r->cap, sizeof *r->list);
    r->list[r->n++] = (struct rel){
        .id = arena_str(r->arena, id ? id : ""),
        .type = arena_str(r->arena, type),
        .target = external ? arena_str(r->arena, target) : resolve(r->arena, r->folder, target),
        .external = external,
    };
}

int package_rels(const struct package *k, struct arena *a, const char *part_name, const struct rel **ret, size_t *ret_n,
                 struct err *err)
{
    const char *slash = part_name ? strrchr(part_name, '/') : NULL;
    const char *base = slash ? slash + 1 : part_name;
    size_t folder_n = slash ? (size_t)(slash + 1 - part_name) : 0;
    struct rels r = { .arena = a, .folder = arena_dup(a, part_name ? part_name : "", folder_n) };
    const struct part *part = package_find(k, arena_printf(a, "%s_rels/%s.rels", r.folder, base ? base : ""));

    if (part && xml_read(part, &(struct xml_handler){ .arg = &r, .start = take_rel }, err) < 0)
        return -1;
    *ret = r.list;
    *ret_n = r.n;
    return 0;
}

bool rel_is(const struct rel *r, const char *kind)
{
    const char *slash = strrchr(r->type, '/');

    return strcmp(slash ? slash + 1 : r->type, kind) == 0;
}

const struct rel *rel_find(const struct rel *rels, size_t n, const char *id)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(rels[i].id, id) == 0)
            return &rels[i];
    return NULL;
}

/* ---- content types ---- */

struct type_search {
    struct arena *arena;
    const char *name, *ending;
    const char *of_name, *of_ending; /* what was found for each */
};

static void take_type(void *arg, const char *name, const char *const *attrs)
{
    struct type_search *s = arg;
    const char *type = xml_attr(attrs, "ContentType");
    const char *part = xml_attr(attrs, "PartName"), *ending = xml_attr(attrs, "Extension");

    if (!type)
        return;
    if (strcmp(name, "Override") == 0 && part && strcasecmp(part + (*part == '/'), s->name) == 0)
        s->of_name = arena_str(s->arena, type);
    else if (strcmp(name, "Default") == 0 && ending && strcasecmp(ending, s->ending) == 0)
        s->of_ending = arena_str(s->arena, type);
}

int package_type(const struct package *k, struct arena *a, const char *part_name, const char **ret, struct err *err)
{
    const struct part *types = package_find(k, "[Content_Types].xml");
    const char *dot = strrchr(part_name, '.');
    struct type_search s = { .arena = a, .name = part_name + (*part_name == '/'), .ending = dot ? dot + 1 : "" };

    if (types && xml_read(types, &(struct xml_handler){ .arg = &s, .start = take_type }, err) < 0)
        return -1;
    *ret = s.of_name ? s.of_name : s.of_ending;
    return 0;
}
