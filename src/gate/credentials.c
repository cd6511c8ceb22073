/* credentials.c - takes passwords out of the arguments before anything else looks at them.
 *
 * This is the one place. An address is cut in two, and only the part that may be shown goes on. So nothing that is made
 * of the arguments later (a plan, a step, a record, a message, an error) can hold a password. Every text is looked at,
 * at any depth and under any name: a field that nobody thought of is no way around it.
 */
#include "base/address/address.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "gate/gate.h"
#include "model/model.h"
#include "sys/secrets.h"
#include <string.h>
#include <strings.h>

struct strip {
    const struct gate *gate;
    struct arena *arena;
    const char *user;
    bool is_path; /* of the field that is looked at: it names data */
};

/* ---- one text ---- */

/* "postgres:/user:password@host", "postgres%3A//...", "postgres//...": meant as an address, and none. A file whose name
 * begins like that and holds an "@" can be named with its folder. */
static bool is_near_address(const char *text)
{
    return strncasecmp(text, "postgres", strlen("postgres")) == 0 && strchr(text, '@') && !address_is(text);
}

static int refuse_keywords(struct err *err)
{
    err_say(err, ERR_INVALID_INPUT, "The name of data cannot hold a password, unless it is an address.");
    return err_action(err, "Write it as postgres://user:password@host/database.");
}

static int strip_address(const struct strip *s, const char *text, struct json **ret, struct err *err)
{
    struct address_cut cut;
    int rc = 0;

    if (address_cut(s->arena, text, &cut, err) < 0)
        return -1;
    if (*cut.password && s->gate->secrets)
        rc = secrets_keep(s->gate->secrets, s->user, cut.shown, cut.password, err);
    explicit_bzero(cut.password, sizeof cut.password);
    *ret = json_str(s->arena, cut.shown);
    return rc;
}

/* Text may hold a NUL until it is checked: what stands behind one is masked as well. */
static struct json *mask_text(const struct strip *s, const char *text, size_t n)
{
    struct buf b CLEANUP(buf_done) = BUF(4 * n + 64);

    if (strlen(text) == n)
        return json_str(s->arena, address_mask(s->arena, text));
    for (const char *p = text; p <= text + n; p += strlen(p) + 1) {
        buf_adds(&b, address_mask(s->arena, p));
        buf_addc(&b, '\0');
    }
    return json_strn(s->arena, b.p, b.n - 1);
}

static int strip_text(const struct strip *s, const struct json *v, struct json **ret, struct err *err)
{
    size_t n;
    const char *text = json_text(v, &n);

    if (address_is(text) && strlen(text) == n && (s->is_path || !strpbrk(text, " \t\r\n")))
        return strip_address(s, text, ret, err);
    if (s->is_path && (address_is_keywords(text) || is_near_address(text)))
        return refuse_keywords(err);
    *ret = mask_text(s, text, n);
    return 0;
}

/* ---- all of them ---- */

static int strip_value(const struct strip *s, const struct json *v, struct json **ret, struct err *err);

static int strip_object(const struct strip *s, const struct json *v, struct json **ret, struct err *err)
{
    struct json *copy = json_object(s->arena);

    for (size_t i = 0; i < json_len(v); i++) {
        size_t n;
        const char *key = json_key_at(v, i, &n);
        struct json *name = mask_text(s, key, n), *inner;
        if (strip_value(s, json_at(v, i), &inner, err) < 0)
            return -1;
        key = json_text(name, &n);
        json_setn(s->arena, copy, key, n, inner);
    }
    *ret = copy;
    return 0;
}

static int strip_array(const struct strip *s, const struct json *v, struct json **ret, struct err *err)
{
    struct json *copy = json_array(s->arena);

    for (size_t i = 0; i < json_len(v); i++) {
        struct json *inner;
        if (strip_value(s, json_at(v, i), &inner, err) < 0)
            return -1;
        json_push(s->arena, copy, inner);
    }
    *ret = copy;
    return 0;
}

/* No deeper than JSON_MAX_DEPTH, as it was parsed. */
static int strip_value(const struct strip *s, const struct json *v, struct json **ret, struct err *err)
{
    if (json_is(v, JSON_STRING))
        return strip_text(s, v, ret, err);
    if (json_is(v, JSON_OBJECT))
        return strip_object(s, v, ret, err);
    if (json_is(v, JSON_ARRAY))
        return strip_array(s, v, ret, err);
    *ret = json_copy(s->arena, v);
    return 0;
}

static bool names_data(const struct op *op, const char *field)
{
    for (const struct model_field *f = op->input->fields; f->name; f++)
        if (strcmp(f->name, field) == 0)
            return f->flags & MODEL_PATH;
    return false;
}

int gate_strip_credentials(const struct gate *g, struct arena *a, const char *user, const struct op *op,
                           const struct json *given, struct json **ret, struct err *err)
{
    struct strip strip = { .gate = g, .arena = a, .user = user ? user : "local" };
    struct json *copy = json_object(a);

    for (size_t i = 0; i < json_len(given); i++) {
        struct json *inner;
        size_t n;
        const char *key = json_key_at(given, i, &n);
        strip.is_path = names_data(op, key);
        if (strip_value(&strip, json_at(given, i), &inner, err) < 0)
            return -1;
        key = json_text(mask_text(&strip, key, n), &n);
        json_setn(a, copy, key, n, inner);
    }
    *ret = copy;
    return 0;
}
