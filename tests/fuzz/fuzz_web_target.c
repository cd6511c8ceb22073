/* fuzz_web_target.c - a request's target. What is taken is well-formed UTF-8 without NULs, and no parameter is ever
 * empty, "." or "..", nor does the rest of a path have such a part. */
#include "base/arena.h"
#include "base/str.h"
#include "web/accept.h"
#include "web/parts.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct web_route routes[] = {
    { .method = "GET", .path = "/" },          { .method = "GET", .path = "/a/b" },
    { .method = "POST", .path = "/a/{id}" },   { .method = "GET", .path = "/a/{id}/c" },
    { .method = "GET", .path = "/f/{*rest}" },
};

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void check_part(const char *p, size_t n)
{
    must(n > 0 && !(n == 1 && p[0] == '.') && !(n == 2 && p[0] == '.' && p[1] == '.'));
}

static void check_params(struct exchange *x)
{
    for (size_t i = 0; i < x->params.n; i++) {
        const char *value = x->params.at[i].value;
        bool is_rest = strcmp(x->params.at[i].name, "rest") == 0;

        must(str_is_utf8(value, strlen(value)));
        check_part(value, strlen(value));
        for (const char *part = value; is_rest && part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
            check_part(part, strcspn(part, "/"));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct web w = { .routes = routes, .n_routes = COUNT_OF(routes) };
    struct exchange x = { .w = &w, .arena = arena_new(), .method = "GET" };
    const char *allow = NULL;

    x.target = arena_dup(x.arena, data, size);
    accept_takes(x.target, "text/event-stream");
    if (target_read(&x) == 0) {
        must(str_is_utf8(x.path, strlen(x.path)));
        for (size_t i = 0; i < x.query.n; i++)
            must(str_is_utf8(x.query.at[i].name, strlen(x.query.at[i].name)) &&
                 str_is_utf8(x.query.at[i].value, strlen(x.query.at[i].value)));
        if (target_route(&x, &allow))
            check_params(&x);
        else
            must(!allow || strstr(allow, "OPTIONS"));
    }
    arena_free(x.arena);
    return 0;
}
