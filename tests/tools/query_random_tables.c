/* query_random_tables.c - four small tables for tests that need some. */
#include "base/attrs.h"
#include "query_random.h"

static const char *const regions[] = { "East", "North", "South", "West" };
static const char *const products[] = { "Chair", "Desk", "Gr\u00f6\u00dfe \"L\"", "O'Hara" };
static const char *const cities[] = { "Paris", "St. Louis", "Z\u00fcrich" };

static struct column sales_columns[] = {
    { .name = "region", .type = COLUMN_TEXT, .values = regions, .n_values = COUNT_OF(regions) },
    { .name = "product", .type = COLUMN_TEXT, .values = products, .n_values = COUNT_OF(products) },
    { .name = "day", .type = COLUMN_DATE },
    { .name = "sold_at", .type = COLUMN_TIMESTAMP },
    { .name = "units", .type = COLUMN_INTEGER },
    { .name = "price", .type = COLUMN_DECIMAL, .precision = 10, .scale = 2 },
    { .name = "weight", .type = COLUMN_FLOAT },
    { .name = "Paid", .type = COLUMN_BOOLEAN },
};
static struct column stores_columns[] = {
    { .name = "Store ID", .type = COLUMN_INTEGER },
    { .name = "city", .type = COLUMN_TEXT, .values = cities, .n_values = COUNT_OF(cities) },
    { .name = "region", .type = COLUMN_TEXT, .values = regions, .n_values = COUNT_OF(regions) },
    { .name = "opened", .type = COLUMN_DATE },
    { .name = "area", .type = COLUMN_FLOAT },
};
static struct column month_columns[] = {
    { .name = "region", .type = COLUMN_TEXT, .values = regions, .n_values = COUNT_OF(regions) },
    { .name = "day", .type = COLUMN_DATE },
    { .name = "units", .type = COLUMN_INTEGER },
    { .name = "revenue", .type = COLUMN_DECIMAL, .precision = 12, .scale = 2 },
};

static const struct table tables[] = {
    { .name = "sales", .columns = sales_columns, .n_columns = COUNT_OF(sales_columns) },
    { .name = "stores", .columns = stores_columns, .n_columns = COUNT_OF(stores_columns) },
    { .name = "jan", .columns = month_columns, .n_columns = COUNT_OF(month_columns) },
    { .name = "feb", .columns = month_columns, .n_columns = COUNT_OF(month_columns) },
};

const struct table *query_random_tables(size_t *ret_n)
{
    *ret_n = COUNT_OF(tables);
    return tables;
}
