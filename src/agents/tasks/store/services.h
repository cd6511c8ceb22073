/* services.h - what the operations on tasks work on. The program fills it in when it opens the home. */
#pragma once

struct llm;
struct store;

struct tasks {
    struct store *store; /* there before the first operation runs */
    struct llm *llm;     /* that reads what the built-in reading is not sure of; NULL: none is set */
};
