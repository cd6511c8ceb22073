/* pii_inside.c - names and values inside of a value: lists, structs, maps and unions, which come as JSON; JSON itself;
 * and what other programs write like it, such as {'name': 'Ann'}.
 *
 * The text is walked from left to right and cut into words, in quotes or not; one before a colon is a name. That needs
 * no depth, so that nothing is too deep to be seen, and takes texts that were cut off as well as whole ones. A word in
 * quotes may be such a text again.
 */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/mix.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "data/pii/pii_names.h"
#include <string.h>

/* A word of the text. */
struct word {
    const char *p;
    size_t n;
    bool is_quoted, is_name;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The place of the quote that ends the one at i; n: there is none. */
static size_t quote_end(const char *p, size_t n, size_t i)
{
    for (size_t k = i + 1; k < n; k++) {
        if (p[k] == '\\')
            k++;
        else if (p[k] == p[i])
            return k;
    }
    return n;
}

/* The next word from *at on, which moves behind it; false at the end. */
static bool next_word(const char *p, size_t n, size_t *at, struct word *ret)
{
    static const char marks[] = "{}[],:\"'";
    size_t i = *at, end;

    while (i < n && (is_blank(p[i]) || (p[i] && strchr("{}[],:", p[i]))))
        i++;
    if (i == n)
        return false;
    ret->is_quoted = p[i] == '"' || p[i] == '\'';
    end = ret->is_quoted ? quote_end(p, n, i) : n;
    ret->is_quoted &= end < n;
    if (ret->is_quoted) {
        *ret = (struct word){ .p = p + i + 1, .n = end - i - 1, .is_quoted = true };
        end++;
    } else {
        for (end = i + 1; end < n && !(p[end] && strchr(marks, p[end])); end++)
            ;
        *ret = (struct word){ .p = p + i, .n = end - i };
        while (ret->n > 0 && is_blank(ret->p[ret->n - 1]))
            ret->n--;
    }
    for (*at = end; end < n && is_blank(p[end]); end++)
        ;
    ret->is_name = end < n && p[end] == ':';
    return true;
}

/* A word in quotes with what its backslashes mean. */
static void unescape(struct arena *a, struct word *w)
{
    struct json *text;
    struct err ignored;

    if (w->is_quoted && memchr(w->p, '\\', w->n) && w->p[-1] == '"' &&
        json_parse(a, w->p - 1, w->n + 2, &text, &ignored) == 0 && json_is(text, JSON_STRING))
        w->p = json_text(text, &w->n);
}

/* It begins like a list or an object, and what is behind that, or its end, says that it is no sentence in brackets. */
static bool is_nested(const char *p, size_t n)
{
    size_t next = 1;
    char end;

    while (n > 0 && is_blank(*p))
        p++, n--;
    while (n > 0 && is_blank(p[n - 1]))
        n--;
    if (n < 2 || (*p != '{' && *p != '['))
        return false;
    end = *p == '{' ? '}' : ']';
    while (next < n - 1 && is_blank(p[next]))
        next++;
    return p[n - 1] == end || (p[next] && strchr("{[\"'", p[next]));
}

/* The pattern of the policy that one of these classes is blocked by, with what it holds. */
static const char *found_class(struct pii_look *look, uint32_t classes)
{
    enum pii_class class;
    const char *pattern = pii_pattern(look->policy, classes, &class);

    if (pattern)
        look->holds = pii_holds(class);
    return pattern;
}

/* The pattern that blocks a name by what it says; *ret_hinted: what it says if the value looks like it. Names come
 * again and again: those that say nothing are remembered. */
static const char *blocks_name(struct pii_look *look, struct arena *a, const struct word *w, uint32_t *ret_hinted)
{
    size_t at = mix_hash(w->p, w->n) % PII_NAMES_KEPT;
    const bool is_short = w->n > 0 && w->n <= PII_NAME_KEPT_BYTES;
    struct pii_meant meant;
    const char *name, *found;

    *ret_hinted = 0;
    if (is_short && look->passed[at].n == w->n && memcmp(look->passed[at].text, w->p, w->n) == 0)
        return NULL;
    name = arena_dup(a, w->p, w->n);
    meant = pii_name_means(name);
    found = found_class(look, meant.sure);
    for (size_t i = 0; !found && i < look->policy->n_blocked; i++)
        if (!pii_default(look->policy->blocked[i]) && pii_name_has(look->policy->blocked[i], name)) {
            look->holds = NULL;
            found = look->policy->blocked[i];
        }
    *ret_hinted = meant.hinted;
    if (is_short && !found && !meant.hinted) {
        look->passed[at].n = (uint8_t)w->n;
        memcpy(look->passed[at].text, w->p, w->n);
    }
    return found;
}

static bool is_digits(const struct word *w)
{
    size_t digits = 0;

    while (digits < w->n && w->p[digits] >= '0' && w->p[digits] <= '9')
        digits++;
    return digits == w->n;
}

/* The pattern that a value is blocked by. A number alone, without quotes, is none by itself: too many only look like a
 * card's; it counts with the others. */
static const char *blocks_value(struct pii_look *look, const struct word *w, uint32_t hinted)
{
    struct pii_finds finds;
    struct pii_seen one = { 0 };

    if (hinted) {
        pii_seen_add(&one, w->p, w->n);
        if (pii_content(&one, hinted) & hinted)
            return found_class(look, hinted & pii_content(&one, hinted));
    }
    if (!w->is_quoted && is_digits(w)) {
        pii_seen_add(&look->numbers, w->p, w->n);
        return NULL;
    }
    pii_find(w->p, w->n, &finds);
    pii_seen_count(&look->texts, &finds);
    if (finds.likely)
        look->likely = finds.class;
    return found_class(look, finds.classes);
}

static const char *look_into(struct pii_look *look, struct arena *a, const char *p, size_t n, int depth)
{
    const char *found = NULL;
    uint32_t hinted = 0;
    struct word w;

    for (size_t at = 0; !found && next_word(p, n, &at, &w);) {
        unescape(a, &w);
        if (w.is_name)
            found = blocks_name(look, a, &w, &hinted);
        look->is_name = found != NULL;
        if (!found)
            found = blocks_value(look, &w, w.is_name ? 0 : hinted);
        if (!found && w.is_quoted && depth < PII_NESTED && is_nested(w.p, w.n))
            found = look_into(look, a, w.p, w.n, depth + 1);
    }
    return found;
}

const char *pii_inside(struct pii_look *look, const char *p, size_t n)
{
    struct arena *a;
    const char *found;

    if (look->policy->n_blocked == 0 || !is_nested(p, n))
        return NULL;
    a = arena_new();
    found = look_into(look, a, p, n, 0);
    arena_free(a);
    return found;
}

const char *pii_inside_all(struct pii_look *look)
{
    uint32_t classes = pii_seen_likely(&look->texts) ? 1u << look->likely : 0;

    look->is_name = false;
    look->numbers.is_number = true;
    return found_class(look, classes | pii_content(&look->numbers, 0));
}
