/* args.c - see args.h. Order of flags and arguments is free; an argument that repeats takes all that is left. */
#include "cli/args.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "gate/op.h"
#include "sys/file.h"
#include <unistd.h>

static const struct common_flag common[] = {
    { "--home", "DIR", "Where assay keeps everything (else $ASSAY_HOME)." },
    { "--user", "NAME", "Whose data this is; 'local' unless said." },
    { "--json", NULL, "Print one JSON object and nothing else." },
    { "--private", NULL, "Keep nothing of what is asked: no words, and no hashes of words." },
    { "--yes", NULL, "Confirm beforehand what would need a confirmation." },
    { "--help", NULL, "Show this help." },
};

size_t args_common_flags(const struct common_flag **ret)
{
    *ret = common;
    return COUNT_OF(common);
}

static const char *flag_of(struct arena *a, const char *key)
{
    char *flag = arena_printf(a, "--%s", key);

    for (char *p = flag; *p; p++)
        if (*p == '_')
            *p = '-';
    return flag;
}

/* "pending|completed": all that may be said. */
static const char *choices(struct arena *a, const struct model_enum *e)
{
    const char *text = e->values[0];

    for (size_t i = 1; e->values[i]; i++)
        text = arena_printf(a, "%s|%s", text, e->values[i]);
    return text;
}

static const char *metavar_of(struct arena *a, const struct model_field *f, enum model_kind kind)
{
    if (kind == MODEL_BOOL)
        return NULL;
    if (f->metavar)
        return f->metavar;
    if (kind == MODEL_ENUM)
        return choices(a, f->kind == MODEL_LIST ? f->each->values : f->values);
    return kind == MODEL_INT || kind == MODEL_NUMBER ? "N" : kind == MODEL_TEXT ? "TEXT" : "JSON";
}

static struct arg_field field_of(struct arena *a, const struct model_field *f)
{
    bool repeats = f->kind == MODEL_LIST;
    enum model_kind kind = repeats ? f->each->kind : f->kind;

    return (struct arg_field){ .key = f->name,
                               .flag = flag_of(a, f->name),
                               .metavar = metavar_of(a, f, kind),
                               .summary = f->summary,
                               .kind = kind,
                               .position = f->position,
                               .repeats = repeats,
                               .required = f->flags & MODEL_REQUIRED,
                               .instead = f->instead };
}

size_t args_fields(struct arena *a, const struct op *op, struct arg_field **ret)
{
    const struct model_field *fields = op->input->fields;
    size_t n = 0, placed = 0;
    struct arg_field *sorted;

    while (fields[n].name)
        n++;
    sorted = arena_array(a, n, sizeof *sorted);
    for (int position = 1; position <= (int)n; position++)
        for (size_t i = 0; i < n; i++)
            if (fields[i].position == position)
                sorted[placed++] = field_of(a, &fields[i]);
    for (size_t i = 0; i < n; i++)
        if (fields[i].position == 0)
            sorted[placed++] = field_of(a, &fields[i]);
    *ret = sorted;
    return n;
}

/* ---- reading ---- */

struct reader {
    struct arena *arena;
    int argc, at;
    char **argv;
    const struct arg_field *fields;
    size_t n_fields;
    struct json *args; /* NULL: common flags only */
    struct cli_flags *flags;
    const char **rest;
    size_t n_rest;
};

static int no_such_flag(struct reader *r, const char *flag, struct err *err)
{
    const char **names = arena_array(r->arena, r->n_fields + COUNT_OF(common), sizeof *names);
    const char *nearest;
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(common); i++)
        names[n++] = common[i].flag;
    for (size_t i = 0; i < r->n_fields; i++)
        if (r->fields[i].position == 0)
            names[n++] = r->fields[i].flag;
    nearest = str_nearest(flag, names, n);
    if (nearest)
        return err_say(err, ERR_USAGE, "no flag '%s'; did you mean '%s'?", flag, nearest);
    err_say(err, ERR_USAGE, "no flag '%s'", flag);
    return err_action(err, "Add --help to see the flags.");
}

/* The value of a flag: behind its "=", or the next word. */
static int value_of(struct reader *r, const char *flag, const char *inline_value, const char **ret, struct err *err)
{
    if (!inline_value && r->at >= r->argc) {
        err_say(err, ERR_USAGE, "%s needs a value", flag);
        return -1;
    }
    *ret = inline_value ? inline_value : r->argv[r->at++];
    return 0;
}

/* What messages call the field. */
static const char *called(const struct arg_field *f)
{
    return f->position ? f->metavar : f->flag;
}

/* An object may be written out, or be the name of a file that holds it; "-" is the standard input. */
static int read_object(struct reader *r, const char *text, struct json **ret, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    bool is_input = strcmp(text, "-") == 0;

    if (*str_trim(text, strlen(text), &(size_t){ 0 }) == '{')
        return json_parse(r->arena, text, strlen(text), ret, err);
    if ((is_input ? file_read_fd(STDIN_FILENO, "the standard input", &b, err) : file_read(text, "the file", &b, err)) <
        0)
        return -1;
    return json_parse(r->arena, b.p, b.n, ret, err);
}

static int read_value(struct reader *r, const struct arg_field *f, const char *text, struct json **ret, struct err *err)
{
    struct err ignored;

    if (f->kind == MODEL_OBJECT && (f->position || *str_trim(text, strlen(text), &(size_t){ 0 }) != '{'))
        return read_object(r, text, ret, err);
    switch (f->kind) {
    case MODEL_INT:
    case MODEL_NUMBER:
        *ret = json_number(r->arena, text, strlen(text));
        return *ret ? 0 : err_say(err, ERR_USAGE, "%s needs a number", called(f));
    case MODEL_BOOL:
    case MODEL_OBJECT:
    case MODEL_ENTITY:
    case MODEL_LIST:
    case MODEL_MAP:
    case MODEL_TUPLE:
        if (json_parse(r->arena, text, strlen(text), ret, &ignored) < 0)
            return err_say(err, ERR_USAGE, "%s needs JSON", called(f));
        return 0;
    case MODEL_ANY: /* a word that is no JSON is meant as a text */
        if (json_parse(r->arena, text, strlen(text), ret, &ignored) == 0)
            return 0;
        break;
    case MODEL_TEXT:
    case MODEL_UUID:
    case MODEL_UUID4:
    case MODEL_SHA256:
    case MODEL_TIME:
    case MODEL_UTC:
    case MODEL_DATE:
    case MODEL_ENUM:
        break;
    }
    *ret = json_str(r->arena, text);
    return 0;
}

static int put_value(struct reader *r, const struct arg_field *f, const char *text, struct err *err)
{
    struct json *v, *list;

    if (!str_is_utf8(text, strlen(text)))
        return err_say(err, ERR_USAGE, "the value of %s is not UTF-8 text", called(f));
    if (read_value(r, f, text, &v, err) < 0)
        return -1;
    list = json_get(r->args, f->key);
    if (!f->repeats) {
        if (list)
            return err_say(err, ERR_USAGE, "%s is given twice", called(f));
        json_set(r->arena, r->args, f->key, v);
        return 0;
    }
    if (!list) {
        list = json_array(r->arena);
        json_set(r->arena, r->args, f->key, list);
    }
    json_push(r->arena, list, v);
    return 0;
}

/* 1 when the flag was a common one, 0 when not, -1 on error. */
static int read_common(struct reader *r, const char *flag, const char *inline_value, struct err *err)
{
    struct cli_flags *f = r->flags;
    const char **text = strcmp(flag, "--home") == 0 ? &f->home : strcmp(flag, "--user") == 0 ? &f->user : NULL;
    bool *truth = strcmp(flag, "--json") == 0      ? &f->json
                  : strcmp(flag, "--private") == 0 ? &f->private
                  : strcmp(flag, "--yes") == 0     ? &f->yes
                  : strcmp(flag, "--help") == 0    ? &f->help
                  : strcmp(flag, "-h") == 0        ? &f->help
                                                   : NULL;

    if (text)
        return value_of(r, flag, inline_value, text, err) < 0 ? -1 : 1;
    if (!truth)
        return 0;
    if (inline_value)
        return err_say(err, ERR_USAGE, "%s takes no value", flag);
    *truth = true;
    return 1;
}

static int read_flag(struct reader *r, const char *word, struct err *err)
{
    const char *equals = strchr(word, '='), *inline_value = equals ? equals + 1 : NULL, *value = NULL;
    const char *flag = equals ? arena_dup(r->arena, word, (size_t)(equals - word)) : word;
    int taken = read_common(r, flag, inline_value, err);

    if (taken != 0)
        return taken < 0 ? -1 : 0;
    for (size_t i = 0; i < r->n_fields; i++) {
        const struct arg_field *f = &r->fields[i];
        if (f->position || strcmp(f->flag, flag) != 0)
            continue;
        if (f->kind == MODEL_BOOL) {
            if (inline_value)
                return err_say(err, ERR_USAGE, "%s takes no value", flag);
            json_set(r->arena, r->args, f->key, json_bool(r->arena, true));
            return 0;
        }
        if (value_of(r, flag, inline_value, &value, err) < 0)
            return -1;
        return put_value(r, f, value, err);
    }
    return no_such_flag(r, flag, err);
}

static int read_words(struct reader *r, struct err *err)
{
    bool flags_over = false;

    r->rest = arena_array(r->arena, (size_t)r->argc + 1, sizeof *r->rest);
    while (r->at < r->argc) {
        const char *word = r->argv[r->at++];
        if (!flags_over && strcmp(word, "--") == 0)
            flags_over = true;
        else if (!flags_over && word[0] == '-' && word[1] != '\0' && !(word[1] >= '0' && word[1] <= '9')) {
            if (read_flag(r, word, err) < 0)
                return -1;
        } else
            r->rest[r->n_rest++] = word;
    }
    return 0;
}

static int place_arguments(struct reader *r, struct err *err)
{
    size_t used = 0;

    for (size_t i = 0; i < r->n_fields && r->fields[i].position; i++) {
        const struct arg_field *f = &r->fields[i];
        size_t take = f->repeats ? r->n_rest - used : used < r->n_rest ? 1 : 0;
        bool replaced = f->instead && json_get(r->args, f->instead);
        if (take == 0 && f->required && !replaced && !r->flags->help)
            return err_say(err, ERR_USAGE, "%s is missing", f->metavar);
        for (; take > 0; take--)
            if (put_value(r, f, r->rest[used++], err) < 0)
                return -1;
    }
    if (used == r->n_rest)
        return 0;
    err_say(err, ERR_USAGE, "one argument too many: '%s'", r->rest[used]);
    return err_action(err, "Put a question of several words in quotes.");
}

int args_read(struct arena *a, const struct op *op, int argc, char **argv, struct json **ret, struct cli_flags *flags,
              struct err *err)
{
    struct arg_field *fields;
    struct reader r = { .arena = a, .argc = argc, .argv = argv, .flags = flags, .args = json_object(a) };

    r.n_fields = args_fields(a, op, &fields);
    r.fields = fields;
    if (read_words(&r, err) < 0 || place_arguments(&r, err) < 0)
        return -1;
    *ret = r.args;
    return 0;
}

int args_common(struct arena *a, int argc, char **argv, struct cli_flags *flags, const char ***ret_rest, size_t *ret_n,
                struct err *err)
{
    struct reader r = { .arena = a, .argc = argc, .argv = argv, .flags = flags };

    if (read_words(&r, err) < 0)
        return -1;
    *ret_rest = r.rest;
    *ret_n = r.n_rest;
    return 0;
}
