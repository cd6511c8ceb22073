/* sheetwords.c - a table of patterns (lang/phrase.h) that a message is held against, the first that fits from the top.
 *
 * Most questions about a workbook's structure are a handful of small words around one noun, in any order people like:
 * "bag" words, of which there may be any number. A message that has any other word is about something in the data, and
 * fits none of them.
 */
#include "lang/sheetwords.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/limits.h"
#include "base/str.h"
#include "lang/phrase.h"
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define WORDS_MOST 40 /* of a message that can be about a workbook as such */

#define BOOK "workbook|file|book|spreadsheet|document|xlsx|excel"
#define SMALL                                                                                                          \
    "what|which|what's|whats|are|is|the|there|all|of|list|show|name|names|named|give|tell|me|us|please|can|could|"     \
    "you|how|many|does|do|this|have|has|had|my|our|available|in|inside|exist|for|about|i|we|it|its|a|an|every|"        \
    "contain|contains|called|and|with|on|that|number|count|see|get|loaded|current"
#define BAG "*" SMALL " "
#define BOOK_BAG "*" SMALL "|" BOOK " "
#define SHEET "sheet|worksheet|tab"
#define SHEETS "sheets|worksheets|tabs"
#define COLUMNS "columns|column|fields|headers|header|headings"
#define ASKING "*please|can|could|you|tell|me|show|give|us|so|and|now|then|i|want|to|know|would|like "
#define ALL_OF_IT "*in|through|the|whole|entire|all|every|my|" SHEETS "|" BOOK " "
#define IN_SHEET "in|of|on|from|inside|within [the] <where>"

struct rule {
    enum sheets_ask ask;
    bool needs_mark; /* SHEETS_CELLS: a lone "Q1" may be a quarter; only a range, or a cell with its sheet, is meant */
    bool is_weak;    /* SHEETS_SEARCH: not when the text speaks of figures */
    const char *pattern;
};

static const struct rule rules[] = {
    { .ask = SHEETS_RECAP,
      .pattern = ASKING "what did|have|had [i|we] [just|already] ask|asked|discuss|discussed|talk|talked|say|said "
                        "*you|about|so|far|before|earlier|until|now|here|today" },
    { .ask = SHEETS_RECAP,
      .pattern = ASKING "recap|summarize|summarise|repeat|review|list *of|our|the|this|my|a|all|previous|earlier "
                        "conversation|chat|discussion|questions|history *so|far|please|again" },
    { .ask = SHEETS_RECAP, .pattern = ASKING "*a|of|our|the recap *please|so|far" },
    { .ask = SHEETS_RECAP,
      .pattern = "what was|were|is my|the|our [last|first|previous|earlier] question|questions *again|before|so|far" },
    { .ask = SHEETS_GREETING,
      .pattern = "hi|hello|hey|howdy|thanks|thank|bye|goodbye|cheers|great|cool|nice|perfect|good|greetings "
                 "*there|assay|you|very|much|so|a|lot|morning|afternoon|evening|day|job|work|again|all|for|the|help|"
                 "nice|great|and|then|hello|bye|thanks" },
    { .ask = SHEETS_GREETING, .pattern = "who|what|how are you *today|doing|then" },
    { .ask = SHEETS_GREETING, .pattern = "[what|how] *can|do|could you *do|for|me|help|with" },
    { .ask = SHEETS_GREETING, .pattern = "help *me|please" },
    { .ask = SHEETS_OTHER,
      .pattern = ASKING "tell|write|sing|compose|draft|make|give [me|us] a|an|another|some "
                        "*short|funny|little|nice|long|good joke|poem|story|song|essay|haiku|limerick|letter|recipe" },
    { .ask = SHEETS_OTHER,
      .pattern = ASKING "tell|write|sing|compose|draft [me|us] a|an|another|some "
                        "*short|funny|little|nice|long|good joke|poem|story|song|essay|haiku|limerick|letter|recipe "
                        "<text>" },
    { .ask = SHEETS_OTHER, .pattern = ASKING "[what|what's|how|how's|is] [is|will] [the] weather *like|be|today|now" },
    { .ask = SHEETS_OTHER,
      .pattern = ASKING "[what|what's|how|how's|is] [is|will] [the] weather *like|be in|on|at <text>" },
    { .ask = SHEETS_OTHER, .pattern = "what|what's [is] the capital of <text>" },
    { .ask = SHEETS_OTHER, .pattern = "who is|was the president|king|queen|pope|chancellor of <text>" },
    { .ask = SHEETS_OTHER, .pattern = "what|what's [is] the meaning of life" },
    { .ask = SHEETS_OTHER, .pattern = "what time|day is it *now|today|there" },
    { .ask = SHEETS_OTHER, .pattern = ASKING "translate <text>" },
    { .ask = SHEETS_LIST, .pattern = BOOK_BAG SHEETS " " BOOK_BAG },
    { .ask = SHEETS_TABLES, .pattern = BOOK_BAG "tables " BOOK_BAG },
    { .ask = SHEETS_COLUMNS, .pattern = BOOK_BAG COLUMNS " [names] " BOOK_BAG },
    { .ask = SHEETS_COLUMNS,
      .pattern = BAG COLUMNS " [names] *are|is|there|exist "
                             "in|of|on|for|from|has|have|does|do [the] <where>" },
    { .ask = SHEETS_ROWS, .pattern = ASKING "how many rows|lines " BOOK_BAG },
    { .ask = SHEETS_EACH,
      .pattern =
          ASKING "[how] [many] *the|number|count|of|total rows|lines *are|is|there|exist|in|on|of|does|do|has|have "
                 "each|every|per|by|all *of|one|the|single " SHEET "|" SHEETS " " BOOK_BAG },
    { .ask = SHEETS_EACH,
      .pattern = ASKING "how many rows|lines *are|there|in|on|do|does|have|has [the|my|our] " SHEETS " " BOOK_BAG },
    { .ask = SHEETS_ROWS,
      .pattern = ASKING "how many rows|lines *are|is|there|exist "
                        "in|on|has|have|does|do [the] <where>" },
    { .ask = SHEETS_OVERVIEW,
      .pattern = BAG "structure|overview|describe|summarize|summarise|summary|layout|contents " BOOK_BAG },
    { .ask = SHEETS_OVERVIEW,
      .pattern = "what|what's|whats *is|are|in|inside|does|do|this|the|my|our " BOOK
                 " *contain|contains|about|hold|have|is|in|it" },
    { .ask = SHEETS_CELLS,
      .pattern = ASKING "what|what's|whats [is|are] *the|value|values|content|contents|data of|in|inside "
                        "*the|cell|cells|range <text>" },
    { .ask = SHEETS_CELLS,
      .pattern = ASKING "what|what's|whats [is|are] *the|value|values|content|contents|data of|in|inside "
                        "*the|cell|cells|range <text> " IN_SHEET },
    { .ask = SHEETS_CELLS,
      .pattern = ASKING "[show|read|display|get|what|what's] [does|is|are] [me] "
                        "*the|value|values|of|in cell|cells|range <text> *contain|hold|say" },
    { .ask = SHEETS_CELLS,
      .pattern = ASKING "[show|read|display|get|what|what's] [does|is|are] [me] "
                        "*the|value|values|of|in cell|cells|range <text> " IN_SHEET },
    { .ask = SHEETS_CELLS,
      .needs_mark = true,
      .pattern = ASKING "[show|read|display|get|print|what|what's] [is|me|are] *the|value|values|of|in <text>" },
    { .ask = SHEETS_CELLS,
      .needs_mark = true,
      .pattern =
          ASKING "[show|read|display|get|print|what|what's] [is|me|are] *the|value|values|of|in <text> " IN_SHEET },
    { .ask = SHEETS_SEARCH, .pattern = ASKING "search|look " ALL_OF_IT "for <text> in|on|within [the] <where>" },
    { .ask = SHEETS_SEARCH, .pattern = ASKING "search|look " ALL_OF_IT "for <text>" },
    { .ask = SHEETS_SEARCH,
      .pattern = ASKING "where do|does|is|are <text> appear|appears|occur|occurs|mentioned|stand|stands|written" },
    { .ask = SHEETS_SEARCH,
      .pattern = "which|what " SHEET "|" SHEETS "|cell|cells [do|does] contain|contains|mention|mentions <text>" },
    { .ask = SHEETS_SEARCH,
      .pattern = ASKING "find|locate *me|all|every|the|any mention|mentions|occurrence|occurrences|cells "
                        "*of|with|containing|that|contain|mention <text>" },
    { .ask = SHEETS_SEARCH,
      .is_weak = true,
      .pattern = ASKING "find|locate [me|us] [the] <text> in|on|within [the] <where>" },
    { .ask = SHEETS_SEARCH, .is_weak = true, .pattern = ASKING "find|locate [me|us] <text>" },
    { .ask = SHEETS_SEARCH, .is_weak = true, .pattern = "where is|are <text>" },
};

static const char *const parts_named[] = { "text", "where", NULL };

/* Words that make "find ..." a question about figures. */
static const char figures[] =
    "total|totals|sum|average|averages|avg|mean|median|max|maximum|min|minimum|highest|lowest|largest|smallest|biggest|"
    "most|least|count|number|many|much|top|bottom|first|last|with|where|who|whose|which|that|by|per|each|between|over|"
    "under|above|below|more|less|fewer|greater|than|difference|percentage|percent|share|ratio|rows|records|entries|"
    "before|after|since|equal|equals|not|without|best|worst|all|every";

/* ---- references ---- */

/* "B3", "$B$3": how many bytes it has; the letters and digits may be more than a sheet has. 0: it is none. */
static size_t read_cell(const char *p, uint64_t *ret_row, uint64_t *ret_column)
{
    const char *start = p, *digits;

    *ret_row = *ret_column = 0;
    p += *p == '$';
    for (digits = p; isalpha((unsigned char)*digits) && digits - p < 4; digits++)
        *ret_column = *ret_column * 26 + (uint64_t)(toupper((unsigned char)*digits) - 'A' + 1);
    if (digits == p)
        return 0;
    p = digits + (*digits == '$');
    for (digits = p; str_is_digit(*digits) && digits - p < 9; digits++)
        *ret_row = *ret_row * 10 + (uint64_t)(*digits - '0');
    return digits == p ? 0 : (size_t)(digits - start);
}

/* What may be meant as a reference: it begins with a cell, and is one, or goes on with a colon. */
static bool is_reference(const char *text)
{
    uint64_t row, column;
    size_t n = read_cell(text, &row, &column);

    return n > 0 && (text[n] == '\0' || (text[n] == ':' && !strchr(text, ' ')));
}

static void add_column(char *out, size_t *n, uint64_t column)
{
    char letters[8];
    size_t k = 0;

    for (; column > 0; column = (column - 1) / 26)
        letters[k++] = (char)('A' + (column - 1) % 26);
    while (k > 0)
        out[(*n)++] = letters[--k];
}

static const char *write_cell(struct arena *a, uint64_t row, uint64_t column)
{
    char out[32];
    size_t n = 0;

    add_column(out, &n, column);
    return arena_printf(a, "%.*s%llu", (int)n, out, (unsigned long long)row);
}

static bool is_on_sheet(uint64_t row, uint64_t column)
{
    return row >= 1 && row <= SHEET_ROWS && column >= 1 && column <= SHEET_COLUMNS;
}

enum sheets_range sheets_range(struct arena *a, const char *reference, const char **ret)
{
    uint64_t r1, c1, r2, c2, swap;
    size_t n = read_cell(reference, &r1, &c1), m;

    if (n == 0 || !is_on_sheet(r1, c1))
        return RANGE_WRONG;
    if (reference[n] == '\0') {
        *ret = write_cell(a, r1, c1);
        return RANGE_GOOD;
    }
    m = reference[n] == ':' ? read_cell(reference + n + 1, &r2, &c2) : 0;
    if (m == 0 || reference[n + 1 + m] != '\0' || !is_on_sheet(r2, c2))
        return RANGE_WRONG;
    if (r1 > r2)
        swap = r1, r1 = r2, r2 = swap;
    if (c1 > c2)
        swap = c1, c1 = c2, c2 = swap;
    if ((r2 - r1 + 1) * (c2 - c1 + 1) > SHEETS_RANGE_CELLS)
        return RANGE_LARGE;
    *ret = arena_printf(a, "%s:%s", write_cell(a, r1, c1), write_cell(a, r2, c2));
    return RANGE_GOOD;
}

/* ---- parts ---- */

/* "the sheet 'Budget 2026'" and "Budget 2026 tab have" are Budget 2026. */
static const char *read_where(struct arena *a, struct phrase_part part, bool *ret_is_sheet)
{
    *ret_is_sheet = false;
    while (part.first && part.end - part.first > 1 && phrase_word_is(&part.end[-1], "have|has|contain|contains|please"))
        part.end--;
    if (part.first && part.end - part.first > 1 && phrase_word_is(part.first, "the"))
        part.first++;
    if (part.first && part.end - part.first > 1 && phrase_word_is(part.first, SHEET "|table")) {
        *ret_is_sheet = true;
        part.first++;
        if (part.end - part.first > 1 && phrase_word_is(part.first, "named|called"))
            part.first++;
    } else if (part.first && part.end - part.first > 1 && phrase_word_is(&part.end[-1], SHEET "|table")) {
        *ret_is_sheet = true;
        part.end--;
    }
    return phrase_text(a, &part, ".!;,?");
}

/* A name in quotation marks, of which one inside it may be written twice: 'Bob''s plan'. */
static const char *unquoted(struct arena *a, const char *text, size_t n)
{
    char *name = arena_dup(a, text, n), *to = name;

    for (const char *from = name; *from; from++) {
        *to++ = *from;
        from += from[0] == '\'' && from[1] == '\'';
    }
    *to = '\0';
    return name;
}

/* "Budget!B3" and "'My plan'!B3": the sheet goes to *ret_where. */
static const char *split_sheet(struct arena *a, const char *text, const char **ret_where)
{
    const char *mark = strrchr(text, '!');
    size_t n = mark ? (size_t)(mark - text) : 0;

    if (!mark || n == 0 || !mark[1])
        return text;
    if (n > 2 && *text == '\'' && text[n - 1] == '\'')
        *ret_where = unquoted(a, text + 1, n - 2);
    else
        *ret_where = arena_dup(a, text, n);
    return mark + 1;
}

static bool read_cells(struct arena *a, const struct rule *r, struct sheets_question *q)
{
    const char *where = NULL;

    q->text = split_sheet(a, q->text, &where);
    if (where) {
        q->where = where;
        q->is_sheet = true;
    }
    return is_reference(q->text) && (!r->needs_mark || where || strchr(q->text, ':'));
}

static bool has_figures(const struct phrase_part *part)
{
    for (const struct phrase_word *w = part->first; w < part->end; w++)
        if (phrase_word_is(w, figures) || (w->n > 0 && strchr("<>=", *w->p)))
            return true;
    return false;
}

/* Begins with a quotation mark. */
static bool is_quoted(const struct phrase_part *part)
{
    return strchr("\"'", *part->first->from) != NULL;
}

/* And ends with it, but for the marks behind a sentence. */
static bool ends_quoted(const struct phrase_part *part)
{
    const char *end = part->end[-1].to;

    while (end > part->first->from + 1 && strchr(".!;,?", end[-1]))
        end--;
    return end > part->first->from + 1 && end[-1] == *part->first->from;
}

static bool read_search(struct arena *a, const struct rule *r, const struct phrase_part parts[static PHRASE_PARTS],
                        struct sheets_question *q)
{
    const struct phrase_part whole = { parts[0].first, parts[1].first ? parts[1].end : parts[0].end };

    if (!parts[0].first)
        return false;
    if (parts[1].first && is_quoted(&parts[0]) && !ends_quoted(&parts[0]))
        return false; /* the quotation goes on: "Alice in Wonderland" */
    if (parts[1].first && !is_quoted(&parts[0]))
        q->whole = phrase_text(a, &whole, ".!;,?");
    return !r->is_weak || is_quoted(&parts[0]) || !has_figures(&whole);
}

static bool read_rule(struct arena *a, const struct rule *r, const struct phrase *p, struct sheets_question *ret)
{
    struct phrase_part parts[PHRASE_PARTS];
    struct sheets_question q = { .ask = r->ask };

    if (!phrase_fits(p, r->pattern, parts_named, parts))
        return false;
    q.where = read_where(a, parts[1], &q.is_sheet);
    q.text = phrase_text(a, &parts[0], ".!;,?");
    if ((parts[0].first && !q.text) || (parts[1].first && !q.where))
        return false;
    if ((r->ask == SHEETS_CELLS && !read_cells(a, r, &q)) || (r->ask == SHEETS_SEARCH && !read_search(a, r, parts, &q)))
        return false;
    *ret = q;
    return true;
}

struct sheets_question sheets_read(struct arena *a, const char *message)
{
    struct sheets_question q = { .ask = SHEETS_NONE };
    struct phrase *p = arena_alloc(a, sizeof *p);

    phrase_split(message, message + strlen(message), p);
    if (p->n == 0 || p->n > WORDS_MOST)
        return q;
    for (size_t i = 0; i < COUNT_OF(rules); i++)
        if (read_rule(a, &rules[i], p, &q))
            return q;
    return q;
}
