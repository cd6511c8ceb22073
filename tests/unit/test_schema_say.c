/* test_schema_say.c - the words a failed check is told in: they name the field, say what is wanted, speak for the
 * branch that was meant, and never repeat a value. */
#include "schema_help.h"

/* ---- messages ---- */

static void a_message_names_the_field_and_what_is_wanted(void **state)
{
    static const struct {
        const char *schema, *instance, *message;
    } cases[] = {
        { "{'type':'string'}", "1", "the input must be text" },
        { "{'type':'integer'}", "1.5", "the input must be a whole number" },
        { "{'type':['integer','number']}", "null", "the input must be a number" },
        { "{'type':'boolean'}", "1", "the input must be true or false" },
        { "{'type':['boolean','null']}", "1", "the input must be true, false or null" },
        { "{'type':['object','array','string']}", "1", "the input must be text, a list or an object" },
        { "{'properties':{'a':{'items':{'properties':{'b':{'enum':['sql','csv',3,null,'']}}}}}}", "{'a':[{'b':1}]}",
          "a[0].b must be one of: sql, csv, 3, null, \"\"" },
        { "{'properties':{'a':{'const':'x'}}}", "{'a':1}", "a must be x" },
        { "{'const':{'k':[1]}}", "1", "the input must be {\"k\":[1]}" },
        { "{'required':['a','b']}", "{'a':1}", "b is required" },
        { "{'properties':{'o':{'required':['b']}}}", "{'o':{}}", "o.b is required" },
        { "{'properties':{'a':false}}", "{'a':1}", "a is not allowed" },
        { "{'additionalProperties':{'type':'null'}}", "{'a':1}", "a must be null" },
        { "{'minProperties':2}", "{'a':1}", "the input must have at least 2 fields" },
        { "{'maxProperties':1}", "{'a':1,'b':2}", "the input must have at most 1 field" },
        { "{'dependentRequired':{'a':['b','c']}}", "{'a':1,'b':2}", "c is required when 'a' is given" },
        { "{'dependentSchemas':{'a':{'required':['z']}}}", "{'a':1}", "z is required" },
        { "{'propertyNames':{'maxLength':2}}", "{'ok':1,'bad':2}",
          "the field name 'bad' must be at most 2 characters" },
        { "{'items':{'type':'null'}}", "[null,1]", "[1] must be null" },
        { "{'prefixItems':[true,{'type':'null'}],'items':false}", "[1,null,2]", "[2] is not allowed" },
        { "{'minItems':1}", "[]", "the input must not be empty" },
        { "{'minItems':2}", "[1]", "the input must have at least 2 items" },
        { "{'maxItems':1}", "[1,2]", "the input must have at most 1 item" },
        { "{'uniqueItems':true}", "[1,2,1.0]", "the input must not have equal items: [0] and [2] are" },
        { "{'contains':{'const':1}}", "[2]", "the input must have at least 1 item of the kind asked for" },
        { "{'contains':{'const':1},'maxContains':2}", "[1,1,1]",
          "the input must have at most 2 items of the kind asked for" },
        { "{'minLength':1}", "''", "the input must not be empty" },
        { "{'minLength':2}", "'\u00e9'", "the input must be at least 2 characters" },
        { "{'maxLength':2000}", "'ok'", NULL },
        { "{'maxLength':1}", "'ab'", "the input must be at most 1 character" },
        { "{'format':'date'}", "'1'", "the input must be a date such as 2026-01-23" },
        { "{'minimum':1,'maximum':200000}", "0", "the input must be between 1 and 200000" },
        { "{'minimum':1}", "0.99999999999999999999", "the input must be at least 1" },
        { "{'maximum':1}", "1.00000000000000000001", "the input must be at most 1" },
        { "{'exclusiveMinimum':0}", "0", "the input must be more than 0" },
        { "{'exclusiveMaximum':5}", "5", "the input must be less than 5" },
        { "{'exclusiveMinimum':0,'maximum':5}", "0", "the input must be more than 0 and at most 5" },
        { "{'minimum':3,'exclusiveMinimum':1}", "2", "the input must be at least 3" },
        { "{'minimum':3,'exclusiveMinimum':3}", "3", "the input must be more than 3" },
        { "{'maximum':3,'exclusiveMaximum':9}", "4", "the input must be at most 3" },
        { "{'multipleOf':0.01}", "0.015", "the input must be a multiple of 0.01" },
        { "{'not':{'type':'null'}}", "null", "the input has a form that is not allowed" },
        { "{'if':{'type':'null'},'then':false}", "null", "the input is not allowed" },
        { "{'if':{'type':'null'},'else':{'type':'string'}}", "1", "the input must be text" },
        { "{'oneOf':[true,true]}", "1", "the input has more than one of the forms it may have" },
        { "{'allOf':[true,{'required':['a']}]}", "{}", "a is required" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        if (cases[i].message)
            says(cases[i].schema, cases[i].instance, cases[i].message);
        else
            is_valid(cases[i].schema, cases[i].instance);
    }
}

static void all_that_is_said_about_one_name_holds(void **state)
{
    const char *schema =
        "{'required':['a'],'dependentSchemas':{'a':{'required':['c']}},'dependentRequired':{'a':['b']},"
        "'properties':{'a':{'type':'integer'}},'additionalProperties':{'type':'null'}}";

    (void)state;
    is_valid(schema, "{'a':1,'b':null,'c':null}");
    says(schema, "{'b':null,'c':null}", "a is required");
    says(schema, "{'a':1,'c':null}", "b is required when 'a' is given");
    says(schema, "{'a':1,'b':null}", "c is required");
    says(schema, "{'a':null,'b':null,'c':null}", "a must be a whole number");
}

static void the_log_gets_the_pointer_and_the_keyword(void **state)
{
    (void)state;
    check_says("{'items':{'properties':{'a/b~':{'maximum':1}}}}", "[{'a/b~':2}]", "[0].a/b~ must be at most 1",
               "#/0/a~1b~0 fails maximum");
    check_says("false", "1", "the input is not allowed", "# fails false");
}

static void an_unknown_field_is_named_with_what_was_meant(void **state)
{
    const char *schema = "{'properties':{'limit':true,'name':true,'list':{'items':{'properties':{'type':true},"
                         "'additionalProperties':false}}},'required':['limit'],'additionalProperties':false}";

    (void)state;
    check_says(schema, "{'limt':1}", "unknown field 'limt'; did you mean 'limit'?",
               "#/limt fails additionalProperties");
    says(schema, "{'limit':1,'quite_different':1}", "unknown field 'quite_different'");
    says(schema, "{'limit':1,'list':[{'tpye':1}]}", "unknown field 'tpye' in list[0]; did you mean 'type'?");
    says(schema, "{'name':1}", "limit is required");
}

static void a_name_is_cut_and_cannot_break_the_sentence(void **state)
{
    (void)state;
    says("{'additionalProperties':false}", "{'0123456789012345678901234567890123456789':1}",
         "unknown field '0123456789012345678901234567890123456789'");
    says("{'additionalProperties':false}", "{'01234567890123456789012345678901234567890':1}",
         "unknown field '0123456789012345678901234567890123456789…'");
    says("{'additionalProperties':{'type':'null'}}",
         "{'\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"
         "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"
         "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9':1}",
         "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"
         "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"
         "\u00e9\u00e9\u00e9\u00e9… must be null");
    says("{'additionalProperties':false}", "{'a\\n\\u0000b':1}", "unknown field 'a  b'");
    says("{'additionalProperties':{'type':'null'}}", "{'a b.c':1}", "'a b.c' must be null");
    says("{'additionalProperties':{'type':'null'}}", "{'':1}", "'' must be null");
}

static void a_long_path_keeps_its_end(void **state)
{
    const char *schema = "{'type':'object','additionalProperties':{'$ref':'#'}}";

    (void)state;
    says(schema, "{'a':{'b':{'c':{'d':{'e':{'f':1}}}}}}", "a.b.c.d.e.f must be an object");
    says(schema, "{'a':{'b':{'c':{'d':{'e':{'f':{'g':1}}}}}}}", "….b.c.d.e.f.g must be an object");
}

static void a_long_list_of_values_is_cut(void **state)
{
    const char *schema = repeated("{\"enum\":[\"0123456789\"", ",\"0123456789\"", 100, "]}");
    struct err err;

    (void)state;
    assert_int_equal(schema_check(compiled(schema), parsed("1"), &err), -1);
    assert_true(strlen(err.message) < 300);
    assert_string_equal(err.message + strlen(err.message) - strlen(", 0123456789, …"), ", 0123456789, …");

    schema = repeated("{\"const\":\"", "x", 1000, "\"}");
    assert_int_equal(schema_check(compiled(schema), parsed("1"), &err), -1);
    assert_true(strlen(err.message) < 300);
    assert_string_equal(err.message + strlen(err.message) - strlen("x…"), "x…");
}

/* Every way to fail, with a value that must not come back. */
static void a_value_is_never_repeated(void **state)
{
    static const char *const schemas[] = {
        "{'type':'null'}",
        "{'const':1}",
        "{'enum':[1,2]}",
        "{'maxLength':2}",
        "{'minLength':99}",
        "{'format':'email'}",
        "false",
        "{'not':true}",
        "{'anyOf':[false,false]}",
        "{'oneOf':[true,true]}",
        "{'oneOf':[{'type':'null'},{'type':'array'}]}",
    };
    struct err err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(schemas); i++) {
        const char *outer[] = { "%s", "{'properties':{'a':%s}}", "{'items':%s}" };
        const char *inner[] = { "'hunter2'", "{'a':'hunter2'}", "['hunter2']" };
        for (size_t k = 0; k < COUNT_OF(outer); k++) {
            const char *place = strstr(outer[k], "%s");
            const char *schema =
                arena_printf(arena, "%.*s%s%s", (int)(place - outer[k]), outer[k], schemas[i], place + 2);
            assert_int_equal(schema_check(compiled(schema), parsed(inner[k]), &err), -1);
            assert_null(strstr(err.message, "hunter2"));
            assert_null(strstr(err.detail, "hunter2"));
        }
    }
    assert_int_equal(schema_check(compiled("{'maximum':1}"), parsed("271828"), &err), -1);
    assert_null(strstr(err.message, "271828"));
    assert_null(strstr(err.detail, "271828"));
    assert_int_equal(schema_check(compiled("{'uniqueItems':true}"), parsed("[271828,271828]"), &err), -1);
    assert_null(strstr(err.message, "271828"));
}

/* ---- branches ---- */

/* Two kinds of source that a constant tells apart. */
#define SOURCE                                                                                                         \
    "'oneOf':["                                                                                                        \
    "{'properties':{'type':{'$ref':'#/$defs/csv'},'path':{'type':'string'},'mode':{'enum':['a','b']}},"                \
    "'required':['type','path'],'additionalProperties':false},"                                                        \
    "{'properties':{'type':{'const':'sql'},'query':{'type':'string'}},'required':['type','query'],"                    \
    "'additionalProperties':false}]"
#define DEFS(csv) "'$defs':{'csv':" csv "}"

static void the_branch_with_the_right_constant_speaks(void **state)
{
    const char *source = "{" SOURCE "," DEFS("{'const':'csv'}") "}";
    const char *sources = "{'items':{" SOURCE "}," DEFS("{'const':'csv'}") "}";

    (void)state;
    is_valid(source, "{'type':'csv','path':'x'}");
    says(source, "{'path':3,'type':'csv'}", "path must be text");
    says(source, "{'query':3,'type':'sql'}", "query must be text");
    says(source, "{'type':'sql','path':'x'}", "unknown field 'path'");
    says(source, "{'type':'sql'}", "query is required");
    says(source, "{'type':'csv'}", "path is required");
    says(source, "{'path':'x','mode':'c','type':'csv'}", "mode must be one of: a, b");
    says(source, "{'type':'json','path':'x'}", "type must be one of: csv, sql");
    says(sources, "[{'type':'json'}]", "[0].type must be one of: csv, sql");
}

static void a_choice_tells_branches_apart_as_well(void **state)
{
    const char *source = "{" SOURCE "," DEFS("{'enum':['csv','tsv']}") "}";

    (void)state;
    says(source, "{'query':3,'type':'sql'}", "query must be text");
    says(source, "{'path':3,'type':'tsv'}", "path must be text");
    says(source, "{'type':'json'}", "type must be one of: csv, tsv, sql");
    says("{'anyOf':[{'properties':{'t':{'const':1}}},{'properties':{'t':{'const':2}}},{'type':'string'}]}", "{'t':3}",
         "t must be one of: 1, 2");
    says("{'anyOf':[{'properties':{'t':{'const':1}}},{'properties':{'t':{'const':2},'m':{'enum':['a']}}}]}",
         "{'t':2,'m':'z'}", "m must be a");
}

static void branches_that_ask_the_same_are_joined(void **state)
{
    (void)state;
    says("{'anyOf':[{'type':'string'},{'type':'null'}]}", "1", "the input must be text or null");
    says("{'anyOf':[{'type':'array'},{'anyOf':[{'type':'string'},{'type':'null'}]},false]}", "1",
         "the input must be text, a list or null");
    says("{'anyOf':[{'const':'a'},{'enum':['b','a']},{'type':'null'}]}", "1", "the input must be one of: a, b");
    says("{'oneOf':[false,false]}", "1", "the input is not allowed");
}

static void the_branch_that_fits_furthest_speaks(void **state)
{
    (void)state;
    says("{'anyOf':[{'type':'null'},{'type':'integer','minimum':1}]}", "0", "the input must be at least 1");
    says("{'anyOf':[{'type':'string'},{'items':{'type':'string'}}]}", "['a',1]", "[1] must be text");
    says("{'anyOf':[{'required':['a']},{'properties':{'o':{'required':['b']}}}]}", "{'o':{}}", "o.b is required");
    says("{'anyOf':[{'maxLength':1},{'format':'date'}]}", "'ab'", "the input must be at most 1 character");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_names_the_field_and_what_is_wanted),
        cmocka_unit_test(all_that_is_said_about_one_name_holds),
        cmocka_unit_test(the_log_gets_the_pointer_and_the_keyword),
        cmocka_unit_test(an_unknown_field_is_named_with_what_was_meant),
        cmocka_unit_test(a_name_is_cut_and_cannot_break_the_sentence),
        cmocka_unit_test(a_long_path_keeps_its_end),
        cmocka_unit_test(a_long_list_of_values_is_cut),
        cmocka_unit_test(a_value_is_never_repeated),
        cmocka_unit_test(the_branch_with_the_right_constant_speaks),
        cmocka_unit_test(a_choice_tells_branches_apart_as_well),
        cmocka_unit_test(branches_that_ask_the_same_are_joined),
        cmocka_unit_test(the_branch_that_fits_furthest_speaks),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
