/* doctor.c - is all well? The store looks at the home; the engine is looked at here, by starting it, and so is what the
 * kernel can do to confine the process that reads files. */
#include "store/home/doctor.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "data/dataset.h"
#include "link/wordnet.h"
#include "llm/llm.h"
#include "ops/admin/admin.h"
#include "ops/admin/admin_ops.h"
#include "sys/confine.h"

/* Where it runs: in a worker, here one without any data. */
static void check_engine(struct call *c, struct datasets *datasets, struct json *report)
{
    struct dataset *ds;
    const struct table *none;
    struct err err;
    size_t n;
    int status = dataset_open(datasets, &(struct dataset_spec){ .private = true }, c->cancel, &ds, &err);

    if (status == 0) {
        status = dataset_tables(ds, c->cancel, &none, &n, &err);
        dataset_release(ds);
    }
    if (status < 0)
        doctor_add(c->arena, report, "engine", DOCTOR_BAD, err.message, err.action);
    else
        doctor_add(c->arena, report, "engine", DOCTOR_OK, "The query engine starts.", NULL);
}

/* Files are read all the same where the kernel lacks something: a person should know with how much less care. */
static void check_confinement(struct arena *a, struct json *report)
{
    struct confine_level level = confine_level();

    if (level.seccomp && level.landlock > 0)
        doctor_add(a, report, "sandbox", DOCTOR_OK,
                   arena_printf(a, "Files are read in a process confined by seccomp and Landlock (version %d).",
                                level.landlock),
                   NULL);
    else
        doctor_add(a, report, "sandbox", DOCTOR_WARN,
                   level.seccomp    ? "Files are read in a process confined by seccomp; this kernel has no Landlock."
                   : level.landlock ? "Files are read in a process confined by Landlock; this kernel has no seccomp."
                                    : "Files are read in a process of their own, which this kernel cannot confine.",
                   "Use a kernel with both switched on: Linux 5.13 or later.");
}

/* Which words mean the same is compiled into the program, where the package was there when it was built. */
static void check_words(struct arena *a, struct json *report)
{
    if (wordnet_is_there())
        doctor_add(a, report, "words", DOCTOR_OK, "WordNet is built in: words that mean the same find each other.",
                   NULL);
    else
        doctor_add(a, report, "words", DOCTOR_WARN,
                   "WordNet is not built in: questions must use the words that the data have.",
                   "Build the program with the package wordnet-base installed.");
}

/* Which model is set and where it is asked, by its host alone. It is not asked for this. */
static void check_model(struct arena *a, const struct admin *admin, struct json *report)
{
    struct err err;

    if (admin->no_llm)
        doctor_add(a, report, "models", DOCTOR_WARN,
                   arena_printf(a, "%s The built-in voice answers alone.", admin->no_llm->message),
                   *admin->no_llm->action ? admin->no_llm->action : NULL);
    else if (!admin->llm)
        doctor_add(a, report, "models", DOCTOR_OK, "No model is configured; the built-in voice answers.", NULL);
    else if (llm_ready(admin->llm, &err) < 0)
        doctor_add(a, report, "models", DOCTOR_WARN, err.message, err.action);
    else if (llm_is_overheard(admin->llm))
        doctor_add(a, report, "models", DOCTOR_WARN,
                   arena_printf(a,
                                "The model %s at %s is asked about unclear messages, over a connection that others can "
                                "read.",
                                llm_name(admin->llm), llm_host(admin->llm)),
                   "Give ASSAY_MODEL_URL an address that begins with https://.");
    else
        doctor_add(a, report, "models", DOCTOR_OK,
                   arena_printf(a, "The model %s at %s (%s) is asked about unclear messages.", llm_name(admin->llm),
                                llm_host(admin->llm),
                                llm_is_local(admin->llm) ? "this machine" : "another machine: messages leave this one"),
                   NULL);
}

int doctor_run(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct admin *admin = c->service;
    struct arena *a = c->arena;
    struct json *report = doctor_new(a);

    (void)args;
    if (doctor_check_home(a, admin->home, admin->settings, 0, c->world, c->cancel, report, err) < 0)
        return -1;
    check_engine(c, admin->datasets, report);
    check_confinement(a, report);
    check_model(a, admin, report);
    check_words(a, report);
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
