/* notes.c - a bounded list; the count of what did not fit takes the last place. */
#include "grid/notes.h"
#include "base/arena.h"
#include "base/json.h"
#include <inttypes.h>
#include <stdarg.h>

void notes_init(struct notes *n, struct arena *a)
{
    *n = (struct notes){ .arena = a };
}

void notes_add(struct notes *n, const char *fmt, ...)
{
    va_list args;

    if (n->n == DATA_NOTES - 1) {
        n->more++;
        return;
    }
    va_start(args, fmt);
    n->text[n->n++] = arena_vprintf(n->arena, fmt, args);
    va_end(args);
}

void notes_join(struct notes *n, const struct notes *other)
{
    for (size_t i = 0; i < other->n; i++)
        notes_add(n, "%s", other->text[i]);
    n->more += other->more;
}

const char *notes_count(struct notes *n, uint64_t count, const char *noun, const char *one, const char *many)
{
    return arena_printf(n->arena, "%" PRIu64 " %s%s %s", count, noun, count == 1 ? "" : "s", count == 1 ? one : many);
}

const char *const *notes_end(struct notes *n, size_t *ret_n)
{
    size_t total = n->n + (n->more > 0);
    const char **list = arena_array(n->arena, total, sizeof *list);

    if (n->n > 0)
        memcpy(list, n->text, n->n * sizeof *list);
    if (n->more > 0)
        list[n->n] = arena_printf(n->arena, "and %zu more", n->more);
    *ret_n = total;
    return list;
}

struct json *notes_json(struct notes *n, struct arena *a)
{
    struct json *list = json_array(a);
    size_t count;
    const char *const *texts = notes_end(n, &count);

    for (size_t i = 0; i < count; i++)
        json_push(a, list, json_str(a, texts[i]));
    return list;
}
