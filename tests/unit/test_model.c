/* test_model.c - the engine on tables of its own, and what must hold of every seed's tables. */
#include "model/seeds.h"
#include "model_testing.h"

/* ---- a small model ---- */

static const struct model_enum colour = { "test.Colour", VALUES("red", "green") };

static int rule_low_before_high(const struct json *entity, struct err *err)
{
    if (json_get_int(entity, "low", 0) <= json_get_int(entity, "high", 0))
        return 0;
    err_set(err, ERR_CONFLICT, "low must not be above high", "the detail");
    return err_action(err, "Swap them.");
}

static const struct model_entity inner = {
    .name = "test.Inner",
    .summary = "Two numbers.",
    .fields =
        (const struct model_field[]){
            FIELD("low", INT, REQ, "The lower.", .range = BETWEEN(0, 9), .over = ERR_TOO_LARGE),
            FIELD("high", INT, 0, "The higher.", .otherwise = "7"),
            FIELD("colour", ENUM, OPT, "Its colour.", .values = &colour),
            END,
        },
    .rules = RULES(rule_low_before_high),
};

static const struct model_entity outer = {
    .name = "test.Outer",
    .summary = "One of everything.",
    .fields =
        (const struct model_field[]){
            FIELD("name", TEXT, REQ, "Its name.", .range = BETWEEN(2, 3), .code = ERR_CONFLICT,
                  .absent = ERR_NO_HEADERS),
            FIELD("inner", ENTITY, 0, "One.", .entity = &inner),
            FIELD("many", LIST, 0, "Many.", .each = EACH_ENTITY(inner)),
            FIELD("grid", LIST, 0, "Rows.", .each = EACH_LIST_OF(INT)),
            FIELD("by_name", MAP, 0, "By name.", .range = BETWEEN(1, 2), .each = EACH(INT, .range = AT_LEAST(1))),
            FIELD("ratio", NUMBER, 0, "A ratio.", .range = BETWEEN(0.5, 200000)),
            FIELD("anything", ANY, 0, "Anything."),
            END,
        },
};

static void says_of(const struct model_entity *e, const char *text, enum err_code code, const char *message)
{
    struct arena *a = arena_new();
    struct err err;

    assert_int_equal(model_check(e, read_json(a, text), &err), -1);
    assert_string_equal(err.message, message);
    assert_int_equal(err.code, code);
    arena_free(a);
}

static void takes(const struct model_entity *e, const char *text)
{
    struct arena *a = arena_new();
    struct err err = { .code = ERR_DISK_FULL };

    if (model_check(e, read_json(a, text), &err))
        fail_msg("refused: %s", err.message);
    assert_int_equal(err.code, ERR_DISK_FULL); /* untouched on success */
    arena_free(a);
}

static void a_message_names_the_place_and_no_value(void **state)
{
    (void)state;
    says_of(&outer, "7", ERR_INVALID_INPUT, "The value must be an object");
    says_of(&outer, "{\"name\":\"ab\",\"inner\":7}", ERR_INVALID_INPUT, "inner must be an object");
    says_of(&outer, "{\"name\":\"ab\",\"inner\":{}}", ERR_INVALID_INPUT, "inner.low is required");
    says_of(&outer, "{\"name\":\"ab\",\"many\":[{\"low\":0},{\"low\":\"secret\"}]}", ERR_INVALID_INPUT,
            "many[1].low must be a whole number");
    says_of(&outer, "{\"name\":\"ab\",\"grid\":[[1],[2,true]]}", ERR_INVALID_INPUT,
            "grid[1][1] must be a whole number");
    says_of(&outer, "{\"name\":\"ab\",\"by_name\":{\"secret\":0}}", ERR_INVALID_INPUT, "by_name.* must be at least 1");
    says_of(&outer, "{\"name\":\"ab\",\"inner\":{\"low\":1,\"colour\":\"secret\"}}", ERR_INVALID_INPUT,
            "inner.colour must be one of red, green");
}

static void a_field_chooses_its_code(void **state)
{
    (void)state;
    says_of(&outer, "{}", ERR_NO_HEADERS, "name is required");
    says_of(&outer, "{\"name\":null}", ERR_NO_HEADERS, "name must not be null");
    says_of(&outer, "{\"name\":\"\"}", ERR_NO_HEADERS, "name must not be empty");
    says_of(&outer, "{\"name\":\"a\"}", ERR_CONFLICT, "name must have at least 2 characters");
    says_of(&outer, "{\"name\":\"abcd\"}", ERR_CONFLICT, "name must have at most 3 characters");
    says_of(&inner, "{\"low\":-1}", ERR_INVALID_INPUT, "low must be at least 0");
    says_of(&inner, "{\"low\":10}", ERR_TOO_LARGE, "low must be at most 9");
}

static void characters_are_code_points(void **state)
{
    (void)state;
    takes(&outer, "{\"name\":\"\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80\"}");
    says_of(&outer, "{\"name\":\"\xf0\x9f\x98\x80\"}", ERR_CONFLICT, "name must have at least 2 characters");
}

static void numbers_are_compared_exactly(void **state)
{
    (void)state;
    takes(&outer, "{\"name\":\"ab\",\"ratio\":200000.0000000000000000000000}");
    says_of(&outer, "{\"name\":\"ab\",\"ratio\":200000.0000000000000000000001}", ERR_INVALID_INPUT,
            "ratio must be between 0.5 and 200000");
    says_of(&outer, "{\"name\":\"ab\",\"ratio\":0.4999999999999999999999}", ERR_INVALID_INPUT,
            "ratio must be between 0.5 and 200000");
    takes(&inner, "{\"low\":1.0,\"high\":1e2}");
    says_of(&inner, "{\"low\":1,\"high\":1e30}", ERR_INVALID_INPUT, "high is too large a number");
}

static void a_map_is_counted(void **state)
{
    (void)state;
    says_of(&outer, "{\"name\":\"ab\",\"by_name\":{}}", ERR_INVALID_INPUT, "by_name must not be empty");
    takes(&outer, "{\"name\":\"ab\",\"by_name\":{\"a\":1,\"b\":2}}");
    says_of(&outer, "{\"name\":\"ab\",\"by_name\":{\"a\":1,\"b\":2,\"c\":3}}", ERR_INVALID_INPUT,
            "by_name must have at most 2 entries");
}

static void an_unknown_field_is_named_with_what_was_meant(void **state)
{
    struct arena *a = arena_new();
    struct err err;

    (void)state;
    assert_int_equal(model_check(&inner, read_json(a, "{\"low\":1,\"hihg\":2}"), &err), -1);
    assert_string_equal(err.message, "unknown field 'hihg'; did you mean 'high'?");
    assert_int_equal(model_check(&outer, read_json(a, "{\"name\":\"ab\",\"inner\":{\"low\":1,\"zzz\":2}}"), &err), -1);
    assert_string_equal(err.message, "inner: unknown field 'zzz'");
    assert_string_equal(err.action, "");
    assert_int_equal(model_check(&inner, read_json(a, "{\"low\":1,\"low\\u0000\":2}"), &err), -1);
    arena_free(a);
}

static void a_long_unknown_name_is_cut_on_a_character(void **state)
{
    struct arena *a = arena_new();
    struct json *object = read_json(a, "{\"low\":1}");
    struct err err;

    (void)state;
    json_set(a, object, json_text(text_of(a, 100), NULL), json_null(a));
    assert_int_equal(model_check(&inner, object, &err), -1);
    assert_int_equal(strlen(err.message), strlen("unknown field ''") + 64);
    arena_free(a);
}

static void a_rule_runs_last_and_tells_its_place(void **state)
{
    struct arena *a = arena_new();
    struct err err;

    (void)state;
    says_of(&inner, "{\"low\":2,\"high\":1}", ERR_CONFLICT, "low must not be above high");
    says_of(&inner, "{\"low\":2,\"high\":1,\"colour\":1}", ERR_INVALID_INPUT, "colour must be one of red, green");
    assert_int_equal(model_check(&outer, read_json(a, "{\"name\":\"ab\",\"many\":[{\"low\":2,\"high\":1}]}"), &err),
                     -1);
    assert_int_equal(err.code, ERR_CONFLICT);
    assert_string_equal(err.message, "many[0]: low must not be above high");
    assert_string_equal(err.detail, "the detail");
    assert_string_equal(err.action, "Swap them.");
    arena_free(a);
}

static void filling_reaches_every_level_and_changes_nothing_given(void **state)
{
    struct arena *a = arena_new();
    struct json *given = read_json(a, "{\"inner\":{\"low\":1},\"many\":[{\"high\":2},{},5],\"anything\":{}}");
    struct json *filled = model_fill(a, &outer, given);

    (void)state;
    assert_true(
        json_equal(filled, read_json(a, "{\"inner\":{\"low\":1,\"high\":7},\"many\":[{\"high\":2},{\"high\":7},5],"
                                        "\"anything\":{}}")));
    assert_true(
        json_equal(given, read_json(a, "{\"inner\":{\"low\":1},\"many\":[{\"high\":2},{},5],\"anything\":{}}")));
    assert_true(json_equal(model_fill(a, &inner, read_json(a, "{\"high\":null}")), read_json(a, "{\"high\":null}")));
    assert_true(json_equal(model_fill(a, &inner, read_json(a, "[1]")), read_json(a, "[1]")));
    arena_free(a);
}

static void a_schema_says_what_the_table_says(void **state)
{
    struct arena *a = arena_new();
    const struct json *expected =
        read_json(a, "{\"title\":\"test.Inner\",\"description\":\"Two numbers.\",\"type\":\"object\",\"properties\":{"
                     "\"low\":{\"description\":\"The lower.\",\"type\":\"integer\",\"minimum\":0,\"maximum\":9},"
                     "\"high\":{\"description\":\"The higher.\",\"type\":\"integer\",\"default\":7},"
                     "\"colour\":{\"description\":\"Its "
                     "colour.\",\"type\":[\"string\",\"null\"],\"enum\":[\"red\",\"green\",null]}},"
                     "\"required\":[\"low\"],\"additionalProperties\":false}");

    (void)state;
    assert_true(json_equal(model_schema(a, &inner), expected));
    arena_free(a);
}

/* ---- machines ---- */

static const struct model_enum light = { "test.Light", VALUES("off", "on", "broken") };
static const struct model_machine lamp = {
    .name = "test.Lamp",
    .states = &light,
    .initial = "off",
    .steps = (const struct model_step[]){ { "off", "on", "lit" }, { "*", "broken", "dropped" }, END },
};

static void a_machine_takes_its_steps_and_no_others(void **state)
{
    static const char *const no[][2] = { { "on", "off" },    { "broken", "broken" }, { "off", "off" },
                                         { "broken", "on" }, { "melted", "broken" }, { "off", "melted" },
                                         { "*", "broken" } };
    struct err err;

    (void)state;
    assert_int_equal(model_step(&lamp, "off", "on", &err), 0);
    assert_int_equal(model_step(&lamp, "off", "broken", &err), 0);
    assert_int_equal(model_step(&lamp, "on", "broken", &err), 0);
    for (size_t i = 0; i < COUNT_OF(no); i++) {
        assert_int_equal(model_step(&lamp, no[i][0], no[i][1], &err), -1);
        assert_int_equal(err.code, ERR_ILLEGAL_TRANSITION);
    }
    assert_int_equal(model_step(&lamp, "on", "off", &err), -1);
    assert_string_equal(err.message, "test.Lamp cannot go from on to off.");
}

/* ---- what must hold of every seed ---- */

static void count_names(const char *name, size_t *entities, size_t *enums, size_t *machines)
{
    for (const struct model_seed *const *s = model_seeds; *s; s++) {
        for (const struct model_entity *const *e = (*s)->entities; *e; e++)
            *entities += strcmp((*e)->name, name) == 0;
        for (const struct model_enum *const *e = (*s)->enums; *e; e++)
            *enums += strcmp((*e)->name, name) == 0;
        for (const struct model_machine *const *m = (*s)->machines; *m; m++)
            *machines += strcmp((*m)->name, name) == 0;
    }
}

static void names_are_unique_and_found(void **state)
{
    (void)state;
    for (const struct model_seed *const *s = model_seeds; *s; s++) {
        for (const struct model_entity *const *e = (*s)->entities; *e; e++) {
            size_t entities = 0, enums = 0, machines = 0;
            count_names((*e)->name, &entities, &enums, &machines);
            assert_int_equal(entities, 1);
            assert_ptr_equal(model_entity((*e)->name), *e);
            assert_int_equal(strncmp((*e)->name, (*s)->name, strlen((*s)->name)), 0);
        }
        for (const struct model_enum *const *e = (*s)->enums; *e; e++) {
            size_t entities = 0, enums = 0, machines = 0;
            count_names((*e)->name, &entities, &enums, &machines);
            assert_int_equal(enums, 1);
            assert_ptr_equal(model_enum((*e)->name), *e);
        }
        for (const struct model_machine *const *m = (*s)->machines; *m; m++)
            assert_ptr_equal(model_machine((*m)->name), *m);
    }
    assert_null(model_entity("tasks.Nothing"));
    assert_null(model_enum("Task"));
    assert_null(model_machine(""));
}

static bool is_listed(const struct model_field *f)
{
    if (f->kind == MODEL_ENUM)
        return model_enum(f->values->name) == f->values;
    if (f->kind == MODEL_ENTITY)
        return model_entity(f->entity->name) == f->entity;
    if (f->kind == MODEL_LIST || f->kind == MODEL_MAP)
        return is_listed(f->each);
    return true;
}

static void everything_a_field_uses_is_listed(void **state)
{
    (void)state;
    for (const struct model_seed *const *s = model_seeds; *s; s++)
        for (const struct model_entity *const *e = (*s)->entities; *e; e++) {
            size_t n = 0;
            for (const struct model_field *f = (*e)->fields; f->name; f++, n++)
                if (!is_listed(f))
                    fail_msg("%s.%s uses something that is not listed", (*e)->name, f->name);
            assert_true(n <= MODEL_MAX_FIELDS);
            assert_true(!(*e)->machine || model_machine((*e)->machine->name) == (*e)->machine);
        }
}

static void every_default_is_valid_for_its_field(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    for (const struct model_seed *const *s = model_seeds; *s; s++)
        for (const struct model_entity *const *e = (*s)->entities; *e; e++)
            for (const struct model_field *f = (*e)->fields; f->name; f++) {
                const struct model_field only[] = { *f, END };
                struct model_entity one = { .name = (*e)->name, .summary = "", .fields = only };
                struct json *filled = model_fill(a, &one, json_object(a));
                struct err err;
                if (f->otherwise && model_check(&one, filled, &err))
                    fail_msg("%s.%s: %s", (*e)->name, f->name, err.message);
            }
    arena_free(a);
}

static bool reachable(const struct model_machine *m, const char *target)
{
    bool seen[16] = { false };
    struct err err;

    for (int round = 0; round < 16; round++)
        for (size_t i = 0; m->states->values[i]; i++) {
            if (strcmp(m->states->values[i], m->initial) == 0)
                seen[i] = true;
            for (size_t k = 0; m->states->values[k]; k++)
                seen[i] |= seen[k] && model_step(m, m->states->values[k], m->states->values[i], &err) == 0;
            if (seen[i] && strcmp(m->states->values[i], target) == 0)
                return true;
        }
    return false;
}

static void every_state_of_every_machine_can_be_reached(void **state)
{
    (void)state;
    for (const struct model_seed *const *s = model_seeds; *s; s++)
        for (const struct model_machine *const *m = (*s)->machines; *m; m++) {
            for (const char *const *v = (*m)->states->values; *v; v++)
                if (!reachable(*m, *v))
                    fail_msg("%s never reaches %s", (*m)->name, *v);
            for (const struct model_step *step = (*m)->steps; step->from; step++) {
                assert_true(strcmp(step->from, "*") == 0 || model_enum_has((*m)->states, step->from));
                assert_true(model_enum_has((*m)->states, step->to));
                assert_true(strlen(step->why) > 0);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_names_the_place_and_no_value),
        cmocka_unit_test(a_field_chooses_its_code),
        cmocka_unit_test(characters_are_code_points),
        cmocka_unit_test(numbers_are_compared_exactly),
        cmocka_unit_test(a_map_is_counted),
        cmocka_unit_test(an_unknown_field_is_named_with_what_was_meant),
        cmocka_unit_test(a_long_unknown_name_is_cut_on_a_character),
        cmocka_unit_test(a_rule_runs_last_and_tells_its_place),
        cmocka_unit_test(filling_reaches_every_level_and_changes_nothing_given),
        cmocka_unit_test(a_schema_says_what_the_table_says),
        cmocka_unit_test(a_machine_takes_its_steps_and_no_others),
        cmocka_unit_test(names_are_unique_and_found),
        cmocka_unit_test(everything_a_field_uses_is_listed),
        cmocka_unit_test(every_default_is_valid_for_its_field),
        cmocka_unit_test(every_state_of_every_machine_can_be_reached),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
