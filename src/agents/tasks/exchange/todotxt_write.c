/* todotxt_write.c - a task as a line.
 *
 * The day it was made is always written, so that a title may begin with what would mean something at the beginning of a
 * line: an x, a letter in brackets, a day.
 */
#include "agents/tasks/exchange/draft.h"
#include "agents/tasks/exchange/todotxt.h"
#include "agents/tasks/exchange/todotxt_words.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include "base/zone/zone.h"
#include <string.h>

static void put_day(struct buf *b, int64_t us, const struct zone *zone)
{
    struct civil c = zone_local(zone, us);
    char text[TIME_TEXT_BYTES];

    date_text(civil_days(c.year, c.month, c.day), text);
    buf_addf(b, "%s ", text);
}

static char letter_of(const char *priority)
{
    return *priority == 'h' ? 'A' : *priority == 'm' ? 'B' : 'C';
}

static void put_head(struct buf *b, const struct wall *wall, const struct json *task)
{
    int64_t created = task_instant(task, "created_at"), completed = task_instant(task, "completed_at");
    const char *priority = json_get_text(task, "priority");

    if (completed != NO_TIME) {
        buf_adds(b, "x ");
        put_day(b, completed, wall->zone);
    } else if (priority) {
        buf_addf(b, "(%c) ", letter_of(priority));
    }
    put_day(b, created != NO_TIME ? created : wall->now_us, wall->zone);
}

/* Whether the title has it as a word of its own within the sentence. */
static bool title_has(const char *title, const char *word)
{
    size_t n = strlen(word);

    for (const char *p = title; (p = strstr(p, word)); p++)
        if ((p == title || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0'))
            return true;
    return false;
}

/* As a word of a line. */
static void tag_word(struct buf *word, const char *tag)
{
    buf_addf(word, "%s%s", *tag == '@' && tag[1] ? "" : "+", tag);
}

/* With all of them, or only those that the title does not have. */
static void put_tags(struct buf *b, const struct json *tags, const char *title, bool all)
{
    for (size_t i = 0; i < json_len(tags); i++) {
        struct buf word CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
        tag_word(&word, json_text(json_at(tags, i), NULL));
        if (all || !title_has(title, word.p))
            buf_addf(b, " %s", word.p);
    }
}

static bool is_one_of(const struct todotxt_word *w, const struct json *tags)
{
    for (size_t i = 0; i < json_len(tags); i++) {
        struct buf word CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
        tag_word(&word, json_text(json_at(tags, i), NULL));
        if (word.n == w->n && memcmp(word.p, w->p, w->n) == 0)
            return true;
    }
    return false;
}

/* Whether a reader would take a word of the title for something else: a tag that the task does not have, or one that
 * stands at either end, or a key of ours. *ret is how many words it has. */
static bool is_misread(const char *title, const struct json *tags, size_t *ret)
{
    const char *p = title, *end = title + strlen(title);
    bool is_last_plain = false, is_wrong = false;
    struct todotxt_word w;
    size_t n = 0;

    while (todotxt_next(&p, end, &w)) {
        is_last_plain = !todotxt_is_tag(&w);
        is_wrong |= todotxt_key(&w) || (!is_last_plain && (n == 0 || !is_one_of(&w, tags)));
        n++;
    }
    *ret = n;
    return is_wrong || !is_last_plain;
}

static void put_rule(struct buf *b, const struct json *task)
{
    static const char units[] = {
        [REPEAT_DAYS] = 'd', [REPEAT_WEEKS] = 'w', [REPEAT_MONTHS] = 'm', [REPEAT_YEARS] = 'y'
    };
    char text[REPEAT_TEXT_BYTES];
    struct repeat r;

    if (!task_repeat(task, &r))
        return;
    if (r.nth || r.month_day || r.month || r.count || r.until || r.weekdays) {
        repeat_text(&r, text);
        buf_addf(b, " rrule:%s", text);
    } else {
        buf_addf(b, " rec:+%d%c", r.interval, units[r.unit]);
    }
}

static void put_desc(struct buf *b, const char *text)
{
    buf_adds(b, " desc:");
    for (; *text; text++)
        if ((unsigned char)*text <= ' ' || *text == '%' || *text == 0x7f)
            buf_addf(b, "%%%02X", (unsigned)(unsigned char)*text);
        else
            buf_addc(b, *text);
}

static void put_field(struct buf *b, const struct json *task, const char *key)
{
    const char *text = json_get_text(task, key);

    if (text)
        buf_addf(b, " %s:%s", key, text);
}

void todotxt_write(struct buf *b, const struct wall *wall, const struct json *task)
{
    const char *zone = json_get_text(task, "time_zone"), *description = json_get_text(task, "description");
    const char *priority = json_get_text(task, "priority");
    const struct json *tags = json_get(task, "tags");
    struct buf title CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
    size_t words;
    bool is_counted;

    for (const char *p = json_get_text(task, "title"); *p; p++)
        buf_addc(&title, (unsigned char)*p < ' ' ? ' ' : *p);
    is_counted = is_misread(title.p, tags, &words);
    put_head(b, wall, task);
    buf_adds(b, title.p);
    put_tags(b, tags, title.p, is_counted);
    put_field(b, task, "due");
    put_field(b, task, "remind");
    if (zone && strcmp(zone, wall->name) != 0)
        buf_addf(b, " tz:%s", zone);
    put_rule(b, task);
    if (priority && task_instant(task, "completed_at") != NO_TIME)
        buf_addf(b, " pri:%c", letter_of(priority));
    if (description)
        put_desc(b, description);
    if (is_counted)
        buf_addf(b, " " TODOTXT_TITLE_WORDS ":%zu", words);
    buf_addc(b, '\n');
}
