/* fit_print.c - what can be seen of each task in a message, for scripts/train/train-fits: what is trained is what is
 * asked later.
 *
 * Reads lines: the kind of intent (update, complete, reopen, delete), a message, and the titles of the tasks that are
 * there, those of completed ones with "x " before them, with tabs between them. Prints for each the features of the
 * tasks, commas between those of a task and tabs between tasks.
 */
#include "agents/tasks/resolve/candidate_model.h"
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/timefmt.h"
#include "lines.h"
#include "store/db/stems.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum intent_kind kind_of(const char *name)
{
    return strcmp(name, "update") == 0     ? INTENT_UPDATE
           : strcmp(name, "complete") == 0 ? INTENT_COMPLETE
           : strcmp(name, "reopen") == 0   ? INTENT_REOPEN
                                           : INTENT_DELETE;
}

static void print_features(struct turn *t, char *line)
{
    enum intent_kind kind = kind_of(next_field(&line));
    struct task_candidates m = { .t = t, .said = next_field(&line), .tasks = json_array(t->a) };
    struct candidate_view *all;

    m.words = content_of(t, m.said);
    for (const char *title; (title = next_field(&line));) {
        bool is_done = strncmp(title, "x ", 2) == 0;
        struct json *task = json_set(t->a, json_object(t->a), "title", json_str(t->a, title + (is_done ? 2 : 0)));
        json_push(t->a, m.tasks, json_set(t->a, task, "status", json_str(t->a, is_done ? "completed" : "pending")));
    }
    m.titles = arena_array(t->a, json_len(m.tasks) + 1, sizeof *m.titles);
    for (size_t i = 0; i < json_len(m.tasks); i++)
        m.titles[i] = content_of(t, json_get_text(json_at(m.tasks, i), "title"));
    all = candidate_features(&m, kind);
    for (size_t i = 0; i < json_len(m.tasks); i++) {
        printf("%s", i ? "\t" : "");
        for (size_t k = 0; k < all[i].n; k++)
            printf("%s%s", k ? "," : "", *all[i].names[k] ? all[i].names[k] : "bias");
    }
    puts("");
}

int main(void)
{
    struct turn *t = calloc(1, sizeof *t);
    struct err err;
    char *line = NULL;
    size_t room = 0;

    if (!t || stems_new(&t->stems, &err) < 0)
        return 1;
    t->now = (struct civil){ .year = 2026, .month = 11, .day = 16, .hour = 9 };
    while (getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        t->a = arena_new();
        print_features(t, line);
        arena_free(t->a);
    }
    free(line);
    stems_free(t->stems);
    free(t);
    return 0;
}
