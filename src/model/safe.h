/* safe.h - what may not stand in a text that people are shown.
 *
 * The program keeps messages safe by making them apart from their details (err.h); this is the seeds' own rule on top
 * of that, applied when an error entity is checked, so that a slip is found in a test and not on a screen. It knows the
 * shapes the seeds name: stack traces, absolute paths, sheets and cells called by name, keys and environment variables.
 */
#pragma once

/* NULL when the text may be shown; else what is wrong with it, as words that fit "must not hold ...". */
const char *safe_fault(const char *text);
