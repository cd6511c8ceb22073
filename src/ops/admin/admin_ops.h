/* admin_ops.h - the functions that admin.c's table names. */
#pragma once
#include "gate/op.h"

struct buf;
struct chain;
struct admin;

/* Where the chain stands, with all of it in the log's file. */
int admin_head(struct admin *admin, struct arena *a, struct chain *ret, const char **ret_signed, struct err *err);

op_run audit_verify, audit_show, audit_prove, audit_export, audit_erase;
op_affects audit_erase_affects;
op_show audit_verify_text, audit_show_text, audit_export_text;

op_run home_backup, home_restore, home_erase_run, doctor_run;
op_affects home_erase_affects;
op_show home_text, doctor_text;
