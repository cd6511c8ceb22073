/* asked.h - what is asked, as arguments of an operation: a question in words, or a query in its place.
 */
#pragma once
#include "model/fields.h"

#define ASKED_FIELDS                                                                                                   \
    FIELD("query", OBJECT, MODEL_WORDS, "In place of a question: a query in the typed form, run as it stands.",        \
          .metavar = "FILE"),                                                                                          \
        FIELD("question", TEXT, REQ | MODEL_WORDS, "The question, in plain words.", .position = 1,                     \
              .metavar = "QUESTION", .range = BETWEEN(1, QUESTION_CHARS), .instead = "query")
