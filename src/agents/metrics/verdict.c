/* verdict.c - thresholds, each with its reason, and plain statistics.
 *
 * A part is behind a change when it has at least PART_SHARE of it: less, and four others of its kind could be. It must
 * also have clearly more than its size gives it, by PART_EXCESS of the change: where everything falls by a tenth, the
 * largest part falls the most and explains nothing. Below PART_NOTHING of excess it moved as all the others did.
 *
 * Days vary. Two means differ beyond noise when they lie NOISE_ERRORS standard errors apart (Welch): at two, one still
 * comparison in twenty would be called a change, at three one in three hundred. The most extreme of n segments lies
 * about sqrt(2 ln n) out by chance: what was picked among n must lie NOISE_PICKED beyond that (squared), so that about
 * one search in a hundred calls chance a cause. Where there are weeks of days, how far they stray is taken about the
 * mean of their weekday, and a step is looked for in what they differ from it: a shop that is shut on Sundays does not
 * stray.
 */
#include "agents/metrics/verdict.h"
#include "agents/metrics/probe.h"
#include "base/json.h"
#include "base/limits.h"
#include <math.h>

#define PART_SHARE 0.25
#define PART_EXCESS 0.15
#define PART_NOTHING 0.05
#define NOISE_ERRORS 3.0
#define NOISE_PICKED 6.0
#define WEEK 7
#define WEEKS 3        /* with fewer a weekday has no mean worth the name */
#define NOISE_DAYS 3   /* with fewer days of either period nothing can be said of their variation */
#define ONSET_DAYS 5   /* of a new level, at least, and of the baseline */
#define ONSET_EDGE 2   /* days before and after a step: one day is an outlier, not a level */
#define ONSET_NEAR 0.3 /* of the change: so near the baseline's level lie the days before */
#define ONSET_STEP 0.6 /* of the change: so much of it comes with the step */

/* ---- parts ---- */

static double number(const struct json *result, size_t row, const char *column)
{
    return json_real(result_cell(result, row, column));
}

static double total(const struct json *result, const char *column)
{
    double sum = 0;

    for (size_t i = 0; i < json_len(json_get(result, "rows")); i++)
        sum += number(result, i, column);
    return sum;
}

struct concentration verdict_parts(const struct json *result, const struct json *whole, bool is_ratio)
{
    const char *size = is_ratio ? "baseline_rows" : "baseline";
    const struct json *of = whole ? whole : result;
    double change = total(of, "change"), all = total(of, size), best = 0;
    struct concentration c = { .verdict = VERDICT_NO };

    for (size_t i = 0; i < json_len(json_get(result, "rows")); i++) {
        double share = change != 0 ? number(result, i, "change") / change : 0;
        double expected = all != 0 ? number(result, i, size) / all : 0;
        if (share - expected <= best && c.any)
            continue;
        best = share - expected;
        c = (struct concentration){
            .verdict = VERDICT_NO, .row = i, .share = share, .expected = expected, .any = true
        };
    }
    if (!c.any || change == 0)
        return c;
    if (c.share >= PART_SHARE && c.share - c.expected >= PART_EXCESS)
        c.verdict = VERDICT_YES;
    else if (c.share - c.expected >= PART_NOTHING && c.share >= PART_SHARE / 2)
        c.verdict = VERDICT_OPEN;
    return c;
}

/* ---- days ---- */

static double mean(const double *values, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return n > 0 ? sum / (double)n : 0;
}

static bool has_weeks(const struct days *d)
{
    return d->is_daily && d->n >= WEEK * WEEKS;
}

/* The mean of every seventh day from that one on. */
static double weekday_mean(const struct days *d, size_t from)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = from; i < d->n; i += WEEK, n++)
        sum += d->values[i];
    return sum / (double)n;
}

/* About the mean, or where there are weeks of days each about the mean of its weekday. */
static double variance(const struct days *d)
{
    size_t means = has_weeks(d) ? WEEK : 1;
    double sum = 0;

    for (size_t i = 0; i < d->n; i++) {
        double m = means == 1 ? mean(d->values, d->n) : weekday_mean(d, i % WEEK);
        sum += (d->values[i] - m) * (d->values[i] - m);
    }
    return d->n > means ? sum / (double)(d->n - means) : 0;
}

bool verdict_is_noise(const struct days *baseline, const struct days *comparison, size_t among)
{
    double distance = fabs(mean(comparison->values, comparison->n) - mean(baseline->values, baseline->n));
    double error;

    if (distance == 0)
        return true;
    if (baseline->n < NOISE_DAYS || comparison->n < NOISE_DAYS)
        return false;
    error = sqrt(variance(baseline) / (double)baseline->n + variance(comparison) / (double)comparison->n);
    return distance < error * sqrt(fmax(NOISE_ERRORS * NOISE_ERRORS, NOISE_PICKED + 2 * log((double)among)));
}

/* The days without what their weekday usually differs from the others by, as the baseline has it. */
static void level_weeks(const struct days *baseline, const struct days *days, double *ret)
{
    double level = mean(baseline->values, baseline->n);

    for (size_t i = 0; i < days->n; i++) {
        int64_t from = (days->first + (int64_t)i - baseline->first) % WEEK;
        ret[i] = days->values[i];
        if (has_weeks(baseline) && days->is_daily)
            ret[i] += level - weekday_mean(baseline, (size_t)(from < 0 ? from + WEEK : from));
    }
}

/* The day that parts them best, each side at least `edge` long. */
static size_t best_cut(const double *values, size_t n, size_t edge)
{
    double best = -1;
    size_t day = edge;

    for (size_t k = edge; k + edge <= n; k++) {
        double size = fabs(mean(values + k, n - k) - mean(values, k)) * sqrt((double)k * (double)(n - k) / (double)n);
        if (size <= best)
            continue;
        best = size;
        day = k;
    }
    return day;
}

struct onset verdict_onset(const struct days *baseline, const struct days *comparison)
{
    double level = mean(baseline->values, baseline->n), before, after, flat[METRICS_DAYS], usual[METRICS_DAYS];
    struct days from = { .n = baseline->n }, to;
    size_t n = comparison->n, day;
    struct onset o = { .verdict = VERDICT_OPEN };

    if (n < ONSET_EDGE + ONSET_DAYS || n > METRICS_DAYS || baseline->n < ONSET_DAYS || baseline->n > METRICS_DAYS)
        return o;
    level_weeks(baseline, baseline, usual);
    level_weeks(baseline, comparison, flat);
    day = best_cut(flat, n, n < 2 * ONSET_DAYS ? ONSET_EDGE : ONSET_DAYS);
    before = mean(flat, day);
    after = mean(flat + day, n - day);
    from.values = usual;
    to = (struct days){ .values = flat + day, .n = n - day };
    o = (struct onset){ VERDICT_NO, day, mean(comparison->values, day), mean(comparison->values + day, n - day) };
    if (fabs(before - level) <= ONSET_NEAR * fabs(after - level) &&
        fabs(after - before) >= ONSET_STEP * fabs(after - level) && to.n >= ONSET_DAYS &&
        !verdict_is_noise(&from, &to, n))
        o.verdict = VERDICT_YES;
    return o;
}
