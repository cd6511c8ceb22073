/* fuzz_taskwarrior.c - any text as Taskwarrior's JSON: tasks within our limits, or a refusal; and a task that is
 * written reads as the same one again.
 */
#include "agents/tasks/exchange/taskwarrior.h"
#include "fuzz_tasks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = fuzz_wall();
    struct intake in;

    if (!fuzz_read(taskwarrior_read, a, &w, data, size, &in))
        return 0;
    for (size_t i = 0; i < json_len(in.tasks) && i < 100; i++) {
        const struct json *task = json_at(in.tasks, i);
        struct buf text CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
        struct intake again;
        json_write(&text, taskwarrior_object(a, &w, task, "7e1f9a52-0c4b-4d3e-9f00-1234567890ab"));
        must(!text.failed && fuzz_read(taskwarrior_read, a, &w, text.p, text.n, &again) && json_len(again.tasks) == 1);
        must(json_equal(json_get(task, "title"), json_get(json_at(again.tasks, 0), "title")));
        must(json_equal(json_get(task, "due_at"), json_get(json_at(again.tasks, 0), "due_at")) ||
             fuzz_is_midnight(task));
    }
    return 0;
}
