/* learned.h - questions that the rules of src/lang do not understand, read by what was learned (data.read).
 *
 * What was learned gives several readings and how likely each is. One is taken where it is likely enough and where no
 * number, period, name or quotation of the question, and no word that asks for a figure or a negation, is without its
 * place in it. The answer says what of the question was left
 * out, and that it is not sure where that is so.
 *
 * The rules go when the learned reader can do all that they do; then this is the one way to read.
 */
#pragma once
#include "inquiry/words.h"

/* Whether another reading may mend what the rules refused. "2" is no question. Where they say that the data do not
 * allow what was asked (a sum of texts, amounts in several currencies), nobody else is asked. */
bool learned_may_read(const struct words_input *in, const struct err *refused);

/* Fills request, confidence, note, seen and is_about, and returns true; or changes nothing: the program was built
 * without what reads, nothing fits, or nothing is likely enough. refused: what the rules said. doubtful: the rules have
 * a reason against any answer, so that only a sure reading is taken. */
bool learned_read(const struct words_input *in, const struct err *refused, bool doubtful, struct words_reading *ret);
