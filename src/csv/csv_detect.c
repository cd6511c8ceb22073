/* csv_detect.c - candidates, and their scores. */
#include "csv/csv_detect.h"
#include "base/arena.h"
#include "csv/csv_profile.h"
#include <string.h>

#define WIDTHS 512       /* records of more cells are counted as of that many */
#define CELLS_RATED 4096 /* of a candidate: enough to tell, whatever the sample */
#define ONE_COLUMN 0.35  /* the score a separator has to beat */
#define ODD_COST .3      /* of a record with a quote out of place */
#define CANDIDATES 64    /* separators */
#define UNNAMED .7       /* of what an unusual separator is believed where the first record, mostly names, has none */
#define NEARLY 50        /* one in so many may be missing where a character nearly always has a neighbour */

/* ---- line ends and the sample ---- */

struct ends {
    size_t lf, cr, crlf; /* alone, alone, and together */
};

static struct ends count_ends(const char *p, size_t n)
{
    struct ends e = { 0 };

    for (size_t i = 0; i < n; i++) {
        if (p[i] == '\n')
            e.lf++;
        else if (p[i] == '\r' && i + 1 < n && p[i + 1] == '\n')
            e.crlf++;
        else if (p[i] == '\r')
            e.cr++;
    }
    e.lf -= e.crlf;
    return e;
}

static char main_newline(const struct ends *e, const char *p, size_t n)
{
    if (e->lf + e->crlf == 0 && e->cr == 0)
        return memchr(p, 0x1e, n) ? 0x1e : '\n';
    /* Line feeds within the cells of a file that ends its lines in CR are few. */
    return e->cr > 10 * (e->lf + e->crlf) ? '\r' : '\n';
}

struct csv_sample csv_sample_of(const char *p, size_t n, char newline)
{
    struct csv_sample s = { .n = 1 };
    size_t part = CSV_SAMPLE_BYTES / 4, sizes[CSV_PIECES] = { 2 * part, part, part };
    size_t at[CSV_PIECES] = { 0, n / 2, n - part };

    s.pieces[0].p = p;
    s.pieces[0].end = p + n;
    if (n <= CSV_SAMPLE_BYTES)
        return s;
    s.n = 0;
    for (size_t i = 0; i < CSV_PIECES; i++) {
        const char *from = p + at[i], *to = from + sizes[i], *line;

        if (i > 0) {
            line = memchr(from, newline, (size_t)(to - from));
            if (!line) /* the inside of one record tells nothing */
                continue;
            from = line + 1;
        }
        if (to < p + n && (line = memrchr(from, newline, (size_t)(to - from))))
            to = line + 1;
        s.pieces[s.n].p = from;
        s.pieces[s.n++].end = to;
    }
    return s;
}

/* ---- candidates ---- */

/* The separators one may meet, the usual ones first, and how much each has to be believed. */
static const struct {
    char c;
    double prior;
} separators[] = {
    { ',', 1 },  { '\t', 1 },  { ';', 1 },  { '|', 1 },  { 0x1f, 1 },  { 0x01, 1 }, { '~', .9 },
    { '^', .9 }, { ':', .55 }, { ' ', .6 }, { '!', .5 }, { '#', .5 },  { '&', .5 }, { '*', .5 },
    { '%', .5 }, { '@', .5 },  { '=', .5 }, { '$', .5 }, { '\\', .5 },
};

struct candidate {
    char text[CSV_SEPARATOR_BYTES + 1];
    uint8_t n;
    bool runs;
    double prior;
};

/* The characters of the sample, counted; and which follow which. */
struct counts {
    uint32_t of[256];
    uint32_t pairs[256][256];
};

static void count_chars(const struct csv_sample *s, struct counts *c)
{
    for (size_t i = 0; i < s->n; i++) {
        const unsigned char *p = (const unsigned char *)s->pieces[i].p, *end = (const unsigned char *)s->pieces[i].end;
        for (; p < end; p++) {
            c->of[*p]++;
            if (p + 1 < end)
                c->pairs[*p][p[1]]++;
        }
    }
}

/* What a longer separator may be made of: characters that separate, and blanks. A sign of currency, percent, plus, '@',
 * '#' or '/' beside a separator belongs to the values there, however many of them have it. */
static bool is_mark(unsigned char c)
{
    return c == ',' || c == ';' || c == '|' || c == '~' || c == '^' || c == ' ' || c == '\t';
}

/* A sign that may stand on both sides of a separator, as in #|#, or twice, as in ##. */
static bool is_sign(unsigned char c)
{
    return c > ' ' && c < 0x7f && !strchr("\"'.-()", c) && !(c >= '0' && c <= '9') && !(c >= 'A' && c <= 'Z') &&
           !(c >= 'a' && c <= 'z');
}

/* The character that nearly always follows this one; 0: none. */
static unsigned char follower(const struct counts *c, unsigned char of)
{
    size_t ends = c->pairs[of]['\n'] + c->pairs[of]['\r'];

    for (unsigned b = 1; b < 128; b++) {
        size_t pairs = c->pairs[of][b];
        /* Of a doubled character each second one is followed by something else. */
        size_t enough = b == of ? c->of[of] / 2 : c->of[of] - ends;
        if (pairs > 0 && pairs >= enough - enough / NEARLY)
            return (unsigned char)b;
    }
    return 0;
}

/* The character that nearly always comes before this one; 0: none. */
static unsigned char leader(const struct counts *c, unsigned char of)
{
    for (unsigned b = 1; b < 128; b++) {
        size_t pairs = c->pairs[b][of];
        if (b != of && pairs > 0 && pairs >= c->of[of] - c->of[of] / NEARLY)
            return (unsigned char)b;
    }
    return 0;
}

/* The separator of one character, made as long as it nearly always is in the text. */
static struct candidate longer(const struct counts *c, struct candidate one)
{
    unsigned char first = (unsigned char)one.text[0], next = follower(c, first), before = leader(c, first);

    one.prior = 1;
    if ((next == first && (is_mark(first) || is_sign(first))) || (first == '\\' && next == 't') ||
        (first == ':' && next == ' ')) {
        one.text[one.n++] = (char)next;
    } else if (is_mark(first) && before && before == next && is_sign(before)) {
        one = (struct candidate){ .text = { (char)before, (char)first, (char)before }, .n = 3, .prior = 1 };
    } else if (is_mark(first)) {
        for (; is_mark(next) && next != first && one.n < CSV_SEPARATOR_BYTES - 1; next = follower(c, next))
            one.text[one.n++] = (char)next;
        if (is_mark(before)) {
            memmove(one.text + 1, one.text, one.n++);
            one.text[0] = (char)before;
        }
    }
    return one;
}

/* A quote stands at the beginning of a cell about as often as at its end; an apostrophe does not. */
static bool is_quote(const struct csv_sample *s, char quote)
{
    size_t opens = 0, closes = 0;

    for (size_t i = 0; i < s->n; i++) {
        const char *begin = s->pieces[i].p, *end = s->pieces[i].end;
        for (const char *p = begin; (p = memchr(p, quote, (size_t)(end - p))); p++) {
            bool left = p == begin || strchr(",;|\t \r\n:", p[-1]);
            bool right = p + 1 == end || strchr(",;|\t \r\n:", p[1]);
            bool twice = (p > begin && p[-1] == quote) || (p + 1 < end && p[1] == quote);
            if (twice)
                continue;
            opens += left && !right;
            closes += right && !left;
        }
    }
    return opens > 1 && closes > 1 && opens <= 2 * closes && closes <= 2 * opens;
}

/* ---- scores ---- */

/* How much a cell is something. */
static double rate(const struct csv_dialect *d, const struct csv_cell *cell)
{
    double points = .85;

    if (cell->quoted)
        return 1;
    if (cell->n == 0)
        return .9;
    if (csv_kind(cell->p, cell->n) == CSV_VALUE)
        return 1;
    for (size_t i = 0; i < cell->n && i < 256; i++) {
        char c = cell->p[i];
        if (c == d->separator[0])
            continue;
        if (c == '\t' || c == ';' || c == '|')
            return .2;
        if (c == ',' && !(i + 1 < cell->n && cell->p[i + 1] == ' '))
            points = .5;
        if (c == '"' || (d->quote && c == d->quote))
            points = .4;
    }
    return points;
}

struct tally {
    size_t widths[WIDTHS + 1];
    size_t records, odd, several, rated; /* several: records of more than one cell */
    double points;
};

static void tally_piece(const struct csv_dialect *d, const char *p, const char *end, struct tally *t)
{
    struct csv_cell cells[WIDTHS];
    struct csv_record r = { .cells = cells, .room = WIDTHS };

    while (p < end) {
        csv_split(d, CSV_STRICT, p, end, &r);
        /* A quote that is never closed costs its line, not the rest of the sample. */
        if (r.odd) {
            const char *line = csv_line_end(d, p, end);
            csv_split(d, CSV_LITERAL, p, line, &r);
            r.next = csv_skip_newline(d, line, end);
            t->odd++;
        }
        p = r.next;
        if (r.blank)
            continue;
        t->records++;
        t->several += r.n > 1;
        t->widths[r.n < WIDTHS ? r.n : WIDTHS]++;
        for (size_t i = 0; i < r.n && i < WIDTHS && t->rated < CELLS_RATED; i++, t->rated++)
            t->points += rate(d, &cells[i]);
    }
}

/* The number of cells, more than one, that most records have; of several the largest. */
static size_t common_width(const struct tally *t)
{
    size_t width = 2;

    for (size_t i = 3; i <= WIDTHS; i++)
        if (t->widths[i] >= t->widths[width] && t->widths[i] > 0)
            width = i;
    return width;
}

/* The score of a dialect on the sample, at most 1; a dialect that leaves nothing explains it all. */
static double score(const struct csv_dialect *d, const struct csv_sample *s)
{
    struct tally t = { 0 };
    size_t width;
    double records, agree, points;

    for (size_t i = 0; i < s->n; i++)
        tally_piece(d, s->pieces[i].p, s->pieces[i].end, &t);
    if (t.records == 0)
        return 1;
    records = (double)t.records;
    points = t.points / (double)t.rated * (1 - ODD_COST * (double)t.odd / records);
    if (d->n_separator == 0)
        return ONE_COLUMN * points * (1 - .5 / records);
    width = common_width(&t);
    if (t.widths[width] == 0)
        return 0;
    /* Records of different widths are some evidence, too. */
    agree = (double)t.widths[width] > .5 * (double)t.several ? (double)t.widths[width] : .5 * (double)t.several;
    /* More columns are better evidence, and more records. */
    return agree / records * points * (1 - .7 / (double)width) * (1 - .5 / agree);
}

/* ---- the candidates ---- */

static struct csv_dialect dialect_of(const struct candidate *one, char newline)
{
    struct csv_dialect d = {
        .n_separator = one->n, .runs = one->runs, .newline = newline, .quote = '"', .escape = '"'
    };

    memcpy(d.separator, one->text, sizeof d.separator);
    return d;
}

/* The share of records that have the same number of cells, more than one. */
static double agreement(const struct csv_dialect *d, const struct csv_sample *s)
{
    struct tally t = { .rated = CELLS_RATED }; /* what the cells are does not matter here */

    for (size_t i = 0; i < s->n; i++)
        tally_piece(d, s->pieces[i].p, s->pieces[i].end, &t);
    return t.records > 0 ? (double)t.widths[common_width(&t)] / (double)t.records : 0;
}

/* The first record that is no comment has more than one cell. */
static bool splits_first(const struct csv_dialect *d, const struct csv_sample *s)
{
    const char *p = s->pieces[0].p, *end = s->pieces[0].end;
    struct csv_record r = { 0 };

    for (; p < end; p = r.next) {
        csv_split(d, CSV_STRICT, p, end, &r);
        if (!r.blank && *p != '#')
            return r.n > 1;
    }
    return false;
}

/* A longer separator is believed where as many records agree by it as by its one character, and where it is in the
 * first record too: what begins all values of a column is not in its name. */
static bool is_believed(const struct candidate *one, const struct candidate *more, const struct csv_sample *s,
                        char newline)
{
    const struct csv_dialect single = dialect_of(one, newline), several = dialect_of(more, newline);

    return more->n > 1 && agreement(&several, s) >= agreement(&single, s) &&
           (splits_first(&several, s) || !splits_first(&single, s));
}

static size_t list_candidates(const struct counts *c, const struct csv_sample *s, char newline, struct candidate *list)
{
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(separators); i++) {
        unsigned char sep = (unsigned char)separators[i].c;
        struct candidate one = { .text = { (char)sep }, .n = 1, .prior = separators[i].prior }, more = one;
        struct csv_dialect d;

        if (c->of[sep] == 0)
            continue;
        if (sep != ' ')
            more = longer(c, one);
        if (is_believed(&one, &more, s, newline))
            one = more;
        if (one.n == 1 && sep == '\\')
            continue;
        d = dialect_of(&one, newline);
        if ((one.prior < 1 || one.n > 1) && !splits_first(&d, s))
            one.prior *= UNNAMED;
        list[n++] = one;
        if (sep == ' ') {
            one.runs = true;
            list[n++] = one;
        }
    }
    return n;
}

/* A character that never comes but within a longer separator is none by itself. */
static size_t drop_parts(const struct counts *c, struct candidate *list, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        bool is_part = false;
        for (size_t j = 0; j < n && list[i].n == 1; j++)
            for (size_t k = 1; k < list[j].n; k++)
                is_part |= list[j].text[k] == list[i].text[0] && list[j].text[0] != list[i].text[0] &&
                           c->pairs[(unsigned char)list[j].text[k - 1]][(unsigned char)list[j].text[k]] ==
                               c->of[(unsigned char)list[i].text[0]];
        if (!is_part)
            list[kept++] = list[i];
    }
    return kept;
}

/* ---- the best ---- */

struct best {
    struct csv_dialect dialect;
    double score;
};

static void consider(struct best *best, const struct csv_dialect *d, double prior, const struct csv_sample *s)
{
    double points = score(d, s) * prior;

    /* By a margin, so that the usual comes before the unusual. */
    if (points > best->score * 1.0001) {
        best->score = points;
        best->dialect = *d;
    }
}

static void consider_quotes(struct best *best, struct csv_dialect d, double prior, const char *quotes,
                            const struct csv_sample *s, const struct counts *c)
{
    for (const char *q = quotes; *q; q++) {
        if (memchr(d.separator, *q, d.n_separator))
            continue;
        d.quote = d.escape = *q;
        consider(best, &d, prior, s);
        if (c->pairs['\\'][(unsigned char)*q] > 0) {
            d.escape = '\\';
            consider(best, &d, prior, s);
        }
    }
}

/* The quotes that occur, behind the usual one: without any, a later part of the file may still have that, and what
 * looks like another quote may be a part of the values. */
static void list_quotes(const struct csv_sample *s, const struct counts *c, char *out)
{
    static const char others[] = "'`|^~%*$";

    *out++ = '"';
    for (const char *q = others; *q; q++)
        if (c->of[(unsigned char)*q] > 3 && is_quote(s, *q))
            *out++ = *q;
    *out = '\0';
}

/* A first line "sep=;", as spreadsheets write and obey it. */
static size_t told(const char *p, size_t n, struct csv_dialect *d)
{
    size_t i = 4;

    if (n < 6 || (memcmp(p, "sep=", 4) != 0 && memcmp(p, "SEP=", 4) != 0))
        return 0;
    while (i < n && p[i] != '\r' && p[i] != '\n' && d->n_separator < CSV_SEPARATOR_BYTES)
        d->separator[d->n_separator++] = p[i++];
    if (i == n || d->n_separator == 0 || (p[i] != '\r' && p[i] != '\n'))
        return 0;
    return (size_t)(csv_skip_newline(d, p + i, p + n) - p);
}

struct csv_dialect csv_detect(const char *p, size_t n, size_t *ret_skip)
{
    size_t looked = n < CSV_SAMPLE_BYTES ? n : CSV_SAMPLE_BYTES;
    struct ends ends = count_ends(p, looked);
    struct csv_dialect d = { .newline = main_newline(&ends, p, looked) }, forced = d;
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct counts *counts = arena_alloc(scratch, sizeof *counts);
    struct candidate list[CANDIDATES];
    struct best best = { .score = -1 };
    struct csv_sample s;
    char quotes[16];
    size_t n_list;

    *ret_skip = told(p, n, &forced);
    p += *ret_skip;
    n -= *ret_skip;
    s = csv_sample_of(p, n, d.newline);
    count_chars(&s, counts);
    list_quotes(&s, counts, quotes);
    n_list = drop_parts(counts, list, list_candidates(counts, &s, d.newline, list));
    /* Where both kinds of line end occur, CRs may be text or line ends. */
    for (int any = 0; any <= (d.newline == '\n' && ends.cr > 0); any++) {
        d.any_newline = any;
        if (*ret_skip > 0) {
            forced.any_newline = any;
            consider_quotes(&best, forced, 1, quotes, &s, counts);
            continue;
        }
        for (size_t i = 0; i < n_list; i++) {
            memcpy(d.separator, list[i].text, sizeof d.separator);
            d.n_separator = list[i].n;
            d.runs = list[i].runs;
            consider_quotes(&best, d, list[i].prior, quotes, &s, counts);
        }
        memset(d.separator, 0, sizeof d.separator);
        d.n_separator = 0;
        d.runs = false;
        consider_quotes(&best, d, 1, quotes, &s, counts);
    }
    return best.dialect;
}
