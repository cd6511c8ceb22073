/* cue_print.c - the features of messages, for scripts/train/train-cues: what is trained is what is asked later.
 *
 * Reads lines: a message, the tool that was used last or nothing, and the titles of the tasks that are there, those of
 * completed ones with "x " before them, with tabs between them. Prints the features of each on a line, with tabs
 * between them.
 */
#include "agents/tasks/parse/intent.h"
#include "agents/tasks/parse/intent_model.h"
#include "base/arena.h"
#include "base/timefmt.h"
#include "lines.h"
#include <stdio.h>
#include <string.h>

#define TASKS 64 /* of a line */

static void print_features(char *line)
{
    const struct civil now = { .year = 2026, .month = 11, .day = 16, .hour = 9 };
    struct arena *a = arena_new();
    struct scene_task tasks[TASKS];
    struct message_scene scene = { .tasks = tasks };
    const char **features, *message = next_field(&line);
    struct task_intent intents[MESSAGE_INTENTS];
    size_t n;

    scene.just = next_field(&line);
    if (scene.just && !*scene.just)
        scene.just = NULL;
    for (const char *title; scene.n < TASKS && (title = next_field(&line)); scene.n++) {
        bool is_done = strncmp(title, "x ", 2) == 0;
        tasks[scene.n] = (struct scene_task){ title + (is_done ? 2 : 0), is_done };
    }
    n = intents_read(a, message, &now, intents);
    n = intent_features(a, message, intents, n, &scene, &features);
    for (size_t i = 0; i < n; i++)
        printf("%s%s", i ? "\t" : "", features[i]);
    puts("");
    arena_free(a);
}

int main(void)
{
    each_line(print_features);
    return 0;
}
