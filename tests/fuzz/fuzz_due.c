/* fuzz_due.c - any text as a date, a rule, a span and a reminder, at every word of it. The first bytes set the clock.
 * What is read must be a real time, take no more words than there are, and mean the same when it is written and read
 * again. */
#include "agents/tasks/dates/due.h"
#include "base/buf.h"
#include "lang/phrase.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void check_due(const struct due *d, const struct civil *now)
{
    char text[TIME_TEXT_BYTES], words[DUE_WORDS_BYTES];
    struct due again;

    must(d->day >= FIRST_DAY && d->day <= LAST_DAY);
    must(!d->has_time || (d->hour >= 0 && d->hour < 24 && d->minute >= 0 && d->minute < 60));
    due_text(d, text);
    due_words(d, now, words);
    if (d->day >= 0 && d->day < 365000) {
        must(due_read(text, now, &again));
        must(again.day == d->day && again.has_time == d->has_time);
        must(!d->has_time || (again.hour == d->hour && again.minute == d->minute));
    }
}

static void check_repeat(const struct repeat *r, const struct due *first)
{
    struct buf words CLEANUP(buf_done) = BUF(1000);
    char text[REPEAT_TEXT_BYTES], once_more[REPEAT_TEXT_BYTES];
    struct repeat again, going = *r;
    int64_t day = first->day, next;

    repeat_text(r, text);
    must(repeat_read(text, strlen(text), &again));
    repeat_text(&again, once_more);
    must(strcmp(text, once_more) == 0);
    repeat_words(r, &words);
    must(words.n > 0);
    for (int i = 0; i < 50 && repeat_next(&going, day, &next); i++) {
        must(next > day);
        day = next;
    }
}

static void check_at(const struct phrase_word *w, size_t n, const struct civil *now)
{
    struct due due, first;
    struct repeat r;
    struct due_before before;
    struct due_span span;
    size_t took = due_at(w, n, now, &due);

    must(took <= n);
    if (took > 0)
        check_due(&due, now);
    took = due_repeat_at(w, n, now, &r, &first);
    must(took <= n);
    if (took > 0) {
        check_due(&first, now);
        check_repeat(&r, &first);
    }
    took = due_before_at(w, n, &before);
    must(took <= n && (took == 0 || before.minutes >= 0));
    took = due_span_at(w, n, now, &span);
    must(took <= n && (took == 0 || span.is_overdue || span.from <= span.to));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct civil now;
    struct phrase p;
    struct due due;
    struct due_before before;
    struct repeat r;
    char *text;

    if (size < 4 || size > 600) /* a date has DUE_WINDOW words at most: more would only be slower */
        return 0;
    now = civil_from_us((data[0] * 256 + data[1]) * DAY_US / 2 + (data[2] * 256 + data[3]) * INT64_C(1000000));
    text = strndup((const char *)data + 4, size - 4);
    must(text != NULL);
    phrase_split(text, text + strlen(text), &p);
    for (size_t i = 0; i < p.n; i++)
        check_at(p.words + i, p.n - i, &now);
    if (due_read(text, &now, &due))
        check_due(&due, &now);
    if (due_repeat_read(text, &now, &r, &due))
        check_repeat(&r, &due);
    (void)due_before_read(text, &before);
    (void)repeat_read(text, strlen(text), &r);
    free(text);
    return 0;
}
