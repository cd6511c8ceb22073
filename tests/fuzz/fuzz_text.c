/* fuzz_text.c - any text as each kind of document: it is cut into passages within their bounds, or refused.
 *
 * Passages are well-formed and belong somewhere; reading again gives the same; a document's sentences are all of it.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/charset.h"
#include "text/text.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_passage(const struct passage *p)
{
    size_t at = 0;

    if (p->n == 0 || p->n > TEXT_CODE_BYTES + TEXT_PASSAGE_BYTES + 2 * TEXT_OVERLAP_BYTES || strlen(p->text) != p->n)
        abort();
    if (!str_is_utf8(p->text, p->n) || !*p->ref || !*p->chapter || !*p->section || !strchr(p->path, '/'))
        abort();
    while (at < p->n) {
        size_t step = text_sentence(p->text + at, p->n - at);
        if (step == 0 || step > p->n - at)
            abort();
        at += step;
    }
}

static void read_twice(enum text_kind kind, const char *p, size_t n)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct text once, again;
    struct err err;

    if (text_read(a, kind, "name.md", p, n, &once, &err) < 0)
        return;
    if (once.n == 0 || text_read(a, kind, "name.md", p, n, &again, &err) < 0 || again.n != once.n)
        abort();
    for (size_t i = 0; i < once.n; i++) {
        check_passage(&once.passages[i]);
        if (strcmp(once.passages[i].ref, again.passages[i].ref) != 0 ||
            strcmp(once.passages[i].text, again.passages[i].text) != 0)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct charset_text t;
    struct err err;
    char *exact; /* so that a byte too far is noticed */

    if (charset_open(&t, (const char *)data, size, &err) < 0)
        return 0;
    exact = malloc(t.n + 1);
    if (!exact)
        abort();
    memcpy(exact, t.p, t.n);
    exact = realloc(exact, t.n ? t.n : 1);
    for (int kind = TEXT_PLAIN; kind <= TEXT_RECORDS; kind++)
        read_twice((enum text_kind)kind, exact, t.n);
    free(exact);
    charset_done(&t);
    return 0;
}
