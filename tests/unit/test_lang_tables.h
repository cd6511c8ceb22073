/* test_lang_tables.h - three small tables that questions are asked of: sales, people and weather. */
#pragma once
#include "grid/table.h"

#define VALUES(...)                                                                                                    \
    .values = (const char *const[])                                                                                    \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }

static struct column sales_columns[] = {
    { .name = "order_date", .type = COLUMN_DATE, .distinct = 365 },
    { .name = "region",
      .type = COLUMN_TEXT,
      .distinct = 4,
      .nulls = 3,
      .n_values = 4,
      VALUES("East", "North", "South", "West") },
    { .name = "channel", .type = COLUMN_TEXT, .distinct = 3, .n_values = 3, VALUES("Online", "Partner", "Retail") },
    { .name = "product",
      .type = COLUMN_TEXT,
      .distinct = 5,
      .n_values = 5,
      VALUES("Blue Widget", "Desk Lamp", "Gadget", "Garden Chair", "Widget") },
    { .name = "customer", .type = COLUMN_TEXT, .distinct = 2001 },
    { .name = "units", .type = COLUMN_INTEGER, .distinct = 90 },
    { .name = "unit_price", .type = COLUMN_DECIMAL, .precision = 18, .scale = 2, .distinct = 40 },
    { .name = "discount", .type = COLUMN_DECIMAL, .precision = 18, .scale = 3, .distinct = 12 },
    { .name = "revenue", .type = COLUMN_DECIMAL, .precision = 18, .scale = 2, .distinct = 900 },
};
static const struct table sales = {
    .name = "sales", .source = "sales.csv", .rows = 1000, .columns = sales_columns, .n_columns = 9
};

static struct column people_columns[] = {
    { .name = "employee_id", .type = COLUMN_INTEGER, .distinct = 200 },
    { .name = "firstName", .type = COLUMN_TEXT, .distinct = 4, .n_values = 4, VALUES("Alex", "Berta", "Chidi", "Zoë") },
    { .name = "lastName",
      .type = COLUMN_TEXT,
      .distinct = 4,
      .n_values = 4,
      VALUES("Alex", "McDonald", "O'Brien", "Straße") },
    { .name = "Home City",
      .type = COLUMN_TEXT,
      .distinct = 4,
      .n_values = 4,
      VALUES("Berlin", "New York", "Oslo", "São Paulo") },
    { .name = "department", .type = COLUMN_TEXT, .distinct = 3, .n_values = 3, VALUES("IT", "R&D", "Sales") },
    { .name = "age", .type = COLUMN_INTEGER, .distinct = 40 },
    { .name = "salary", .type = COLUMN_DECIMAL, .precision = 18, .scale = 2, .distinct = 150 },
    { .name = "Active", .type = COLUMN_BOOLEAN, .distinct = 2 },
    { .name = "birth_date", .type = COLUMN_DATE, .distinct = 190 },
    { .name = "hire_date", .type = COLUMN_DATE, .distinct = 120 },
    { .name = "email", .type = COLUMN_TEXT, .distinct = 2001, .nulls = 5 },
};
static const struct table people = {
    .name = "people", .source = "people.csv", .rows = 200, .columns = people_columns, .n_columns = 11
};

static struct column weather_columns[] = {
    { .name = "station",
      .type = COLUMN_TEXT,
      .distinct = 4,
      .n_values = 4,
      VALUES("Bergen", "Oslo", "Tromsø", "Wind Mountain") },
    { .name = "observed_at", .type = COLUMN_TIMESTAMP, .distinct = 2001 },
    { .name = "temperature", .type = COLUMN_FLOAT, .distinct = 300 },
    { .name = "max_temp", .type = COLUMN_FLOAT, .distinct = 300 },
    { .name = "Wind Speed (km/h)", .type = COLUMN_FLOAT, .distinct = 80 },
    { .name = "rain_mm", .type = COLUMN_FLOAT, .distinct = 60 },
    { .name = "sky", .type = COLUMN_TEXT, .distinct = 3, .n_values = 3, VALUES("clear", "cloudy", "overcast") },
    { .name = "grade", .type = COLUMN_TEXT, .distinct = 4, .n_values = 4, VALUES("A", "A+", "A-", "B") },
    { .name = "year", .type = COLUMN_INTEGER, .distinct = 3 },
    { .name = "total", .type = COLUMN_INTEGER, .distinct = 30 },
};
static const struct table weather = {
    .name = "weather_2024", .source = "weather 2024.csv", .rows = 8000, .columns = weather_columns, .n_columns = 10
};
