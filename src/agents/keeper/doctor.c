/* doctor.c - is all well? The store looks at the home; the engine is looked at here, by starting it. */
#include "store/doctor.h"
#include "agents/keeper/keeper.h"
#include "agents/keeper/keeper_ops.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "data/engine.h"

static void check_engine(struct arena *a, struct json *report)
{
    struct engine *engine;
    struct err err;

    if (engine_open(1, &engine, &err) < 0) {
        doctor_add(a, report, "engine", DOCTOR_BAD, err.message, err.action);
        return;
    }
    engine_close(engine);
    doctor_add(a, report, "engine", DOCTOR_OK, "The query engine starts.", NULL);
}

int doctor_run(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct keeper *k = c->service;
    struct arena *a = c->arena;
    struct json *report = doctor_new(a);

    (void)args;
    if (doctor_check_home(a, k->home, 0, c->world, c->cancel, report, err) < 0)
        return -1;
    check_engine(a, report);
    doctor_add(a, report, "models", DOCTOR_OK, "No model is configured; the built-in voice answers.", NULL);
    json_set(a, report, "ok", json_bool(a, strcmp(json_get_text(report, "status"), "bad") != 0));
    *ret = report;
    return 0;
}

void doctor_text(struct buf *b, const struct json *result)
{
    const struct json *checks = json_get(result, "checks");

    for (size_t i = 0; i < json_len(checks); i++) {
        const struct json *check = json_at(checks, i);
        const char *action = json_get_text(check, "action");
        buf_addf(b, "%-5s %-10s %s\n", json_get_text(check, "status"), json_get_text(check, "name"),
                 json_get_text(check, "message"));
        if (action)
            buf_addf(b, "                 %s\n", action);
    }
}
