/* request_schema.c - the JSON Schema of a request. What does not change is a text; the lists of functions are filled in
 * from functions.h.
 *
 * Which member an expression or a relation has decides what it is, so every branch hangs on a member
 * (dependentSchemas): each value is checked once, however deep, and an error speaks of the branch that was meant. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "query/functions.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include <stdlib.h>
#include <string.h>

/* In these texts ' stands for ". */
static const char request_text[] =
    "{'$schema':'https://json-schema.org/draft/2020-12/schema','title':'A request',"
    "'type':'object','properties':{'version':{'const':1},'steps':{'type':'array','minItems':1,"
    "'items':{'$ref':'#/$defs/step'}},'show':{'enum':['auto','sentence','table','chart'],"
    "'default':'auto'},'chart':{'enum':['line','bar','stacked','pie','scatter','histogram']}},"
    "'required':['version','steps'],'additionalProperties':false,"
    "'dependentSchemas':{'chart':{'properties':{'show':{'const':'chart'}},'required':['show']}}}";

/* Where a property is {} or a list of rules [], functions.h fills it in. */
static const struct {
    const char *name, *text;
} definitions[] = {
    { "exprs", "{'type':'array','items':{'$ref':'#/$defs/expr'}}" },
    { "step", "{'type':'object','if':{'required':['operation']},"
              "'then':{'properties':{'operation':{'type':'string'},'over':{'type':'string'},"
              "'parameters':{'type':'object'},'name':{'type':'string'}},'required':['over'],"
              "'additionalProperties':false},'else':{'properties':{'query':{'$ref':'#/$defs/query'},"
              "'name':{'type':'string'}},'required':['query'],'additionalProperties':false}}" },
    { "query", "{'type':'object','if':{'anyOf':[{'required':['union']},{'required':['intersect']},"
               "{'required':['except']}]},'then':{'$ref':'#/$defs/set'},'else':{'$ref':'#/$defs/block'}}" },
    { "set", "{'properties':{'union':{'$ref':'#/$defs/sides'},'intersect':{'$ref':'#/$defs/sides'},"
             "'except':{'$ref':'#/$defs/sides'},'all':{'type':'boolean'},'order':{'type':'array',"
             "'items':{'$ref':'#/$defs/ordering'}},'limit':{'$ref':'#/$defs/limit'},"
             "'offset':{'$ref':'#/$defs/offset'}},'additionalProperties':false,"
             "'oneOf':[{'required':['union']},{'required':['intersect']},{'required':['except']}],"
             "'if':{'properties':{'all':{'const':true}},'required':['all']},'then':{'required':['union']}}" },
    { "sides", "{'type':'array','items':{'$ref':'#/$defs/query'},'minItems':2,'maxItems':2}" },
    { "limit", "{'type':'integer','minimum':1,'maximum':9223372036854775807}" },
    { "offset", "{'type':'integer','minimum':0,'maximum':9223372036854775807,'default':0}" },
    { "block", "{'properties':{'from':{'type':'array','minItems':1,'prefixItems':[{'$ref':'#/$defs/first'}],"
               "'items':{'$ref':'#/$defs/joined'}},'where':{'$ref':'#/$defs/exprs'},"
               "'group':{'$ref':'#/$defs/exprs'},'select':{'type':'array','items':{'$ref':'#/$defs/output'}},"
               "'having':{'$ref':'#/$defs/exprs'},'distinct':{'type':'boolean','default':false},"
               "'order':{'type':'array','items':{'$ref':'#/$defs/ordering'}},'limit':{'$ref':'#/$defs/limit'},"
               "'offset':{'$ref':'#/$defs/offset'},'per':{'$ref':'#/$defs/exprs'}},'required':['from'],"
               "'additionalProperties':false}" },
    { "relation", "{'type':'object','properties':{'table':{'type':'string'},'union':{'type':'array',"
                  "'items':{'type':'string'},'minItems':2},'query':{'$ref':'#/$defs/query'},"
                  "'step':{'type':'string'},'as':{'type':'string'},'join':{'enum':['inner','left','cross'],"
                  "'default':'inner'},'on':{'$ref':'#/$defs/expr'}},'additionalProperties':false,"
                  "'oneOf':[{'required':['table']},{'required':['union']},{'required':['query']},"
                  "{'required':['step']}],'dependentRequired':{'union':['as'],'query':['as'],'step':['as']}}" },
    { "first", "{'$ref':'#/$defs/relation','properties':{'join':false,'on':false}}" },
    { "joined", "{'$ref':'#/$defs/relation','if':{'properties':{'join':{'const':'cross'}},'required':['join']},"
                "'then':{'properties':{'on':false}},'else':{'required':['on']}}" },
    { "ordering", "{'type':'object','properties':{'by':{'$ref':'#/$defs/expr'},'descending':{'type':'boolean',"
                  "'default':false},'empty_first':{'type':'boolean','default':false}},'required':['by'],"
                  "'additionalProperties':false}" },
    { "output", "{'if':{'type':'object','required':['expr']},"
                "'then':{'properties':{'expr':{'$ref':'#/$defs/expr'},'name':{'type':'string'}},"
                "'additionalProperties':false},'else':{'$ref':'#/$defs/expr'}}" },
    { "expr", "{'type':'object','anyOf':[{'required':['column']},{'required':['value']},{'required':['op']},"
              "{'required':['aggregate']},{'required':['window']},{'required':['query']},"
              "{'required':['exists']},{'required':['place']}],"
              "'dependentSchemas':{'column':{'$ref':'#/$defs/column'},'value':{'$ref':'#/$defs/value'},"
              "'op':{'$ref':'#/$defs/op'},'aggregate':{'$ref':'#/$defs/aggregate'},"
              "'window':{'$ref':'#/$defs/window'},'in':{'$ref':'#/$defs/in'},"
              "'exists':{'$ref':'#/$defs/exists'},'place':{'$ref':'#/$defs/place'},"
              "'query':{'if':{'required':['in']},'else':{'$ref':'#/$defs/scalar'}}}}" },
    { "column", "{'properties':{'column':{'type':'string'},'of':{'type':'string'}},"
                "'additionalProperties':false}" },
    { "value", "{'properties':{'value':{'type':['string','number','boolean','null']},'type':{'enum':['date',"
               "'timestamp']}},'additionalProperties':false,"
               "'dependentSchemas':{'type':{'properties':{'value':{'type':'string'}}}}}" },
    { "op", "{'properties':{'op':{},'args':{'$ref':'#/$defs/exprs'}},'required':['args'],"
            "'additionalProperties':false,'allOf':[]}" },
    { "aggregate", "{'properties':{'aggregate':{},'arg':{'$ref':'#/$defs/expr'},'distinct':{'type':'boolean',"
                   "'default':false},'where':{'$ref':'#/$defs/expr'},'number':{'type':'number','minimum':0,"
                   "'maximum':1}},'additionalProperties':false,'if':{'properties':{'aggregate':{'const':'count'},"
                   "'distinct':{'const':false}}},'else':{'required':['arg']},'allOf':[]}" },
    { "window", "{'properties':{'window':{},'arg':{'$ref':'#/$defs/expr'},'per':{'$ref':'#/$defs/exprs'},"
                "'order':{'type':'array','items':{'$ref':'#/$defs/ordering'}},"
                "'number':{'$ref':'#/$defs/limit'}},'additionalProperties':false,'allOf':[]}" },
    { "in", "{'properties':{'in':{'$ref':'#/$defs/expr'},'query':{'$ref':'#/$defs/query'},"
            "'not':{'type':'boolean'}},'required':['query'],'additionalProperties':false}" },
    { "exists", "{'properties':{'exists':{'$ref':'#/$defs/query'},'not':{'type':'boolean'}},"
                "'additionalProperties':false}" },
    { "place", "{'properties':{'place':{'type':'string'}},'additionalProperties':false}" },
    { "scalar", "{'properties':{'query':{'$ref':'#/$defs/query'}},'additionalProperties':false}" },
};

static struct json *parsed(struct arena *a, const char *quoted)
{
    char *text = arena_str(a, quoted);
    struct json *v = NULL;
    struct err err;

    for (char *p = text; *p; p++)
        if (*p == '\'')
            *p = '"';
    if (json_parse(a, text, strlen(text), &v, &err) < 0)
        abort(); /* a constant of this file: a test reads it */
    return v;
}

static struct json *single(struct arena *a, const char *key, struct json *v)
{
    return json_set(a, json_object(a), key, v);
}

/* {"if":{"properties":{KEY:{"enum":NAMES}}},"then":THEN} */
static struct json *for_names(struct arena *a, const char *key, struct json *names, struct json *then)
{
    struct json *condition = single(a, "properties", single(a, key, single(a, "enum", names)));

    return json_set(a, single(a, "if", condition), "then", then);
}

/* The definition's own member takes these names, and each rule is for some of them. */
static void fill(struct arena *a, const struct json *schema, const char *key, struct json *names)
{
    struct json *definition = json_get(json_get(schema, "$defs"), key);

    json_set(a, json_get(definition, "properties"), key, single(a, "enum", names));
}

static void add_rule(struct arena *a, const struct json *schema, const char *key, struct json *names, struct json *then)
{
    if (json_len(names) > 0)
        json_push(a, json_get(json_get(json_get(schema, "$defs"), key), "allOf"), for_names(a, key, names, then));
}

/* One rule for all functions that take as many arguments as the i-th, made where that is the first of them. */
static void add_arity(struct arena *a, const struct json *schema, size_t i)
{
    const struct query_function_info *first = query_function_info((enum query_function)i);
    struct json *names = json_array(a), *args = json_object(a);

    for (size_t k = 0; k < FUNCTIONS_END; k++) {
        const struct query_function_info *info = query_function_info((enum query_function)k);
        if (info->least != first->least || info->most != first->most)
            continue;
        if (k < i)
            return;
        json_push(a, names, json_str(a, info->name));
    }
    json_set(a, args, "minItems", json_int(a, (int64_t)first->least));
    json_set(a, args, "maxItems", json_int(a, (int64_t)first->most));
    add_rule(a, schema, "op", names, single(a, "properties", single(a, "args", args)));
}

static void fill_functions(struct arena *a, const struct json *schema)
{
    struct json *names = json_array(a);

    for (size_t i = 0; i < FUNCTIONS_END; i++) {
        json_push(a, names, json_str(a, query_function_info((enum query_function)i)->name));
        add_arity(a, schema, i);
    }
    fill(a, schema, "op", names);
}

static void fill_aggregates(struct arena *a, const struct json *schema)
{
    struct json *names = json_array(a), *with = json_array(a), *without = json_array(a);

    for (size_t i = 0; i < AGGREGATES_END; i++) {
        const struct query_aggregate_info *info = query_aggregate_info((enum query_aggregate)i);
        json_push(a, names, json_str(a, info->name));
        json_push(a, info->takes_number ? with : without, json_str(a, info->name));
    }
    fill(a, schema, "aggregate", names);
    add_rule(a, schema, "aggregate", with, parsed(a, "{'required':['number']}"));
    add_rule(a, schema, "aggregate", without, parsed(a, "{'properties':{'number':false}}"));
}

static void fill_windows(struct arena *a, const struct json *schema)
{
    struct json *names = json_array(a), *of_some = json_array(a), *of_none = json_array(a);
    struct json *of_aggregate = json_array(a), *numberless = json_array(a);

    for (size_t i = 0; i < WINDOWS_END; i++) {
        const struct query_window_info *info = query_window_info((enum query_window)i);
        json_push(a, names, json_str(a, info->name));
        json_push(a, info->takes_argument ? of_some : of_none, json_str(a, info->name));
        if (window_aggregates((enum query_window)i))
            json_push(a, of_aggregate, json_str(a, info->name));
        if (!info->takes_number)
            json_push(a, numberless, json_str(a, info->name));
    }
    fill(a, schema, "window", names);
    add_rule(a, schema, "window", of_some, parsed(a, "{'required':['arg']}"));
    add_rule(a, schema, "window", of_none, parsed(a, "{'properties':{'arg':false}}"));
    add_rule(a, schema, "window", of_aggregate, parsed(a, "{'properties':{'arg':{'required':['aggregate']}}}"));
    add_rule(a, schema, "window", numberless, parsed(a, "{'properties':{'number':false}}"));
}

struct json *request_schema(struct arena *a)
{
    struct json *schema = parsed(a, request_text), *defs = json_object(a);

    for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++)
        json_set(a, defs, definitions[i].name, parsed(a, definitions[i].text));
    json_set(a, schema, "$defs", defs);
    fill_functions(a, schema);
    fill_aggregates(a, schema);
    fill_windows(a, schema);
    return schema;
}
