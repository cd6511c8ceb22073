/* docs.c - the docs agent's operations, declared. */
#include "agents/docs/docs.h"
#include "agents/docs/ops.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/show.h"
#include "gate/table.h"
#include "model/answer.h"
#include "model/docs.h"
#include "model/fields.h"
#include "model/page.h"

/* ---- as a person reads it ---- */

static const char *passages(int64_t n)
{
    return n == 1 ? "passage" : "passages";
}

static void show_receipt(struct buf *b, const struct json *result)
{
    const struct json *documents = json_get(result, "documents"), *skipped = json_get(result, "skipped");
    int64_t in = json_get_int(result, "chunks_in", 0);

    for (size_t i = 0; i < json_len(documents); i++) {
        const struct json *d = json_at(documents, i);
        int64_t n = json_get_int(d, "passages", 0);
        buf_addf(b, "%-10s %s (%lld %s)\n", json_get_text(d, "status"), json_get_text(d, "title"), (long long)n,
                 passages(n));
    }
    for (size_t i = 0; i < json_len(skipped); i++)
        buf_addf(b, "%-10s %s: %s\n", "left out", json_get_text(json_at(skipped, i), "name"),
                 json_get_text(json_at(skipped, i), "reason"));
    buf_addf(b, "%lld %s in, %lld stored.\n", (long long)in, passages(in),
             (long long)json_get_int(result, "chunks_stored", 0));
}

static void show_list(struct buf *b, const struct json *result)
{
    const struct json *items = json_get(result, "items");

    for (size_t i = 0; i < json_len(items); i++) {
        const struct json *d = json_at(items, i);
        int64_t n = json_get_int(d, "passages", 0);
        buf_addf(b, "%s  %s\n    %s, %lld %s\n", json_get_text(d, "id"), json_get_text(d, "title"),
                 json_get_text(d, "name"), (long long)n, passages(n));
    }
    if (json_len(items) == 0)
        buf_adds(b, "No documents here. Bring some with: assay docs add FOLDER\n");
}

#define SHOWN_CHARS 160 /* of a passage in a list of them: two lines */

static void show_results(struct buf *b, const struct json *result)
{
    const struct json *results = json_get(result, "results");

    for (size_t i = 0; i < json_len(results); i++) {
        const struct json *r = json_at(results, i);
        const char *text = json_get_text(r, "text");
        size_t n = strlen(text), shown = str_fit_chars(text, n, SHOWN_CHARS);
        buf_addf(b, "%.3f  %s / %s\n       %.*s%s\n", json_real(json_get(r, "score")), json_get_text(r, "chapter"),
                 json_get_text(r, "section"), (int)shown, text, shown < n ? "..." : "");
    }
    if (json_len(results) == 0)
        buf_adds(b, "Nothing found.\n");
}

static void show_removed(struct buf *b, const struct json *result)
{
    (void)result;
    buf_adds(b, "Removed.\n");
}

/* ---- fields ---- */

static const struct model_field add_fields[] = {
    FIELD("paths", LIST, MODEL_PATH | MODEL_WORDS, "Files and folders to bring.", .position = 1, .metavar = "PATH",
          .range = BETWEEN(1, DATA_SOURCES), .each = EACH(TEXT, .range = BETWEEN(1, DATA_PATH_CHARS))),
    FIELD("path", TEXT, MODEL_PATH | MODEL_WORDS, "One file or folder, where it is only one.",
          .range = BETWEEN(1, DATA_PATH_CHARS)),
    FIELD("name", TEXT, MODEL_WORDS, "What to call that file; otherwise it keeps its name.",
          .range = BETWEEN(1, UPLOAD_NAME_BYTES)),
    FIELD("description", TEXT, OPT | MODEL_WORDS, "Taken as uploads have it; not kept.",
          .range = AT_MOST(UPLOAD_DESCRIPTION_CHARS)),
    END,
};
static const struct model_entity add_input = ENTITY("docs.add", "Which documents.", add_fields);

static const struct model_enum ingested = { "docs.Brought", VALUES("added", "replaced", "unchanged") };

#define DOCUMENT_FIELDS                                                                                                \
    FIELD("id", UUID4, REQ, "The document's id."), FIELD("title", TEXT, REQ, "Its title."),                            \
        FIELD("name", TEXT, REQ, "Its file's name."),                                                                  \
        FIELD("bytes", INT, REQ, "How large it is.", .range = AT_LEAST(0)),                                            \
        FIELD("sha256", SHA256, REQ, "Hash of its bytes."),                                                            \
        FIELD("passages", INT, REQ, "How many passages it was cut into.", .range = AT_LEAST(0))

static const struct model_field brought_fields[] = {
    DOCUMENT_FIELDS,
    FIELD("status", ENUM, REQ, "What became of it.", .values = &ingested),
    END,
};
static const struct model_entity brought_document =
    ENTITY("BroughtDocument", "A document that was brought.", brought_fields);

static const struct model_field skipped_fields[] = {
    FIELD("name", TEXT, REQ, "The name of the file or folder."),
    FIELD("reason", TEXT, REQ, "Why it was left out."),
    END,
};
static const struct model_entity skipped_file = ENTITY("SkippedFile", "A file that was left out.", skipped_fields);

static const struct model_field receipt_fields[] = {
    FIELD("documents", LIST, REQ, "What was brought.", .each = EACH_ENTITY(brought_document)),
    FIELD("added", INT, REQ, "How many are new."),
    FIELD("replaced", INT, REQ, "How many took the place of an older version."),
    FIELD("unchanged", INT, REQ, "How many were there already, byte for byte."),
    FIELD("skipped", LIST, REQ, "Files and folders of a folder that could not be read.",
          .each = EACH_ENTITY(skipped_file)),
    FIELD("chunks_in", INT, REQ, "Passages that the new and changed ones were cut into."),
    FIELD("chunks_stored", INT, REQ, "Passages that are in the index now: all of them, or nothing was kept."),
    END,
};
static const struct model_entity add_output = ENTITY("docs.add result", "A receipt.", receipt_fields);

static const struct model_field list_fields[] = {
    PAGE_INPUT(PAGE_MOST),
    END,
};
static const struct model_entity list_input = ENTITY("docs.list", "Which of them.", list_fields);

static const struct model_field document_fields[] = {
    DOCUMENT_FIELDS,
    FIELD("created_at", UTC, REQ, "When this version came."),
    END,
};
static const struct model_entity document = ENTITY("Document", "A document that was brought.", document_fields);

static const struct model_field listed_fields[] = {
    FIELD("items", LIST, REQ, "By title.", .each = EACH_ENTITY(document)),
    PAGE_OUTPUT,
    END,
};
static const struct model_entity list_output = ENTITY("docs.list result", "Documents.", listed_fields);

static const struct model_field remove_fields[] = {
    FIELD("id", UUID4, REQ, "The document's id.", .position = 1, .metavar = "ID"),
    END,
};
static const struct model_entity remove_input = ENTITY("docs.remove", "Which document.", remove_fields);
static const struct model_field removed_fields[] = { FIELD("id", UUID4, REQ, "The document that is gone."), END };
static const struct model_entity remove_output = ENTITY("docs.remove result", "What is gone.", removed_fields);

static const struct model_field search_fields[] = {
    FIELD("query", TEXT, REQ | MODEL_WORDS, "What to look for.", .position = 1, .metavar = "QUERY",
          .range = BETWEEN(1, CONTENT_CHARS)),
    FIELD("k", INT, 0, "How many passages to give.", .range = BETWEEN(1, DOCS_K), .otherwise = TEXT_OF(DOCS_K_DEFAULT)),
    FIELD("chapter", TEXT, MODEL_WORDS, "Only in the chapter of this id.", .range = BETWEEN(1, TEXT_SLUG_BYTES)),
    FIELD("section", TEXT, MODEL_WORDS, "Only in the section of this id.", .range = BETWEEN(1, TEXT_SLUG_BYTES)),
    FIELD("related", BOOL, 0, "Look for words that the best passages share, too.", .otherwise = "true"),
    END,
};
static const struct model_entity search_input = ENTITY("docs.search", "What to look for.", search_fields);

static const struct model_field hit_fields[] = {
    FIELD("id", TEXT, REQ, "The passage's id; of a record its own."),
    FIELD("title", TEXT, REQ, "The document's title."),
    FIELD("chapter", TEXT, REQ, "The passage's chapter."),
    FIELD("section", TEXT, REQ, "And section."),
    FIELD("score", NUMBER, REQ, "How near it is.", .range = BETWEEN(0, 1)),
    FIELD("text", TEXT, REQ, "The passage."),
    FIELD("document_id", UUID4, REQ, "The document's id."),
    FIELD("path", TEXT, REQ, "Chapter and section as ids."),
    FIELD("url", TEXT, NUL, "The page it is on."),
    FIELD("coverage", NUMBER, REQ, "How much of the question stands in it.", .range = BETWEEN(0, 1)),
    END,
};
static const struct model_entity hit = ENTITY("Passage", "A passage that was found.", hit_fields);

static const struct model_field term_fields[] = {
    FIELD("term", TEXT, REQ, "A word, as the index knows it."),
    FIELD("weight", NUMBER, REQ, "Its share of the question.", .range = BETWEEN(0, 1)),
    FIELD("known", BOOL, REQ, "Whether any passage has it."),
    END,
};
static const struct model_entity term = ENTITY("Term", "A word of the question that counts.", term_fields);

static const struct model_field results_fields[] = {
    FIELD("results", LIST, REQ, "Passages, best first.", .each = EACH_ENTITY(hit)),
    FIELD("terms", LIST, REQ, "What was looked for.", .each = EACH_ENTITY(term)),
    END,
};
static const struct model_entity search_output = ENTITY("docs.search result", "What was found.", results_fields);

static const struct model_field ask_fields[] = {
    FIELD("question", TEXT, REQ | MODEL_WORDS, "The question, in plain words.", .position = 1, .metavar = "QUESTION",
          .range = BETWEEN(1, CONTENT_CHARS)),
    FIELD("selected_text", TEXT, OPT | MODEL_WORDS, "Answer from this text alone, and look nothing up.",
          .range = BETWEEN(1, CONTENT_CHARS)),
    FIELD("chapter", TEXT, OPT | MODEL_WORDS, "Look only in the chapter of this id.",
          .range = BETWEEN(1, TEXT_SLUG_BYTES)),
    FIELD("conversation_id", TEXT, OPT, "Taken, and never kept.", .range = BETWEEN(1, CONVERSATION_ID_CHARS)),
    END,
};
static const struct model_entity ask_input = ENTITY("docs.ask", "A question to the documents.", ask_fields);

static const struct model_field no_fields[] = { END };
static const struct model_entity nothing = ENTITY("nothing", "Nothing.", no_fields);

/* ---- operations ---- */

static const char *const add_examples[] = { "assay docs add handbook.md", "assay docs add ~/notes", NULL };
static const char *const ask_examples[] = { "assay docs ask \"how many days of leave do I have?\"", NULL };

static const struct op ops[] = {
    { .name = "docs.add",
      .command = "docs add",
      .summary = "Bring documents, to ask questions of.",
      .detail = "Markdown, plain text, HTML and .jsonl, single files or whole folders. They are cut by their headings "
                "and indexed. The same file again is left alone; a changed one replaces what it was.",
      .examples = add_examples,
      .input = &add_input,
      .output = &add_output,
      .flags = OP_TALKS | OP_IDEMPOTENT | OP_FORGETS,
      .timeout_ms = HOME_BACKUP_MS,
      .run = docs_ingest,
      .show = show_receipt },
    { .name = "docs.list",
      .command = "docs list",
      .summary = "List the documents.",
      .group = OP_GROUP_DOCS,
      .input = &list_input,
      .output = &list_output,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT | OP_RARE,
      .run = docs_list,
      .show = show_list },
    { .name = "docs.remove",
      .command = "docs remove",
      .summary = "Remove a document, its passages and their words.",
      .input = &remove_input,
      .output = &remove_output,
      .flags = OP_WRITES | OP_DESTRUCTIVE | OP_FORGETS,
      .run = docs_remove,
      .affects = docs_remove_affects,
      .show = show_removed },
    { .name = "docs.search",
      .command = "docs search",
      .summary = "Find the passages of the documents that are about something.",
      .use = "Find passages in the person's documents, with their sources.",
      .group = OP_GROUP_DOCS,
      .detail = "Scores are between 0 and 1. Nothing of what is looked for is kept.",
      .input = &search_input,
      .output = &search_output,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT | OP_PRIVATE,
      .run = docs_search,
      .show = show_results },
    { .name = "docs.ask",
      .command = "docs ask",
      .summary = "Ask the documents a question: the answer is quoted from them, or there is none.",
      .use =
          "Answer a question from the person's documents, in quotes with their sources, or say that they do not tell.",
      .group = OP_GROUP_DOCS,
      .detail = "Nothing of what is asked is kept.",
      .examples = ask_examples,
      .input = &ask_input,
      .output = &answer_entity,
      .shape = OP_ANSWER,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT | OP_PRIVATE,
      .run = docs_ask },
    { .name = "docs.query",
      .summary = "Ask the documents a question, in the shape of the docs seed.",
      .input = &docs_query_request,
      .output = &docs_query_response,
      .flags = OP_IDEMPOTENT | OP_PRIVATE,
      .run = docs_query },
    { .name = "docs.chapters",
      .summary = "List the chapters and sections of all documents.",
      .group = OP_GROUP_DOCS,
      .input = &nothing,
      .output = &docs_chapter_list,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT | OP_RARE,
      .run = docs_chapters },
    { .name = "docs.health",
      .summary = "Say whether documents can be asked, and how many passages there are.",
      .group = OP_GROUP_DOCS,
      .input = &nothing,
      .output = &docs_health,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT | OP_RARE,
      .run = docs_health_run },
};

int docs_add(struct op_table *table, struct docs *d, struct err *err)
{
    return op_table_add(table, ops, COUNT_OF(ops), d, err);
}
