/* pii_fold.h - a text as it is compared with what personal data look like: the same number written in other characters
 * is the same number.
 *
 * Digits of every script become 0 to 9; full-width and other forms of a letter become the letter, and letters with
 * accents the one without; every kind of blank becomes a space, every kind of hyphen or dash a "-". What is not seen
 * (soft hyphens, zero-width characters, marks of direction) is dropped. Case stays: it tells where words begin.
 * Characters that have no ASCII form stay as they are, and so do bytes that are no UTF-8.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* True when folding changes nothing: the text is ASCII. */
bool pii_is_plain(const char *p, size_t n);

/* Folds as much as fits into `size` bytes; *ret_used says how much of the text that was, which ends between characters.
 * Returns the bytes written. */
size_t pii_fold(const char *p, size_t n, char *to, size_t size, size_t *ret_used);
