/* test_schema.c - what a schema may say, and the bounds of compiling and checking. Whether keywords mean what the
 * specification says is the suite's business (tests/api/test_schema_suite.py), what messages say test_schema_say.c's;
 * here are our own promises: nothing is ignored, and every bound holds on both sides. */
#include "base/schema/schema_node.h"
#include "schema_help.h"

/* ---- compiling ---- */

static void what_is_not_a_keyword_is_refused_by_name(void **state)
{
    (void)state;
    is_refused("{'properties':{'a':{'maxlength':3}}}",
               "schema at #/properties/a/maxlength: is not a keyword this program knows");
    is_refused("{'$id':'x'}", "schema at #/$id: is not a keyword this program knows");
    is_refused("{'$anchor':'x'}", "schema at #/$anchor: is not a keyword this program knows");
    is_refused("{'pattern':'x'}", "schema at #/pattern: is not a keyword this program knows");
    is_refused("{'definitions':{}}", "schema at #/definitions: is not a keyword this program knows");
    is_refused("{'X-a':1}", "schema at #/X-a: is not a keyword this program knows");
    is_refused("{'type\\u0000':'null'}", "schema at #/type: is not a keyword this program knows");
    is_refused("{'$defs':{'unused':{'a/b~c':1}}}",
               "schema at #/$defs/unused/a~1b~0c: is not a keyword this program knows");
}

static void annotations_are_taken_and_say_nothing(void **state)
{
    (void)state;
    is_valid("{'$schema':'https://json-schema.org/draft/2020-12/schema','$comment':'c','title':'t','description':'d',"
             "'default':1,'examples':[1],'deprecated':true,'readOnly':false,'writeOnly':true,'x-form':{'type':'null'}}",
             "'anything'");
}

static void every_misused_keyword_is_refused(void **state)
{
    static const struct {
        const char *schema, *message;
    } cases[] = {
        { "3", "schema at #: must be an object, true or false" },
        { "{'items':[]}", "schema at #/items: must be an object, true or false" },
        { "{'type':'text'}", "schema at #/type: must be a type's name or a list of different ones" },
        { "{'type':['null','null']}", "schema at #/type: must be a type's name or a list of different ones" },
        { "{'type':[3]}", "schema at #/type: must be a type's name or a list of different ones" },
        { "{'type':[]}", "schema at #/type: must name a type" },
        { "{'enum':[]}", "schema at #/enum: must be a list of at least one value" },
        { "{'enum':'a'}", "schema at #/enum: must be a list of at least one value" },
        { "{'properties':[]}", "schema at #/properties: must be an object of schemas" },
        { "{'properties':{'a':'b'}}", "schema at #/properties/a: must be an object, true or false" },
        { "{'required':'a'}", "schema at #/required: must be a list of different names" },
        { "{'required':['a',1]}", "schema at #/required: must be a list of different names" },
        { "{'required':['a','b','a']}", "schema at #/required: must be a list of different names" },
        { "{'dependentRequired':[]}", "schema at #/dependentRequired: must be an object of lists of names" },
        { "{'dependentRequired':{'a':'b'}}", "schema at #/dependentRequired/a: must be a list of different names" },
        { "{'minLength':-1}", "schema at #/minLength: must be a whole number of at least 0" },
        { "{'minLength':1.5}", "schema at #/minLength: must be a whole number of at least 0" },
        { "{'maxItems':'1'}", "schema at #/maxItems: must be a whole number of at least 0" },
        { "{'maxItems':1e30}", "schema at #/maxItems: must be a whole number of at least 0" },
        { "{'minimum':'1'}", "schema at #/minimum: must be a number" },
        { "{'exclusiveMaximum':true}", "schema at #/exclusiveMaximum: must be a number" },
        { "{'multipleOf':0}", "schema at #/multipleOf: must be a number above 0" },
        { "{'multipleOf':-0.5}", "schema at #/multipleOf: must be a number above 0" },
        { "{'uniqueItems':1}", "schema at #/uniqueItems: must be true or false" },
        { "{'format':'ipv4'}", "schema at #/format: is none of the formats this program checks" },
        { "{'format':1}", "schema at #/format: is none of the formats this program checks" },
        { "{'allOf':[]}", "schema at #/allOf: must be a list of at least one schema" },
        { "{'anyOf':{}}", "schema at #/anyOf: must be a list of at least one schema" },
        { "{'oneOf':[true,1]}", "schema at #/oneOf/1: must be an object, true or false" },
        { "{'prefixItems':[]}", "schema at #/prefixItems: must be a list of at least one schema" },
        { "{'then':1}", "schema at #/then: must be an object, true or false" },
        { "{'$defs':[]}", "schema at #/$defs: must be an object of schemas" },
        { "{'$schema':'http://json-schema.org/draft-07/schema#'}",
          "schema at #/$schema: must be https://json-schema.org/draft/2020-12/schema" },
        { "{'not':{'$schema':'https://json-schema.org/draft/2020-12/schema'}}",
          "schema at #/not/$schema: belongs at the root only" },
        { "{'title':1}", "schema at #/title: must be text" },
        { "{'examples':1}", "schema at #/examples: must be a list" },
        { "{'deprecated':1}", "schema at #/deprecated: must be true or false" },
        { "{'$ref':1}", "schema at #/$ref: must be text" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_refused(cases[i].schema, cases[i].message);
}

static void a_reference_leads_to_a_place_of_the_document(void **state)
{
    (void)state;
    is_valid("{'$ref':'#/$defs/a~1b~0c%25d%20e','$defs':{'a/b~c%d e':{'type':'null'}}}", "null");
    says("{'$ref':'#/x-list/1','x-list':[0,{'type':'null'}]}", "1", "the input must be null");
    says("{'properties':{'a':{'type':'null'},'b':{'$ref':'#/properties/a'}}}", "{'b':1}", "b must be null");
    is_valid("{'$ref':'#/$defs/','$defs':{'':true}}", "1");
    says("{'$ref':'#/$defs/a','maximum':5,'$defs':{'a':{'minimum':1}}}", "6", "the input must be at most 5");
    says("{'$ref':'#/$defs/a','maximum':5,'$defs':{'a':{'minimum':1}}}", "0", "the input must be at least 1");
}

static void a_reference_to_nowhere_is_refused(void **state)
{
    const char *missing = "schema at #/$ref: names a place that does not exist";
    const char *broken = "schema at #/$ref: is not a well-formed JSON pointer";
    const char *foreign = "schema at #/$ref: must be \"#\" or begin with \"#/\": only places of this document can be "
                          "referred to";

    (void)state;
    is_refused("{'$ref':'#/$defs/a','$defs':{'b':true}}", missing);
    is_refused("{'$ref':'#/x-l/1','x-l':[true]}", missing);
    is_refused("{'$ref':'#/x-l/00','x-l':[true]}", missing);
    is_refused("{'$ref':'#/x-l/-','x-l':[true]}", missing);
    is_refused("{'$ref':'#/x-l/18446744073709551616','x-l':[true]}", missing); /* 2^64 */
    is_refused("{'$ref':'#/title/a','title':'a'}", missing);
    is_refused("{'$ref':'#/$defs/~2'}", missing);
    is_refused("{'$ref':'#/x-~2','x-~2':true}", broken);
    is_refused("{'$ref':'#/x-~','x-~':true}", broken);
    is_refused("{'$ref':'#/x-%4','x-%4':true}", broken);
    is_refused("{'$ref':'#/x-%zz','x-%zz':true}", broken);
    is_refused("{'$ref':''}", foreign);
    is_refused("{'$ref':'#a'}", foreign);
    is_refused("{'$ref':'other.json#/a'}", foreign);
    is_refused("{'$ref':'#/x-n','x-n':1}", "schema at #/x-n: must be an object, true or false");
    is_refused("{'$ref':'#/x-s','x-s':{'a':1}}", "schema at #/x-s/a: is not a keyword this program knows");
}

static void a_circle_that_consumes_nothing_is_refused(void **state)
{
    const char *root = "schema at #: applies to the same value again without end";
    const char *a = "schema at #/$defs/a: applies to the same value again without end";

    (void)state;
    is_refused("{'$ref':'#'}", root);
    is_refused("{'allOf':[{'$ref':'#'}]}", "schema at #/allOf/0: applies to the same value again without end");
    is_refused("{'$defs':{'a':{'$ref':'#/$defs/a'}}}", a);
    is_refused("{'$defs':{'b':{'$ref':'#/$defs/a'},'a':{'$ref':'#/$defs/b'}}}", a);
    is_refused("{'$defs':{'a':{'anyOf':[true,{'$ref':'#/$defs/a'}]}}}",
               "schema at #/$defs/a/anyOf/1: applies to the same value again without end");
    is_refused("{'$defs':{'a':{'dependentSchemas':{'x':{'$ref':'#/$defs/a'}}}}}",
               "schema at #/$defs/a/dependentSchemas/x: applies to the same value again without end");
    is_refused("{'not':{'$ref':'#'}}", "schema at #/not: applies to the same value again without end");
    is_refused("{'if':{'$ref':'#'}}", "schema at #/if: applies to the same value again without end");
    is_refused("{'if':true,'else':{'$ref':'#'}}", "schema at #/else: applies to the same value again without end");
}

static void a_circle_that_steps_into_the_value_is_fine(void **state)
{
    const char *tree = "{'type':'object','properties':{'kids':{'items':{'$ref':'#'}}},'additionalProperties':false}";

    (void)state;
    is_valid(tree, "{'kids':[{'kids':[{},{}]},{}]}");
    says(tree, "{'kids':[{'kids':[{},3]},{}]}", "kids[0].kids[1] must be an object");
    is_valid("{'propertyNames':{'$ref':'#'}}", "{'a':1}");
    is_valid("{'then':{'$ref':'#'}}", "1");
}

static void a_chain_of_the_longest_kind_is_fine_and_one_more_is_not(void **state)
{
    size_t most = SCHEMA_MAX_CHAIN - 1;
    const char *fits = repeated("", "{\"not\":", most, "true");
    const char *over = repeated("", "{\"not\":", most + 1, "true");
    struct schema *s;
    struct err err;

    (void)state;
    assert_int_equal(compile_text(repeated(fits, "}", most, ""), &s, &err), 0);
    assert_int_equal(compile_text(repeated(over, "}", most + 1, ""), &s, &err), -1);
    assert_non_null(strstr(err.message, "too long a chain"));
}

static void a_very_long_chain_of_references_is_refused_not_walked(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct schema *s;
    struct err err;

    (void)state;
    buf_adds(&b, "{\"$defs\":{\"d0\":true");
    for (int i = 1; i < 20000; i++)
        buf_addf(&b, ",\"d%d\":{\"$ref\":\"#/$defs/d%d\"}", i, i % 2 ? i + 1 : i - 2);
    buf_adds(&b, ",\"d20000\":{\"$ref\":\"#/$defs/d19998\"}},\"$ref\":\"#/$defs/d19999\"}");
    assert_int_equal(compile_text(b.p, &s, &err), -1);
    assert_non_null(strstr(err.message, "too long a chain"));
}

static void a_schema_of_the_most_nodes_is_fine_and_one_more_is_not(void **state)
{
    const char *fits = repeated("{\"prefixItems\":[true", ",true", SCHEMA_MAX_NODES - 2, "]}");
    const char *over = repeated("{\"prefixItems\":[true", ",true", SCHEMA_MAX_NODES - 1, "]}");
    struct schema *s;
    struct err err;

    (void)state;
    assert_int_equal(compile_text(fits, &s, &err), 0);
    assert_int_equal(compile_text(over, &s, &err), -1);
    assert_non_null(strstr(err.message, "too deep or too large"));
}

/* Schemas within each other, built by hand: the parser would not make one so deep. */
static struct json *nested_schema(size_t levels)
{
    struct json *v = json_bool(arena, true);

    for (size_t i = 1; i < levels; i++)
        v = json_set(arena, json_object(arena), "items", v);
    return v;
}

static void a_schema_of_the_most_levels_is_fine_and_one_more_is_not(void **state)
{
    struct schema *s;
    struct err err;

    (void)state;
    assert_int_equal(schema_compile(arena, nested_schema(JSON_MAX_DEPTH), &s, &err), 0);
    assert_int_equal(schema_compile(arena, nested_schema(JSON_MAX_DEPTH + 1), &s, &err), -1);
    assert_non_null(strstr(err.message, "/items/items: the schema is too deep or too large"));
}

static void text_that_is_no_json_is_refused_as_such(void **state)
{
    struct schema *s = NULL;
    struct err err;

    (void)state;
    assert_int_equal(compile_text("{", &s, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_JSON);
    assert_null(s);
}

static void a_schema_gives_its_document_back(void **state)
{
    struct json *document = parsed("{'type':'null'}");
    struct schema *s;
    struct err err;

    (void)state;
    assert_int_equal(schema_compile(arena, document, &s, &err), 0);
    assert_ptr_equal(schema_document(s), document);
}

/* ---- bounds of checking ---- */

static void too_many_steps_are_refused_and_not_turned_around(void **state)
{
    /* Each level doubles the work: 2^40 steps, were they taken. */
    const char *deep = repeated(repeated("", "[", 40, ""), "]", 40, "");
    const char *schema = "{'$defs':{'two':{'items':{'allOf':[{'$ref':'#/$defs/two'},{'$ref':'#/$defs/two'}]}}},%s}";
    const char *ends[] = { "'$ref':'#/$defs/two'", "'not':{'$ref':'#/$defs/two'}",
                           "'anyOf':[{'$ref':'#/$defs/two'},true]" };
    struct err err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        struct schema *s = compiled(repeated(arena_dup(arena, schema, strlen(schema) - 3), ends[i], 1, "}"));
        assert_int_equal(schema_check(s, parsed(deep), &err), -1);
        assert_int_equal(err.code, ERR_TOO_LARGE);
    }
}

static struct json *nested_list(size_t levels)
{
    struct json *v = json_array(arena);

    for (size_t i = 0; i < levels; i++)
        v = json_push(arena, json_array(arena), v);
    return v;
}

static void a_value_of_the_most_levels_is_checked_and_one_more_is_not(void **state)
{
    struct schema *s = compiled("{'items':{'$ref':'#'}}"); /* two schemas a level */
    struct err err;

    (void)state;
    assert_int_equal(schema_check(s, nested_list((SCHEMA_MAX_DEPTH - 1) / 2), &err), 0);
    assert_int_equal(schema_check(s, nested_list((SCHEMA_MAX_DEPTH - 1) / 2 + 1), &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
}

static void a_failure_in_a_very_bushy_schema_still_gets_words(void **state)
{
    /* 10 levels of 4 branches each: far more failures than are ever worded. */
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    (void)state;
    buf_adds(&b, "{'$ref':'#/$defs/d9','$defs':{'d0':{'minimum':1}");
    for (int i = 1; i < 10; i++)
        buf_addf(&b,
                 ",'d%d':{'anyOf':[{'$ref':'#/$defs/d%d'},{'$ref':'#/$defs/d%d'},{'$ref':'#/$defs/d%d'},"
                 "{'$ref':'#/$defs/d%d'}]}",
                 i, i - 1, i - 1, i - 1, i - 1);
    buf_adds(&b, "}}");
    says(b.p, "0", "the input must be at least 1");
}

/* ---- uniqueItems ---- */

static struct json *numbers(size_t n)
{
    struct json *array = json_array(arena);

    for (size_t i = 0; i < n; i++)
        json_push(arena, array, json_int(arena, (int64_t)i));
    return array;
}

static void equal_items_are_found_in_long_lists(void **state)
{
    struct schema *s = compiled("{'uniqueItems':true}");
    const char *first[] = { "7", "'7'", "[1,{'a':1,'b':2}]", "{'a':[1],'b':null}", "-0.0" };
    const char *again[] = { "7.0", "'7'", "[1.0,{'b':2,'a':1}]", "{'b':null,'a':[1e0]}", "0" };
    struct err err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(first); i++) {
        for (size_t n = 0; n < 20; n += 19) { /* by comparing all, and by hash */
            struct json *array = json_push(arena, json_array(arena), parsed(first[i]));
            for (size_t k = 0; k < n; k++)
                json_push(arena, array, json_int(arena, (int64_t)(1000 + k)));
            assert_int_equal(schema_check(s, array, &err), 0);
            json_push(arena, array, parsed(again[i]));
            assert_int_equal(schema_check(s, array, &err), -1);
            assert_string_equal(err.message,
                                arena_printf(arena, "the input must not have equal items: [0] and [%zu] are", n + 1));
        }
    }
}

static void values_that_only_look_alike_are_unique(void **state)
{
    (void)state;
    is_valid("{'uniqueItems':true}", "[1,true,'1',[1],{'a':1},null,0,false,'',[],{},[[1]],{'a':'1'},{'b':1},[1,1]]");
    is_valid("{'uniqueItems':true}",
             "[1,2,3,4,5,6,7,8,9,1.0000000000000000000000001,1.0000000000000000000000002,1e400,1e401]");
}

static void a_long_list_of_different_items_is_quick(void **state)
{
    struct schema *s = compiled("{'uniqueItems':true}");
    struct json *array = numbers(200000);
    size_t steps = 2 * 200000, a, b;
    struct err err;

    (void)state;
    assert_true(schema_items_differ(array, &steps, &a, &b));
    assert_int_equal(schema_check(s, array, &err), 0);
}

/* Different numbers that are all the same double. */
static struct json *near_ones(int n)
{
    struct json *array = json_array(arena);

    for (int i = 1; i <= n; i++) {
        const char *digits = arena_printf(arena, "1.%030d1", i);
        json_push(arena, array, json_number(arena, digits, strlen(digits)));
    }
    return array;
}

static void items_made_to_collide_run_out_of_steps(void **state)
{
    struct schema *s = compiled("{'not':{'uniqueItems':true}}");
    struct json *some = near_ones(100);
    size_t steps = 1000, a, b;
    struct err err;

    (void)state;
    assert_false(schema_items_differ(some, &steps, &a, &b));
    assert_int_equal(b, 0);
    steps = SCHEMA_MAX_STEPS;
    assert_true(schema_items_differ(some, &steps, &a, &b));
    steps = 99;
    assert_false(schema_items_differ(numbers(100), &steps, &a, &b));
    assert_int_equal(b, 0);
    steps = 100;
    assert_true(schema_items_differ(numbers(100), &steps, &a, &b));

    assert_int_equal(schema_check(s, near_ones(2000), &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_a_keyword_is_refused_by_name),
        cmocka_unit_test(annotations_are_taken_and_say_nothing),
        cmocka_unit_test(every_misused_keyword_is_refused),
        cmocka_unit_test(a_reference_leads_to_a_place_of_the_document),
        cmocka_unit_test(a_reference_to_nowhere_is_refused),
        cmocka_unit_test(a_circle_that_consumes_nothing_is_refused),
        cmocka_unit_test(a_circle_that_steps_into_the_value_is_fine),
        cmocka_unit_test(a_chain_of_the_longest_kind_is_fine_and_one_more_is_not),
        cmocka_unit_test(a_very_long_chain_of_references_is_refused_not_walked),
        cmocka_unit_test(a_schema_of_the_most_nodes_is_fine_and_one_more_is_not),
        cmocka_unit_test(a_schema_of_the_most_levels_is_fine_and_one_more_is_not),
        cmocka_unit_test(text_that_is_no_json_is_refused_as_such),
        cmocka_unit_test(a_schema_gives_its_document_back),
        cmocka_unit_test(too_many_steps_are_refused_and_not_turned_around),
        cmocka_unit_test(a_value_of_the_most_levels_is_checked_and_one_more_is_not),
        cmocka_unit_test(a_failure_in_a_very_bushy_schema_still_gets_words),
        cmocka_unit_test(equal_items_are_found_in_long_lists),
        cmocka_unit_test(values_that_only_look_alike_are_unique),
        cmocka_unit_test(a_long_list_of_different_items_is_quick),
        cmocka_unit_test(items_made_to_collide_run_out_of_steps),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
