/* admin.c - the operations on the audit log and the home, and the doctor, declared. */
#include "ops/admin/admin.h"
#include "base/limits.h"
#include "base/sign.h"
#include "gate/table.h"
#include "model/fields.h"
#include "ops/admin/admin_ops.h"

static const struct model_field no_fields[] = { END };
static const struct model_entity nothing = ENTITY("nothing", "No arguments.", no_fields);

/* ---- audit ---- */

static const struct model_field verdict_fields[] = {
    FIELD("ok", BOOL, REQ, "Whether every entry is whole and none is missing."),
    FIELD("entries", INT, REQ, "Good entries, from the first."),
    FIELD("head", TEXT, REQ, "The last good entry's hash."),
    FIELD("first_bad", INT, NUL, "The first entry that is wrong or missing."),
    FIELD("reason", TEXT, NUL, "What is wrong with it."),
    FIELD("action", TEXT, NUL, "What to do about it."),
    FIELD("key", TEXT, NUL, "The public key that signed."),
    FIELD("notes", LIST, REQ, "What is no fault and yet worth knowing.", .each = EACH(TEXT)),
    FIELD("witnessed", INT, NUL, "Heads of the witness that agree with the log."),
    END,
};
static const struct model_entity verdict = ENTITY("audit.verify result", "What was found.", verdict_fields);

static const struct model_field verify_fields[] = {
    FIELD("key", TEXT, 0, "The public key that must have signed, in hex, known from elsewhere.", .metavar = "HEX",
          .range = BETWEEN(2 * SIGN_KEY_BYTES, 2 * SIGN_KEY_BYTES)),
    FIELD("witness", TEXT, MODEL_PATH, "A file that 'assay audit witness' wrote: its heads must agree with the log.",
          .metavar = "FILE", .range = BETWEEN(1, 4000)),
    END,
};
static const struct model_entity verify_input = ENTITY("audit.verify", "What it is compared with.", verify_fields);

static const struct model_field show_fields[] = {
    FIELD("request", TEXT, 0, "Only the entries of this request (its id, or the beginning of it).", .position = 1,
          .metavar = "REQUEST", .range = BETWEEN(1, 36)),
    FIELD("offset", INT, 0, "How many of the newest to pass over.", .range = BETWEEN(0, 1000000000), .otherwise = "0"),
    FIELD("limit", INT, 0, "The last so many entries.", .range = BETWEEN(1, AUDIT_SHOWN), .otherwise = "50"),
    END,
};
static const struct model_entity show_input = ENTITY("audit.show", "What to show.", show_fields);

static const struct model_field shown_fields[] = {
    FIELD("sequence_number", INT, REQ, "The entry's place in the log."),
    FIELD("timestamp", TEXT, REQ, "When."),
    FIELD("request_id", TEXT, REQ, "Of which request."),
    FIELD("event_type", TEXT, REQ, "What kind of event."),
    FIELD("actor", TEXT, REQ, "Who."),
    FIELD("text", TEXT, REQ, "In plain words."),
    END,
};
static const struct model_entity shown_entry = ENTITY("audit.show entry", "One entry.", shown_fields);

static const struct model_field shown_list_fields[] = {
    FIELD("items", LIST, REQ, "Oldest first.", .each = EACH_ENTITY(shown_entry)),
    FIELD("total", INT, REQ, "Entries of the whole log."),
    FIELD("offset", INT, REQ, "How many of the newest were passed over."),
    FIELD("limit", INT, REQ, "How many were asked for."),
    FIELD("verified", BOOL, 0, "Whether the log is what was signed; absent of a very long one."),
    END,
};
static const struct model_entity shown_list = ENTITY("audit.show result", "Entries.", shown_list_fields);

static const struct model_field prove_fields[] = {
    FIELD("entry", TEXT, REQ, "The entry's number or id.", .position = 1, .metavar = "ENTRY", .range = BETWEEN(1, 36)),
    END,
};
static const struct model_entity prove_input = ENTITY("audit.prove", "Which entry.", prove_fields);

static const struct model_field proof_fields[] = {
    FIELD("leaf_index", INT, REQ, "The entry's place, from 0."),
    FIELD("tree_size", INT, REQ, "Entries of the log."),
    FIELD("line", TEXT, REQ, "The entry as it stands in the log."),
    FIELD("path", LIST, REQ, "Hashes beside the way to the root, lowest first.", .each = EACH(TEXT)),
    FIELD("root", TEXT, REQ, "The root they lead to."),
    FIELD("head", OBJECT, REQ, "The signed head, which has the same root."),
    END,
};
static const struct model_entity proof = ENTITY("audit.prove result", "A proof.", proof_fields);

static const struct model_field export_fields[] = {
    FIELD("folder", TEXT, REQ | MODEL_PATH | MODEL_MADE, "A folder that does not exist yet.", .position = 1,
          .metavar = "FOLDER", .range = BETWEEN(1, 4000)),
    END,
};
static const struct model_entity export_input = ENTITY("audit.export", "Where to.", export_fields);

static const struct model_field exported_fields[] = {
    FIELD("entries", INT, REQ, "Entries exported."),
    FIELD("files", LIST, REQ, "What is in the folder.", .each = EACH(TEXT)),
    END,
};
static const struct model_entity exported = ENTITY("audit.export result", "What was written.", exported_fields);

static const struct model_field erase_fields[] = {
    FIELD("request", TEXT, REQ, "The request's id.", .position = 1, .metavar = "REQUEST", .range = BETWEEN(36, 36)),
    END,
};
static const struct model_entity erase_input = ENTITY("audit.erase", "Which request.", erase_fields);

static const struct model_field erased_fields[] = {
    FIELD("erased", INT, REQ, "Texts that are gone."),
    END,
};
static const struct model_entity erased = ENTITY("audit.erase result", "What is gone.", erased_fields);

/* ---- home and doctor ---- */

static const struct model_field backup_fields[] = {
    FIELD("file", TEXT, REQ | MODEL_PATH | MODEL_MADE, "The backup's file.", .position = 1, .metavar = "FILE",
          .range = BETWEEN(1, 4000)),
    END,
};
static const struct model_entity backup_input = ENTITY("home.backup", "Where to.", backup_fields);

static const struct model_field restore_fields[] = {
    FIELD("file", TEXT, REQ | MODEL_PATH, "The backup's file.", .position = 1, .metavar = "FILE",
          .range = BETWEEN(1, 4000)),
    END,
};
static const struct model_entity restore_input = ENTITY("home.restore", "Where from.", restore_fields);

static const struct model_field report_fields[] = {
    FIELD("files", INT, REQ, "Files."),
    FIELD("bytes", INT, REQ, "Bytes."),
    FIELD("entries", INT, REQ, "Entries of the audit log."),
    FIELD("skipped", INT, REQ, "Files that vanished or kept changing meanwhile."),
    FIELD("text", TEXT, REQ, "In plain words."),
    END,
};
static const struct model_entity report = ENTITY("home result", "What was done.", report_fields);

static const struct model_enum health = { "doctor.Status", VALUES("ok", "warn", "bad") };

static const struct model_field check_fields[] = {
    FIELD("name", TEXT, REQ, "What was looked at."),
    FIELD("status", ENUM, REQ, "How it is.", .values = &health),
    FIELD("message", TEXT, REQ, "What was found."),
    FIELD("action", TEXT, OPT, "What to do."),
    END,
};
static const struct model_entity check = ENTITY("doctor check", "One check.", check_fields);

static const struct model_field doctor_fields[] = {
    FIELD("status", ENUM, REQ, "As bad as the worst check.", .values = &health),
    FIELD("checks", LIST, REQ, "One for each thing looked at.", .each = EACH_ENTITY(check)),
    FIELD("ok", BOOL, REQ, "Whether nothing is bad."),
    END,
};
static const struct model_entity diagnosis = ENTITY("doctor result", "What was found.", doctor_fields);

static const struct op ops[] = {
    { .name = "audit.verify",
      .command = "audit verify",
      .summary = "Check that no entry of the audit log was changed, added or removed.",
      .group = OP_GROUP_AUDIT,
      .detail = "Nothing is written, whatever is found. The key that signs must be the one that was there at first; "
                "--key names it where only that is trusted. With --witness also a home that was put back as a whole is "
                "found.",
      .examples =
          (const char *const[]){ "assay audit verify", "assay audit verify --witness /mnt/usb/heads.jsonl", NULL },
      .input = &verify_input,
      .output = &verdict,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT | OP_UNRECORDED | OP_HOMELESS,
      .timeout_ms = AUDIT_VERIFY_MS,
      .run = audit_verify,
      .show = audit_verify_text },
    { .name = "audit.show",
      .command = "audit show",
      .summary = "Show the audit log in plain words.",
      .input = &show_input,
      .output = &shown_list,
      .flags = OP_IDEMPOTENT | OP_UNRECORDED,
      .timeout_ms = AUDIT_VERIFY_MS,
      .run = audit_show,
      .show = audit_show_text },
    { .name = "audit.prove",
      .command = "audit prove",
      .summary = "Prove that an entry is in the log, for somebody who does not have the log.",
      .input = &prove_input,
      .output = &proof,
      .flags = OP_IDEMPOTENT | OP_UNRECORDED,
      .timeout_ms = AUDIT_VERIFY_MS,
      .run = audit_prove },
    { .name = "audit.export",
      .command = "audit export",
      .summary = "Copy the log with its signed head and a checker into a folder that verifies without assay.",
      .input = &export_input,
      .output = &exported,
      .flags = OP_UNRECORDED | OP_MAKES_FILES,
      .timeout_ms = AUDIT_VERIFY_MS,
      .run = audit_export,
      .show = audit_export_text },
    { .name = "audit.erase",
      .command = "audit erase",
      .summary = "Forget what was said in a request; the log stays whole.",
      .input = &erase_input,
      .output = &erased,
      .flags = OP_WRITES | OP_DESTRUCTIVE | OP_IDEMPOTENT | OP_FORGETS,
      .run = audit_erase,
      .affects = audit_erase_affects },
    { .name = "home.backup",
      .command = "home backup",
      .summary = "Copy everything assay keeps into one file, while it goes on working.",
      .input = &backup_input,
      .output = &report,
      .flags = OP_UNRECORDED | OP_MAKES_FILES,
      .timeout_ms = HOME_BACKUP_MS,
      .run = home_backup,
      .show = home_text },
    { .name = "home.restore",
      .command = "home restore",
      .summary = "Put a backup back into an empty home, after checking every byte of it.",
      .input = &restore_input,
      .output = &report,
      .flags = OP_HOMELESS | OP_MAKES_FILES,
      .timeout_ms = HOME_BACKUP_MS,
      .run = home_restore,
      .show = home_text },
    { .name = "home.erase",
      .command = "home erase",
      .summary = "Remove everything assay keeps, for good.",
      .input = &nothing,
      .output = &report,
      .flags = OP_WRITES | OP_DESTRUCTIVE | OP_HOMELESS,
      .timeout_ms = HOME_BACKUP_MS,
      .run = home_erase_run,
      .affects = home_erase_affects,
      .show = home_text },
    { .name = "doctor",
      .command = "doctor",
      .summary = "Check the home, the store, the audit log and the engine, and say what to do.",
      .input = &nothing,
      .output = &diagnosis,
      .flags = OP_IDEMPOTENT | OP_HOMELESS,
      .timeout_ms = AUDIT_VERIFY_MS,
      .run = doctor_run,
      .show = doctor_text },
};

int admin_add(struct op_table *t, struct admin *admin, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), admin, err);
}
