/* csv_counts.c - one sentence for each thing that was done. */
#include "csv/csv_counts.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/str.h"
#include "grid/notes.h"

#define APART_BYTES (COLUMN_MISFITS_SHOWN * (COLUMN_MISFIT_BYTES + 64)) /* of the cells set apart, in a sentence */

void csv_counts_over(struct csv_counts *c, const char *place, const struct csv_cell *cells)
{
    if (c->over < COUNT_OF(c->apart)) {
        c->apart[c->over].place = place;
        c->apart[c->over].cells = *cells;
    }
    c->over++;
}

void csv_counts_add(struct csv_counts *c, const struct csv_counts *more)
{
    for (size_t i = 0; i < more->over && i < COUNT_OF(more->apart) && c->over + i < COUNT_OF(c->apart); i++)
        c->apart[c->over + i] = more->apart[i];
    c->over += more->over;
    c->blank += more->blank;
    c->comments += more->comments;
    c->headers += more->headers;
    c->footers += more->footers;
    c->short_records += more->short_records;
    c->mended += more->mended;
    c->quotes += more->quotes;
    c->others += more->others;
}

size_t csv_line_of(const struct csv_dialect *d, const char *begin, const char *place)
{
    size_t line = 1;

    for (const char *p = begin; p < place; line++) {
        p = csv_line_end(d, p, place);
        if (p == place)
            break;
        p = csv_skip_newline(d, p, place);
    }
    return line;
}

/* "'x' in line 4, 'y,z' in line 9" */
static const char *apart(const struct csv_counts *c, const struct csv_dialect *d, const char *begin,
                         struct notes *notes)
{
    struct buf b CLEANUP(buf_done) = BUF(APART_BYTES);
    size_t shown = c->over < COUNT_OF(c->apart) ? (size_t)c->over : COUNT_OF(c->apart);

    for (size_t i = 0; i < shown; i++) {
        const struct csv_cell *cells = &c->apart[i].cells;
        size_t n = str_fit_bytes(cells->p, cells->n, COLUMN_MISFIT_BYTES);
        buf_addf(&b, "%s'%.*s' in line %zu", i ? ", " : "", (int)n, cells->p, csv_line_of(d, begin, c->apart[i].place));
    }
    if (c->over > shown)
        buf_adds(&b, " and others");
    return arena_dup(notes->arena, b.p, b.n);
}

static void say_left_out(const struct csv_counts *c, struct notes *notes)
{
    if (c->blank)
        notes_add(notes, "%s skipped", notes_count(notes, c->blank, "empty line", "was", "were"));
    if (c->comments)
        notes_add(notes, "%s skipped", notes_count(notes, c->comments, "comment", "was", "were"));
    if (c->headers)
        notes_add(notes, "the header comes again %s and was skipped there",
                  notes_count(notes, c->headers, "time", "more", "more"));
    if (c->footers)
        notes_add(notes, "%s left out",
                  notes_count(notes, c->footers, "line", "below the table was", "below the table were"));
    if (c->others)
        notes_add(notes, "another table follows below and is not part of this one");
}

void csv_counts_say(const struct csv_counts *c, const struct csv_dialect *d, const char *begin, struct notes *notes)
{
    if (c->short_records)
        notes_add(notes, "%s filled up with empty cells",
                  notes_count(notes, c->short_records, "short line", "was", "were"));
    if (c->mended)
        notes_add(notes, "%s fitted to the columns",
                  notes_count(notes, c->mended, "line", "with too many cells was", "with too many cells were"));
    if (c->over)
        notes_add(notes, "%s that belong to no column and were left out: %s",
                  notes_count(notes, c->over, "line", "has cells", "have cells"), apart(c, d, begin, notes));
    if (c->quotes)
        notes_add(
            notes, "%s read so that the cells fit the columns",
            notes_count(notes, c->quotes, "line", "with a quote out of place was", "with a quote out of place were"));
    say_left_out(c, notes);
}
