/* args.h - a command line turned into an operation's arguments, by the operation's own table of fields.
 *
 * A field is the flag --field-name (underscores as hyphens); a truth value takes no value; a list may be repeated; a
 * field with a position is an argument. "--" ends the flags. Which values are allowed is left to the gate:
 * here they only get their JSON type.
 */
#pragma once
#include "base/attrs.h"
#include "cli/cli.h"
#include "model/model.h"
#include <stddef.h>

struct json;
struct op;

/* Reads argv (what follows the command's words) into *ret and the common flags. ERR_USAGE names the fix. */
WARN_UNUSED int args_read(struct arena *a, const struct op *op, int argc, char **argv, struct json **ret,
                          struct cli_flags *flags, struct err *err);

/* Reads only the common flags, for commands that are no operations; what is left is in *ret_rest. */
WARN_UNUSED int args_common(struct arena *a, int argc, char **argv, struct cli_flags *flags, const char ***ret_rest,
                            size_t *ret_n, struct err *err);

/* A field as the command line sees it. */
struct arg_field {
    const char *key;     /* in the arguments */
    const char *flag;    /* "--row-limit" */
    const char *metavar; /* "PATH"; NULL for a flag without a value */
    const char *summary;
    enum model_kind kind; /* of the elements, where it repeats */
    int position;         /* from 1; 0: a flag */
    bool repeats, required;
    const char *instead; /* the key of what may be given in its place; NULL: nothing */
};

/* The fields of an operation, arguments first in their order, then flags in the table's. */
size_t args_fields(struct arena *a, const struct op *op, struct arg_field **ret);

/* The flags every command takes, for help and completion. */
struct common_flag {
    const char *flag, *metavar, *summary;
};
size_t args_common_flags(const struct common_flag **ret);
