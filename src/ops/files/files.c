/* files.c - the operations on uploads, declared and done; store/records/uploads.h keeps them. */
#include "ops/files/files.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/text/show.h"
#include "gate/op.h"
#include "gate/table.h"
#include "model/fields.h"
#include "model/page.h"
#include "store/records/uploads.h"
#include "sys/location.h"

/* ---- running ---- */

static int add(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct files *f = c->service;
    struct location from;
    struct upload_file file = { .from = &from,
                                .name = json_get_text(args, "name"),
                                .description = json_get_text(args, "description") };

    if (call_locate(c, json_get_text(args, "path"), &from, err) < 0)
        return -1;
    return uploads_add(c->arena, f->home, c->user, c->world, &file, c->cancel, ret, err);
}

static int list(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct files *f = c->service;
    struct arena *a = c->arena;
    struct page page = page_of(args);
    struct json *all, *items = json_array(a);

    if (uploads_list(a, f->home, c->user, c->cancel, &all, err) < 0)
        return -1;
    for (size_t i = page.offset; i < json_len(all) && i - page.offset < page.limit; i++)
        json_push(a, items, json_at(all, i));
    *ret = page_json(a, &page, items, (int64_t)json_len(all));
    return 0;
}

static int drop(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct files *f = c->service;
    const char *id = json_get_text(args, "id");

    if (uploads_remove(c->arena, f->home, c->user, id, err) < 0)
        return -1;
    *ret = json_object(c->arena);
    json_set(c->arena, *ret, "id", json_str(c->arena, id));
    return 0;
}

static int drop_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    const struct files *f = c->service;
    struct arena *a = c->arena;
    struct json *item, *row = json_object(a);

    if (uploads_get(a, f->home, c->user, json_get_text(args, "id"), &item, err) < 0)
        return -1;
    json_set(a, row, "id", json_get(item, "id"));
    json_set(a, row, "version", json_get(item, "sha256"));
    ret->rows = json_push(a, json_array(a), row);
    ret->summary = arena_printf(a, "Remove the file '%s' from assay.", json_get_text(item, "name"));
    return 0;
}

/* ---- showing ---- */

static void show_item(struct buf *b, const struct json *item)
{
    buf_addf(b, "%s  ", json_get_text(item, "name"));
    show_number(b, json_digits(json_get(item, "bytes")));
    buf_addf(b, " bytes  %s\n    %s\n", json_get_text(item, "uploaded_at"), json_get_text(item, "data"));
}

static void list_text(struct buf *b, const struct json *result)
{
    const struct json *items = json_get(result, "items");

    for (size_t i = 0; i < json_len(items); i++)
        show_item(b, json_at(items, i));
    if (json_len(items) == 0)
        buf_adds(b, "No files here.\n");
}

static void drop_text(struct buf *b, const struct json *result)
{
    (void)result;
    buf_adds(b, "Removed.\n");
}

/* ---- declarations ---- */

static const struct model_field add_fields[] = {
    FIELD("path", TEXT, REQ | MODEL_PATH | MODEL_WORDS, "The file to bring.", .position = 1, .metavar = "PATH",
          .range = BETWEEN(1, DATA_PATH_CHARS)),
    FIELD("name", TEXT, MODEL_WORDS, "What to call it; otherwise it keeps its name.",
          .range = BETWEEN(1, UPLOAD_NAME_BYTES)),
    FIELD("description", TEXT, OPT | MODEL_WORDS, "What is in it.", .range = AT_MOST(UPLOAD_DESCRIPTION_CHARS)),
    END,
};
static const struct model_entity add_input = ENTITY("files.add", "Which file.", add_fields);

static const struct model_field item_fields[] = {
    FIELD("id", UUID4, REQ, "The file's id."),
    FIELD("name", TEXT, REQ, "Its name."),
    FIELD("description", TEXT, NUL, "What is in it."),
    FIELD("bytes", INT, REQ, "How large it is."),
    FIELD("sha256", SHA256, REQ, "Hash of its bytes."),
    FIELD("uploaded_at", UTC, REQ, "When it came."),
    FIELD("data", TEXT, REQ, "How to name it in the data of a question."),
    END,
};
static const struct model_entity item = ENTITY("File", "A file that was given to assay.", item_fields);

static const struct model_field list_fields[] = {
    PAGE_INPUT(PAGE_MOST),
    END,
};
static const struct model_entity list_input = ENTITY("files.list", "Which of them.", list_fields);

static const struct model_field listed_fields[] = {
    FIELD("items", LIST, REQ, "The newest first.", .each = EACH_ENTITY(item)),
    PAGE_OUTPUT,
    END,
};
static const struct model_entity listed = ENTITY("files.list result", "Files.", listed_fields);

static const struct model_field drop_fields[] = {
    FIELD("id", UUID4, REQ, "The file's id.", .position = 1, .metavar = "ID"),
    END,
};
static const struct model_entity drop_input = ENTITY("files.remove", "Which file.", drop_fields);
static const struct model_field dropped_fields[] = { FIELD("id", UUID4, REQ, "The file that is gone."), END };
static const struct model_entity dropped = ENTITY("files.remove result", "What is gone.", dropped_fields);

static const struct op ops[] = {
    { .name = "files.add",
      .command = "files add",
      .summary = "Keep a copy of a file in the home, to ask questions of.",
      .input = &add_input,
      .output = &item,
      .flags = OP_MAKES_FILES,
      .timeout_ms = HOME_BACKUP_MS,
      .run = add,
      .show = show_item },
    { .name = "files.list",
      .command = "files list",
      .summary = "List the files that were given to assay.",
      .use = "List the files that were uploaded to assay, with the upload:// names by which other tools read them.",
      .group = OP_GROUP_FILES,
      .input = &list_input,
      .output = &listed,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .run = list,
      .show = list_text },
    { .name = "files.remove",
      .command = "files remove",
      .summary = "Remove a file that was given to assay.",
      .input = &drop_input,
      .output = &dropped,
      .flags = OP_DESTRUCTIVE | OP_MAKES_FILES,
      .run = drop,
      .affects = drop_affects,
      .show = drop_text },
};

int files_add(struct op_table *t, struct files *f, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), f, err);
}
