/* names.c - names as people wrote them, made fit to tell columns apart.
 *
 * Two names are the same when they fold to the same text, because that is how people and the engine look them up. Names
 * are kept in a hash table with how often each came, so that a thousand equal ones do not take a thousand tries each.
 */
#include "grid/names.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/mix.h"
#include "base/str.h"
#include "grid/notes.h"
#include <string.h>

#define SLOTS (2 * DATA_COLUMNS) /* at most two names a column: as written and as renamed */
#define CHANGES_TOLD 8           /* renamed columns named one by one; the rest is a count */

struct name {
    const char *folded; /* NULL: free */
    unsigned times;     /* the highest number tried for it */
};

struct names {
    struct arena *arena;
    struct name slots[2 * SLOTS]; /* never more than half full */
};

/* The name's place: its own, or the free one where it belongs. */
static struct name *names_find(struct names *t, const char *folded)
{
    for (size_t i = mix_hash(folded, strlen(folded)) % COUNT_OF(t->slots);; i = (i + 1) % COUNT_OF(t->slots))
        if (!t->slots[i].folded || strcmp(t->slots[i].folded, folded) == 0)
            return &t->slots[i];
}

/* Takes the name if it is free. */
static bool names_take(struct names *t, const char *name)
{
    const char *folded = str_fold(t->arena, name);
    struct name *place = names_find(t, folded);

    if (place->folded)
        return false;
    *place = (struct name){ .folded = folded, .times = 1 };
    return true;
}

/* The name, or the name with the lowest number that makes it new. */
static const char *names_make(struct names *t, const char *name)
{
    struct name *place;
    const char *numbered;

    if (names_take(t, name))
        return name;
    place = names_find(t, str_fold(t->arena, name));
    do
        numbered = arena_printf(t->arena, "%s_%u", name, ++place->times);
    while (!names_take(t, numbered));
    return numbered;
}

/* The text on one line, without blanks around it, within the bound. */
static const char *clean(struct arena *a, const struct name_text *text, bool *ret_cut)
{
    size_t n;
    const char *p = str_trim(text->p, text->n, &n);
    size_t fits = str_fit_bytes(p, n, DATA_NAME_BYTES);
    char *name = arena_dup(a, p, fits);

    for (char *c = name; c < name + fits; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = ' ';
    *ret_cut = fits < n;
    return name;
}

#define CAME_BEFORE " came before; " /* in every note about a name that came again */

bool names_repeat_said(const char *note)
{
    return strstr(note, CAME_BEFORE) != NULL;
}

/* A note may have become a sentence. */
bool names_no_header_said(const char *note)
{
    return strcasestr(note, NAMES_NO_HEADER) != NULL;
}

static void say_changed(struct notes *notes, size_t unnamed, size_t renamed)
{
    if (unnamed > CHANGES_TOLD)
        notes_add(notes, "%zu columns have no name and are called 'column_' and their number", unnamed);
    if (renamed > CHANGES_TOLD)
        notes_add(notes, "%zu columns have a name that" CAME_BEFORE "a number was added to each", renamed);
}

const char *const *names_settle(struct arena *a, const struct name_text *texts, size_t n, struct notes *notes)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct names *names = arena_alloc(scratch, sizeof *names);
    const char **list = arena_array(a, n, sizeof *list);
    size_t unnamed = 0, renamed = 0, cut = 0;

    names->arena = scratch;
    for (size_t i = 0; i < n; i++) {
        bool is_cut;
        const char *name = clean(scratch, &texts[i], &is_cut), *made;
        bool has_name = *name != '\0';

        if (!has_name)
            name = arena_printf(scratch, "column_%zu", i + 1);
        made = names_make(names, name);
        if (!has_name && ++unnamed <= CHANGES_TOLD)
            notes_add(notes, "column %zu has no name and is called '%s'", i + 1, made);
        else if (has_name && made != name && ++renamed <= CHANGES_TOLD)
            notes_add(notes, "the name of column %zu" CAME_BEFORE "it is called '%s'", i + 1, made);
        cut += is_cut;
        list[i] = arena_str(a, made);
    }
    say_changed(notes, unnamed, renamed);
    if (cut)
        notes_add(notes, "%s over %d bytes long and cut there", notes_count(notes, cut, "column name", "was", "were"),
                  DATA_NAME_BYTES);
    return list;
}

const char *names_stem(struct arena *a, const char *file)
{
    const char *dot = strrchr(file, '.');

    return dot && dot > file ? arena_dup(a, file, (size_t)(dot - file)) : arena_str(a, file);
}

void names_letters(struct buf *b, uint32_t column)
{
    char letters[8];
    size_t at = sizeof letters;

    for (; column > 0; column = (column - 1) / 26)
        letters[--at] = (char)('A' + (column - 1) % 26);
    buf_add(b, letters + at, sizeof letters - at);
}
