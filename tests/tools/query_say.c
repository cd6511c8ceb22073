/* query_say.c - restatements of random questions' SQL, to be read alone and then held against the SQL.
 *
 *   query_say FOLDER N SEED RESTATEMENTS SQL
 *
 * FOLDER has questions.jsonl ({"db","sql"} a line, names in backticks) and databases/DB of files. N of the questions,
 * picked by the seed, are written to the two files, one a line with its number; those that cannot be converted are
 * passed over. N of 0 takes all.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "query/from_sql/from_sql.h"
#include "query/query.h"
#include "query/say/restate.h"
#include "query_engines.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_QUESTIONS 100000

struct sample {
    const char *folder;
    char **lines;
    size_t n;
    uint64_t state;
    struct query_engines *engines;
    char *db; /* that is open */
};

static size_t below(struct sample *s, size_t n)
{
    s->state = s->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)((s->state >> 33) % n);
}

static int read_lines(struct sample *s)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    FILE *f = fopen(arena_printf(a, "%s/questions.jsonl", s->folder), "r");
    char *line = NULL;
    size_t room = 0;

    if (!f)
        return -1;
    s->lines = calloc(MOST_QUESTIONS, sizeof *s->lines);
    while (s->lines && s->n < MOST_QUESTIONS && getline(&line, &room, f) > 0)
        s->lines[s->n++] = strdup(line);
    free(line);
    fclose(f);
    return 0;
}

static int open_db(struct sample *s, struct arena *a, const char *db, struct err *err)
{
    if (s->engines && strcmp(s->db, db) == 0)
        return 0;
    query_engines_close(s->engines);
    s->engines = NULL;
    free(s->db);
    s->db = strdup(db);
    return query_engines_open(&s->engines, err) ||
                   query_engines_add_folder(s->engines, arena_printf(a, "%s/databases/%s", s->folder, db), err)
               ? -1
               : 0;
}

/* Names in double quotes, as the standard has them. */
static const char *standard(struct arena *a, const char *sql)
{
    char *text = arena_str(a, sql);

    for (char *p = text; *p; p++)
        if (*p == '`')
            *p = '"';
    return text;
}

static bool say(struct sample *s, const char *line, size_t number, FILE *said, FILE *written)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct from_sql in = { 0 };
    struct request request;
    const struct query *q;
    struct json *question, *tree;
    const char *sql;
    struct err err;

    if (json_parse(a, line, strlen(line), &question, &err))
        return false;
    sql = standard(a, json_get_text(question, "sql"));
    if (open_db(s, a, json_get_text(question, "db"), &err) || query_engines_tree(s->engines, a, sql, &tree, &err))
        return false;
    in.tables = query_engines_tables(s->engines, &in.n_tables);
    in.tree = tree;
    if (query_from_sql(a, &in, &q, &err))
        return false;
    request = request_of(a, q);
    fprintf(said, "%zu. [%s] %s\n", number, s->db, query_restate(a, in.tables, in.n_tables, &request));
    fprintf(written, "%zu. [%s] %s\n", number, s->db, sql);
    return true;
}

int main(int argc, char **argv)
{
    struct sample s = { 0 };
    FILE *said, *written;
    size_t wanted, n = 0;

    if (argc != 6) {
        fprintf(stderr, "usage: query_say FOLDER N SEED RESTATEMENTS SQL\n");
        return 2;
    }
    s.folder = argv[1];
    wanted = strtoul(argv[2], NULL, 10);
    s.state = strtoul(argv[3], NULL, 10);
    said = fopen(argv[4], "w");
    written = fopen(argv[5], "w");
    if (!said || !written || read_lines(&s)) {
        fprintf(stderr, "query_say: a file cannot be opened\n");
        return 1;
    }
    for (size_t i = 0; s.n > 0 && (wanted ? n < wanted && i < 10 * wanted : i < s.n); i++)
        n += say(&s, s.lines[wanted ? below(&s, s.n) : i], n + 1, said, written);
    fclose(said);
    fclose(written);
    query_engines_close(s.engines);
    for (size_t i = 0; i < s.n; i++)
        free(s.lines[i]);
    free(s.lines);
    free(s.db);
    return 0;
}
