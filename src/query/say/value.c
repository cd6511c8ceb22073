/* value.c - names and values as they stand in a restatement: bare where nobody could take them for its own words. */
#include "base/arena.h"
#include "base/str.h"
#include "base/text/show.h"
#include "query/say/speech.h"
#include <string.h>

#define VALUE_CHARS 120 /* of a text that is shown: the rest is cut */

const char *joint(size_t i, size_t n)
{
    return i == 0 ? "" : i + 1 == n ? " and " : ", ";
}

const char *joint_or(size_t i, size_t n)
{
    return i == 0 ? "" : i + 1 == n ? " or " : ", ";
}

/* In the first kind of quotes that the text does not have itself. */
static const char *quoted(struct arena *a, const char *text)
{
    static const char marks[] = "\"`'";
    char mark = '"';

    for (const char *p = marks; *p; p++)
        if (!strchr(text, *p)) {
            mark = *p;
            break;
        }
    return arena_printf(a, "%c%s%c", mark, text, mark);
}

/* What a restatement is built of: a name or value of such words alone, or with them inside, could be taken for it. */
static const char *const own_words[] = {
    "a",     "all",   "and",    "any",     "average", "bottom", "by",    "count",  "different", "each",    "earliest",
    "empty", "first", "for",    "highest", "in",      "is",     "last",  "latest", "list",      "lowest",  "median",
    "no",    "not",   "number", "of",      "or",      "over",   "rows",  "same",   "share",     "sorted",  "sum",
    "than",  "the",   "top",    "total",   "under",   "values", "where", "whose",  "with",      "without",
};

/* Those that take a name apart where they stand inside of it. */
static const char *const dividing_words[] = { "and", "by", "is", "or", "where", "whose", "with" };

static bool is_among(const char *word, size_t n, const char *const *list, size_t n_list)
{
    for (size_t i = 0; i < n_list; i++)
        if (strlen(list[i]) == n && strncasecmp(word, list[i], n) == 0)
            return true;
    return false;
}

static bool has_word(const char *text, const char *const *list, size_t n_list)
{
    while (*text) {
        size_t n = strcspn(text, " ");
        if (is_among(text, n, list, n_list))
            return true;
        text += n + (text[n] == ' ');
    }
    return false;
}

const char *say_name(const struct speech *s, const char *name)
{
    size_t n = strlen(name);
    bool doubtful = n == 0 || name[0] == ' ' || name[n - 1] == ' ' || strpbrk(name, ",;\"`") != NULL ||
                    is_among(name, n, own_words, COUNT_OF(own_words)) ||
                    has_word(name, dividing_words, COUNT_OF(dividing_words));

    return doubtful ? quoted(s->a, name) : name;
}

const char *say_text(const struct speech *s, const char *text, bool is_quoted)
{
    size_t n = strlen(text), fit = str_fit_chars(text, n, VALUE_CHARS);
    bool plain = !is_quoted && n > 0;

    for (const char *p = text; *p && plain; p++)
        plain = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (unsigned char)*p >= 0x80 ||
                (*p == ' ' && p > text && p[1] != ' ' && p[1] != '\0');
    if (fit < n)
        text = arena_printf(s->a, "%.*s...", (int)fit, text);
    return plain && !has_word(text, own_words, COUNT_OF(own_words)) ? text : quoted(s->a, text);
}

const char *say_literal(const struct speech *s, const struct expr_literal *l, const struct column *beside)
{
    if (!l->text)
        return "empty";
    if (l->type == COLUMN_TEXT)
        return say_text(s, l->text, false);
    if (beside && beside->unit && strcmp(beside->unit, "%") == 0 && column_is_number(l->type) &&
        !strpbrk(l->text, "eE"))
        return arena_printf(s->a, "%s%%", show_scaled(s->a, l->text, 2));
    return l->text;
}
