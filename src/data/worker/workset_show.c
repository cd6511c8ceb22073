/* workset_show.c - a source shown without what the policy blocks.
 *
 * Without a policy the source's rows go straight to whoever wants them. With one, a table's go through a sieve that
 * knows which of its columns may be seen, and a sheet's cells are looked at one by one (redaction.h). The physical
 * lines of a CSV file have no columns to leave out: where one is blocked they are not shown at all.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "data/pii/pii.h"
#include "data/policy/blocking.h"
#include "data/worker/redaction.h"
#include "data/worker/workset_node.h"
#include "formats/rows.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "grid/table.h"
#include "office/workbook.h"
#include <string.h>

/* ---- the sieve ---- */

struct sieve {
    const struct show_to *to;
    const struct column_policy *policy;
    struct arena *arena;
    const struct blocking *blocking;
    bool is_book;    /* cells may be shown as texts, whatever their column holds */
    bool is_grid;    /* they were looked at by the redaction already */
    uint64_t masked; /* texts that are hidden for themselves */
    size_t *kept;    /* the places of the columns that are shown */
    bool *numbers;   /* of these: whether they hold no texts */
    size_t n_kept;
    struct datum *values;           /* of a row of them */
    struct blocked_column *blocked; /* the others */
    size_t n_blocked;
};

static int begin(void *arg, const char *name, const struct show_head *heads, size_t n, bool is_grid, struct err *err)
{
    struct sieve *s = arg;
    struct show_head *kept = arena_array(s->arena, n, sizeof *kept);

    s->is_grid = is_grid && s->is_book;
    s->values = arena_array(s->arena, n, sizeof *s->values);
    s->kept = arena_array(s->arena, n, sizeof *s->kept);
    s->numbers = arena_array(s->arena, n, sizeof *s->numbers);
    s->blocked = arena_array(s->arena, n, sizeof *s->blocked);
    for (size_t i = 0; i < n; i++) {
        struct blocked_column *b = &s->blocked[s->n_blocked];
        if (!is_grid && blocking_column(s->arena, s->policy, s->blocking, name, heads[i].column, heads[i].name, b)) {
            s->n_blocked++;
            continue;
        }
        kept[s->n_kept] = heads[i];
        s->numbers[s->n_kept] = heads[i].type && strcmp(heads[i].type, column_type_name(COLUMN_TEXT)) != 0;
        s->kept[s->n_kept++] = i;
    }
    if (n > 0 && s->n_kept == 0)
        return blocking_nothing_left(err);
    return s->to->begin(s->to->arg, name, kept, s->n_kept, is_grid, err);
}

/* A text among other values does not fit: no query can reach it, so it is looked through as what is told of it is. */
static bool hides_misfit(const struct sieve *s, const struct datum *d)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *text = arena_dup(a, d->p, d->n < PII_TEXT_BYTES ? d->n : PII_TEXT_BYTES);

    return pii_mask(a, s->policy, text) != text;
}

static bool hides(const struct sieve *s, const struct datum *d, bool is_number)
{
    if (s->is_grid || d->kind != DATUM_TEXT)
        return false;
    return redaction_hides_value(s->policy, d->p, d->n, is_number) || (is_number && !s->is_book && hides_misfit(s, d));
}

/* A row of a grid may end early. */
static int sift_row(void *arg, const struct datum *values, size_t n, struct err *err)
{
    struct sieve *s = arg;
    size_t given = 0;

    for (size_t i = 0; i < s->n_kept && s->kept[i] < n; i++) {
        const struct datum *d = &values[s->kept[i]];
        bool masks = hides(s, d, s->numbers[i]);
        s->masked += masks;
        s->values[given++] = masks ? (struct datum){ .kind = DATUM_NONE } : *d;
    }
    return s->to->row(s->to->arg, s->values, given, err);
}

/* ---- what is left out ---- */

/* First what was left out, then what the source says of the rest. */
static void tell(const struct sieve *s, const struct redaction *v, const struct notes *from, struct notes *notes)
{
    for (size_t i = 0; i < s->n_blocked; i++)
        notes_add(notes, "the column '%s' is left out: %s", s->blocked[i].column, s->blocked[i].reason);
    if (v)
        redaction_tell(v, notes);
    if (s->masked)
        notes_add(notes, REDACTED_VALUES, notes_count(notes, s->masked, "cell", "is", "are"));
    for (size_t i = 0; i < from->n; i++) {
        const char *note = blocking_note(s->arena, s->policy, s->blocked, s->n_blocked, from->text[i]);
        if (note)
            notes_add(notes, "%s", note);
    }
    notes->more += from->more;
}

static int refuse_lines(const struct blocking *j, struct err *err)
{
    for (size_t i = 0; i < j->n; i++)
        if (j->columns[i].rule) {
            err_set(err, ERR_POLICY_VIOLATION, "A column of the file may not be read, so its lines cannot be shown.",
                    "raw lines with a blocked column");
            err_action(err, "Ask for the table instead: it comes without that column.");
            return err_rule(err, PII_RULE_BLOCKED, "Lines hold columns that the policy blocks.");
        }
    return 0;
}

/* Prepares for one table of the source, or for a sheet's grid. */
static int judge_source(struct workset *w, const struct show *what, struct sieve *s, struct redaction **ret_redaction,
                        const struct cancel *cancel, struct err *err)
{
    static const struct blocking by_name = { .n = 0 };
    struct source *source = w->sources[0];
    const struct workbook *book = workbook_of(source);
    struct workbook_place place = { .is_table = true };
    struct table_area area;

    *ret_redaction = NULL;
    s->blocking = &by_name;
    if (book ? workbook_find(book, what->sheet, &place, err) != 0
             : source->n_tables > 1 && rows_find(source, what->sheet, &place.at, err) != 0)
        return -1;
    s->is_book = book != NULL;
    if (!book || (place.is_table && !what->has_range))
        return redaction_table(w, place.at, cancel, &s->blocking, err);
    if (place.is_table && workbook_area(book, place.at, &area))
        place.at = area.sheet;
    return redaction_new(w, place.at, cancel, s->arena, ret_redaction, err);
}

static int show_redacted(struct workset *w, const struct show *what, const struct cancel *cancel, struct arena *a,
                         struct notes *notes, const struct show_to *to, struct json *left_out, struct err *err)
{
    struct sieve s = { .to = to, .policy = &w->policy, .arena = a };
    struct show_to sifted = { .arg = &s, .begin = begin, .row = sift_row };
    struct cell_redaction cells = { .hides = redaction_hides };
    struct show allowed = *what;
    struct notes own;
    struct redaction *v;

    notes_init(&own, a);
    if (judge_source(w, what, &s, &v, cancel, err))
        return -1;
    if (what->raw && strcmp(w->sources[0]->format, "csv") == 0 && refuse_lines(s.blocking, err))
        return -1;
    cells.arg = v;
    allowed.only_table = true;
    allowed.redaction = v ? &cells : NULL;
    if (w->sources[0]->ops->show(w->sources[0], &allowed, cancel, a, &own, &sifted, err))
        return -1;
    tell(&s, v, &own, notes);
    for (size_t i = 0; i < s.n_blocked; i++)
        json_push(a, left_out, blocked_to_json(a, &s.blocked[i]));
    if (v)
        redaction_list(v, a, left_out);
    return 0;
}

int workset_show(struct workset *w, const struct show *what, const struct cancel *cancel, struct arena *a,
                 struct notes *notes, const struct show_to *to, struct json **ret_left_out, struct err *err)
{
    struct json *left_out = json_array(a);
    struct source *const *sources;
    size_t n;
    int rc;

    if (workset_sources(w, cancel, &sources, &n, err) || workset_lock(w, cancel, err))
        return -1;
    rc = workset_policy(w) ? show_redacted(w, what, cancel, a, notes, to, left_out, err)
                           : sources[0]->ops->show(sources[0], what, cancel, a, notes, to, err);
    workset_unlock(w);
    if (rc || workset_unchanged(w, err))
        return -1;
    *ret_left_out = left_out;
    return 0;
}
