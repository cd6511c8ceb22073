/* fuzz_todotxt.c - any text as a todo.txt: its lines become tasks within our limits, or it is refused; and a task that
 * is written as a line reads as one task again.
 */
#include "agents/tasks/exchange/todotxt.h"
#include "fuzz_tasks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = fuzz_wall();
    struct intake in;

    if (!fuzz_read(todotxt_read, a, &w, data, size, &in))
        return 0;
    for (size_t i = 0; i < json_len(in.tasks) && i < 100; i++) {
        struct buf line CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
        struct intake again;
        todotxt_write(&line, &w, json_at(in.tasks, i));
        must(!line.failed && fuzz_read(todotxt_read, a, &w, line.p, line.n, &again) && json_len(again.tasks) == 1);
        must(json_equal(json_get(json_at(in.tasks, i), "title"), json_get(json_at(again.tasks, 0), "title")));
        must(json_equal(json_get(json_at(in.tasks, i), "due"), json_get(json_at(again.tasks, 0), "due")));
        must(json_equal(json_get(json_at(in.tasks, i), "tags"), json_get(json_at(again.tasks, 0), "tags")) ||
             json_len(json_get(json_at(in.tasks, i), "tags")) > 1);
    }
    return 0;
}
