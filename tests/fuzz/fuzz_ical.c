/* fuzz_ical.c - any text as a calendar: tasks within our limits, or a refusal; and tasks that are written as a calendar
 * read as the same ones again.
 */
#include "agents/tasks/exchange/ical.h"
#include "fuzz_tasks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf text CLEANUP(buf_done) = BUF(TASK_EXPORT_BYTES);
    struct wall w = fuzz_wall();
    struct intake in, again;
    struct ical_out out;

    if (!fuzz_read(ical_read, a, &w, data, size, &in))
        return 0;
    ical_open(&out, &w, ICAL_COPY);
    for (size_t i = 0; i < json_len(in.tasks); i++)
        ical_add(&out, json_at(in.tasks, i), "uid");
    ical_close(&out, &text);
    ical_done(&out);
    must(!text.failed && fuzz_read(ical_read, a, &w, text.p, text.n, &again));
    must(json_len(again.tasks) == json_len(in.tasks));
    for (size_t i = 0; i < json_len(in.tasks); i++) {
        must(json_equal(json_get(json_at(in.tasks, i), "title"), json_get(json_at(again.tasks, i), "title")));
        must(json_equal(json_get(json_at(in.tasks, i), "due"), json_get(json_at(again.tasks, i), "due")));
    }
    return 0;
}
