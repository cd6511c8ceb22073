/* test_lang.c - questions in people's own wording, and what they are understood as. */
#include "test_lang_reads.h"

static void a_measure_is_found_by_its_word(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "total revenue", "total revenue" },
        { &sales, "sum of revenue", "total revenue" },
        { &sales, "what's the average discount?", "average discount" },
        { &sales, "mean unit price", "average unit_price" },
        { &sales, "min discount", "lowest discount" },
        { &sales, "lowest unit price", "lowest unit_price" },
        { &sales, "smallest discount", "lowest discount" },
        { &sales, "max units", "highest units" },
        { &sales, "highest revenue", "highest revenue" },
        { &sales, "what is the largest revenue?", "highest revenue" },
        { &sales, "earliest order date", "earliest order_date" },
        { &sales, "latest order_date", "latest order_date" },
        { &sales, "revenue", "total revenue" },
        { &sales, "REVENUE", "total revenue" },
        { &sales, "unit price", "average unit_price" },
        { &sales, "how much revenue did we make?", "total revenue" },
        { &sales, "Please give me the total revenue, thanks!", "total revenue" },
        { &sales, "total of the units column", "total units" },
        { &sales, "revenue total", "total revenue" },
        { &sales, "maximum number of units", "highest units" },
        { &sales, "average number of units", "average units" },
        { &sales, "average revenue per order", "average revenue" },
        { &sales, "revenue per order", "average revenue" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void counting_tells_rows_from_values_and_quantities(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "how many orders", "count of rows" },
        { &sales, "how many rows are there?", "count of rows" },
        { &sales, "number of records", "count of rows" },
        { &sales, "count", "count of rows" },
        { &sales, "total orders", "count of rows" },
        { &sales, "total number of orders", "count of rows" },
        { &sales, "how many different products", "number of different values of product" },
        { &sales, "how many distinct regions", "number of different values of region" },
        { &sales, "number of unique customers", "number of different values of customer" },
        { &sales, "count of unique products by region", "number of different values of product by region" },
        { &sales, "how many products", "number of different values of product" },
        { &sales, "how many units were sold", "total units" },
        { &sales, "how many sales", "count of rows" },
        { &people, "how many people", "count of rows" },
        { &people, "how many employees", "number of different values of employee_id" },
        { &people, "how many departments", "number of different values of department" },
        { &people, "how many active people", "count of rows, where Active is true" },
        { &people, "how many people are not active", "count of rows, where Active is false" },
        { &people, "how many people have no email", "count of rows, where email is empty" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void rows_are_listed_when_no_figure_is_asked_for(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "show rows", "list rows" },
        { &sales, "list all orders", "list rows" },
        { &sales, "show everything", "list rows" },
        { &sales, "show me the first 10 rows", "list rows, first 10" },
        { &sales, "show 5 rows", "list rows, first 5" },
        { &sales, "orders in West", "list rows, where region is West" },
        { &sales, "list the orders where units > 50", "list rows, where units is over 50" },
        { &sales, "show region and revenue", "list region and revenue" },
        { &sales, "list region, channel, product and customer", "list region, channel, product and customer" },
        { &sales, "list revenue", "list revenue" },
        { &sales, "customers in West", "list customer, where region is West" },
        { &sales, "what are the regions", "different values of region" },
        { &sales, "products", "different values of product" },
        { &sales, "which products sold more than 50 units", "different values of product, with total units over 50" },
        { &sales, "different channels", "different values of channel" },
        { &sales, "distinct region and channel", "different values of region and channel" },
        { &people, "first name and salary of people in Oslo", "list firstName and salary, where Home City is Oslo" },
        { &people, "what is the email of Berta?", "list email, where firstName is Berta" },
        { &people, "SELECT * FROM people", "list rows" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void groups_follow_by_and_its_kin(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "total revenue by region", "total revenue by region" },
        { &sales, "revenue per region", "total revenue by region" },
        { &sales, "revenue for each region", "total revenue by region" },
        { &sales, "revenue for every region", "total revenue by region" },
        { &sales, "average discount grouped by channel", "average discount by channel" },
        { &sales, "total revenue broken down by product", "total revenue by product" },
        { &sales, "revenue by region and channel", "total revenue by region and channel" },
        { &sales, "revenue by region, channel", "total revenue by region and channel" },
        { &sales, "revenue by region by channel", "total revenue by region and channel" },
        { &sales, "revenue by region / channel", "total revenue by region and channel" },
        { &sales, "give me revenue per region per channel", "total revenue by region and channel" },
        { &sales, "region revenue", "total revenue by region" },
        { &sales, "region and channel total revenue", "total revenue by region and channel" },
        { &sales, "orders by region", "count of rows by region" },
        { &sales, "count by region", "count of rows by region" },
        { &sales, "number of orders in each region", "count of rows by region" },
        { &sales, "sales by region", "total revenue by region" },
        { &sales, "unit prices by products", "average unit_price by product" },
        { &sales, "units by order date", "total units by order_date" },
        { &people, "average salary by home city", "average salary by Home City" },
        { &people, "average salary by Home City", "average salary by Home City" },
        { &people, "average salary by homeCity", "average salary by Home City" },
        { &people, "average salary by city", "average salary by Home City" },
        { &people, "number of people by department and active", "count of rows by department and Active" },
        { &weather, "count by year", "count of rows by year" },
        { &weather, "wind speed by station", "average Wind Speed (km/h) by station" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void dates_are_grouped_by_their_parts(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "revenue by month", "total revenue by month of order_date" },
        { &sales, "monthly revenue", "total revenue by month of order_date" },
        { &sales, "revenue per quarter", "total revenue by quarter of order_date" },
        { &sales, "quarterly revenue by region", "total revenue by quarter of order_date and region" },
        { &sales, "revenue by year and region", "total revenue by year of order_date and region" },
        { &sales, "daily units", "total units by day of order_date" },
        { &sales, "revenue by week", "total revenue by week of order_date" },
        { &sales, "units by day in March 2025", "total units by day of order_date, where order_date is in March 2025" },
        { &people, "average salary by year of hire_date", "average salary by year of hire_date" },
        { &people, "average salary per hire year", "average salary by year of hire_date" },
        { &weather, "total rain by month", "total rain_mm by month of observed_at" },
        { &weather, "temperature by day", "average temperature by day of observed_at" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void numbers_are_compared_in_many_wordings(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "orders where units > 50", "list rows, where units is over 50" },
        { &sales, "orders with discount at least 0.1", "list rows, where discount is at least 0.1" },
        { &sales, "orders with units over 50", "list rows, where units is over 50" },
        { &sales, "orders with 5 units", "list rows, where units is 5" },
        { &sales, "orders with units under 5", "list rows, where units is under 5" },
        { &sales, "orders with more than 50 units", "list rows, where units is over 50" },
        { &sales, "orders with fewer than 5 units", "list rows, where units is under 5" },
        { &sales, "orders with at most 5 units", "list rows, where units is at most 5" },
        { &sales, "orders with no more than 5 units", "list rows, where units is at most 5" },
        { &sales, "orders with units not over 5", "list rows, where units is at most 5" },
        { &sales, "revenue where units between 5 and 10", "total revenue, where units is between 5 and 10" },
        { &sales, "orders with between 5 and 10 units", "list rows, where units is between 5 and 10" },
        { &sales, "orders with units >= 1,000", "list rows, where units is at least 1000" },
        { &sales, "orders with revenue over 1.5k", "list rows, where revenue is over 1500" },
        { &sales, "orders with revenue over two hundred", "list rows, where revenue is over 200" },
        { &sales, "orders with revenue over 2 million", "list rows, where revenue is over 2000000" },
        { &sales, "revenue where unit price is 9.99", "total revenue, where unit_price is 9.99" },
        { &sales, "how many orders have a discount of 0.1", "count of rows, where discount is 0.1" },
        { &sales, "orders not with units over 5", "list rows, where units is at most 5" },
        { &people, "people with salary over 50k", "list rows, where salary is over 50000" },
        { &people, "people older than 30", "list rows, where age is over 30" },
        { &people, "people younger than 30", "list rows, where age is under 30" },
        { &weather, "temperature below -5 in Tromsø",
          "list rows, where temperature is under -5 and station is Tromsø" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void values_are_told_by_name_alone_or_with_their_column(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "total revenue in West", "total revenue, where region is West" },
        { &sales, "total revenue in WEST", "total revenue, where region is West" },
        { &sales, "revenue for channel Online", "total revenue, where channel is Online" },
        { &sales, "revenue for the Online channel", "total revenue, where channel is Online" },
        { &sales, "Online revenue", "total revenue, where channel is Online" },
        { &sales, "revenue from the west region", "total revenue, where region is West" },
        { &sales, "West's revenue", "total revenue, where region is West" },
        { &sales, "revenue of blue widgets", "total revenue, where product is Blue Widget" },
        { &sales, "revenue of garden chairs by region", "total revenue by region, where product is Garden Chair" },
        { &sales, "revenue where region is not West", "total revenue, where region is not West" },
        { &sales, "revenue where region isn't West", "total revenue, where region is not West" },
        { &sales, "revenue excluding West", "total revenue, where region is not West" },
        { &sales, "revenue not in West", "total revenue, where region is not West" },
        { &sales, "revenue excluding region West", "total revenue, where region is not West" },
        { &sales, "revenue for regions other than West", "total revenue, where region is not West" },
        { &sales, "revenue for everything except West", "total revenue, where region is not West" },
        { &sales, "revenue in West or East", "total revenue, where region is West or East" },
        { &sales, "revenue in West, East and North", "total revenue, where region is West or East or North" },
        { &sales, "revenue excluding West and East", "total revenue, where region is not West or East" },
        { &sales, "revenue where region = 'West'", "total revenue, where region is West" },
        { &sales, "revenue where region in (West, East)", "total revenue, where region is West or East" },
        { &sales, "revenue where region is \"west\"", "total revenue, where region is West" },
        { &sales, "revenue where region is empty", "total revenue, where region is empty" },
        { &sales, "revenue where region is not missing", "total revenue, where region is not empty" },
        { &sales, "revenue for customer Acme", "total revenue, where customer is \"Acme\"" },
        { &sales, "revenue for customer \"Acme & Sons\"", "total revenue, where customer is \"Acme & Sons\"" },
        { &sales, "revenue where customer is not \"acme corp\"", "total revenue, where customer is not \"acme corp\"" },
        { &sales, "orders with customer 'Acme'", "list rows, where customer is \"Acme\"" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void values_meet_whatever_their_writing(void **state)
{
    static const struct pair pairs[] = {
        { &people, "average salary in R&D", "average salary, where department is \"R&D\"" },
        { &people, "average salary in IT", "average salary, where department is \"IT\"" },
        { &people, "how many people in sales", "count of rows, where department is \"Sales\"" },
        { &people, "salary of o'brien", "total salary, where lastName is \"O'Brien\"" },
        { &people, "salary of McDonald", "total salary, where lastName is McDonald" },
        { &people, "salary in STRASSE", "total salary, where lastName is Straße" },
        { &people, "average age in New York", "average age, where Home City is New York" },
        { &people, "average age in SÃO PAULO", "average age, where Home City is São Paulo" },
        { &people, "people without email", "list rows, where email is empty" },
        { &people, "people where active is true", "list rows, where Active is true" },
        { &people, "people where active is no", "list rows, where Active is false" },
        { &weather, "readings with grade A+", "list rows, where grade is \"A+\"" },
        { &weather, "readings with grade a", "list rows, where grade is \"A\"" },
        { &weather, "average temperature when sky is cloudy", "average temperature, where sky is cloudy" },
        { &weather, "rain in Wind Mountain", "total rain_mm, where station is Wind Mountain" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void times_are_ranges_of_days(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "revenue in 2025", "total revenue, where order_date is in 2025" },
        { &sales, "2025 revenue", "total revenue, where order_date is in 2025" },
        { &sales, "revenue during 2025 by month", "total revenue by month of order_date, where order_date is in 2025" },
        { &sales, "revenue in June 2025", "total revenue, where order_date is in June 2025" },
        { &sales, "revenue in jun 2025", "total revenue, where order_date is in June 2025" },
        { &sales, "revenue for 2025-06", "total revenue, where order_date is in June 2025" },
        { &sales, "revenue in Q2 2025", "total revenue, where order_date is in Q2 2025" },
        { &sales, "revenue in the second quarter of 2025", "total revenue, where order_date is in Q2 2025" },
        { &sales, "revenue on 2025-03-05", "total revenue, where order_date is 2025-03-05" },
        { &sales, "revenue on March 5, 2025", "total revenue, where order_date is 2025-03-05" },
        { &sales, "revenue on the 5th of March 2025", "total revenue, where order_date is 2025-03-05" },
        { &sales, "revenue on 31/12/2025", "total revenue, where order_date is 2025-12-31" },
        { &sales, "revenue since 2025-03-01", "total revenue, where order_date is on or after 2025-03-01" },
        { &sales, "revenue before June 2025", "total revenue, where order_date is before 2025-06-01" },
        { &sales, "revenue after 2024", "total revenue, where order_date is after 2024-12-31" },
        { &sales, "revenue until March 2025", "total revenue, where order_date is on or before 2025-03-31" },
        { &sales, "revenue between March 2025 and May 2025",
          "total revenue, where order_date is between 2025-03-01 and 2025-05-31" },
        { &sales, "revenue from 2025-01-01 to 2025-03-31", "total revenue, where order_date is in Q1 2025" },
        { &sales, "revenue in 2024 and 2025", "total revenue, where order_date is between 2024-01-01 and 2025-12-31" },
        { &sales, "revenue not in 2024", "total revenue, where order_date is not in 2024" },
        { &sales, "orders where order date is before 2025", "list rows, where order_date is before 2025-01-01" },
        { &sales, "latest order date in 2025", "latest order_date, where order_date is in 2025" },
        { &people, "people hired in 2020", "list rows, where hire_date is in 2020" },
        { &people, "people born before 1990", "list rows, where birth_date is before 1990-01-01" },
        { &weather, "readings in 2024", "list rows, where year is 2024" },
        { &weather, "readings in year 2024", "list rows, where year is 2024" },
        { &weather, "average temperature since 2023", "average temperature, where year is at least 2023" },
        { &weather, "average temperature after 2024-05-01",
          "average temperature, where observed_at is after 2024-05-01" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void several_conditions_must_all_hold(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "total revenue in West for Online in 2025",
          "total revenue, where region is West and channel is Online and order_date is in 2025" },
        { &sales, "orders in West with units over 5 and discount under 0.2",
          "list rows, where region is West and units is over 5 and discount is under 0.2" },
        { &sales, "revenue where region is West and channel is not Online and units > 3 and discount <= 0.1",
          "total revenue, where region is West and channel is not Online and units is over 3 and discount is at most "
          "0.1" },
        { &sales, "revenue > 1000 and < 2000", "list rows, where revenue is over 1000 and revenue is under 2000" },
        { &people, "people with age between 30 and 40 in Berlin or Oslo",
          "list rows, where age is between 30 and 40 and Home City is Berlin or Oslo" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void ranks_put_groups_in_order(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "top 3 products by revenue", "total revenue by product, highest first, top 3" },
        { &sales, "Top three products by total revenue", "total revenue by product, highest first, top 3" },
        { &sales, "the top 5 products by average discount in West",
          "average discount by product, where region is West, highest first, top 5" },
        { &sales, "bottom 2 regions by revenue", "total revenue by region, lowest first, bottom 2" },
        { &sales, "best region by revenue", "total revenue by region, highest first, top 1" },
        { &sales, "worst product by units", "total units by product, lowest first, bottom 1" },
        { &sales, "the 5 regions with the lowest average discount",
          "average discount by region, lowest first, bottom 5" },
        { &sales, "which region has the highest revenue", "total revenue by region, highest first, top 1" },
        { &sales, "which region had the lowest average discount in 2025?",
          "average discount by region, where order_date is in 2025, lowest first, bottom 1" },
        { &sales, "what product sold the most units", "total units by product, highest first, top 1" },
        { &sales, "region with the most orders", "count of rows by region, highest first, top 1" },
        { &sales, "which regions have the highest revenue", "total revenue by region, highest first" },
        { &sales, "region with fewest customers",
          "number of different values of customer by region, lowest first, bottom 1" },
        { &sales, "in which region is revenue highest", "total revenue by region, highest first, top 1" },
        { &sales, "lowest revenue month", "total revenue by month of order_date, lowest first, bottom 1" },
        { &sales, "highest revenue region", "total revenue by region, highest first, top 1" },
        { &sales, "which month had the highest revenue?",
          "total revenue by month of order_date, highest first, top 1" },
        { &sales, "top 3 months by revenue", "total revenue by month of order_date, highest first, top 3" },
        { &sales, "highest total revenue by region", "total revenue by region, highest first, top 1" },
        { &sales, "most common product", "count of rows by product, highest first, top 1" },
        { &sales, "top 3 most common products", "count of rows by product, highest first, top 3" },
        { &sales, "revenue by region, highest first", "total revenue by region, highest first" },
        { &sales, "revenue by region, highest first, top 2", "total revenue by region, highest first, top 2" },
        { &sales, "total revenue by region sorted by revenue descending", "total revenue by region, highest first" },
        { &sales, "revenue by region in ascending order", "total revenue by region, lowest first" },
        { &sales, "revenue by region sorted by region", "total revenue by region" },
        { &sales, "regions by revenue", "total revenue by region, highest first" },
        { &sales, "revenue by region top 3", "total revenue by region, highest first, top 3" },
        { &sales, "top 3 revenue by product", "total revenue by product, highest first, top 3" },
        { &sales, "twenty products by revenue", "total revenue by product, highest first, top 20" },
        { &sales, "highest unit price by product", "highest unit_price by product" },
        { &people, "which department has the most people", "count of rows by department, highest first, top 1" },
        { &people, "department with the highest average salary", "average salary by department, highest first, top 1" },
        { &weather, "coldest day", "average temperature by day of observed_at, lowest first, bottom 1" },
        { &weather, "what was the hottest station", "average temperature by station, highest first, top 1" },
        { &weather, "hottest temperature by station", "highest temperature by station" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void ranks_put_rows_in_order(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "top 10 orders by revenue", "list rows, sorted by revenue, highest first, top 10" },
        { &sales, "top 3 revenues", "list rows, sorted by revenue, highest first, top 3" },
        { &sales, "biggest order by revenue", "list rows, sorted by revenue, highest first, top 1" },
        { &sales, "orders sorted by revenue", "list rows, sorted by revenue, lowest first" },
        { &sales, "orders sorted by date descending", "list rows, sorted by order_date, latest first" },
        { &sales, "list units in descending order", "list units, sorted by units, highest first" },
        { &sales, "latest order", "list rows, sorted by order_date, latest first, top 1" },
        { &sales, "latest 5 orders", "list rows, sorted by order_date, latest first, top 5" },
        { &sales, "last 5 orders", "list rows, sorted by order_date, latest first, top 5" },
        { &sales, "first order", "list rows, sorted by order_date, earliest first, bottom 1" },
        { &sales, "date of the latest order", "list order_date, sorted by order_date, latest first, top 1" },
        { &sales, "when was the last order", "list rows, sorted by order_date, latest first, top 1" },
        { &sales, "the order with the highest revenue", "list rows, sorted by revenue, highest first, top 1" },
        { &sales, "customer of the order with the highest revenue",
          "list customer, sorted by revenue, highest first, top 1" },
        { &people, "who has the highest salary", "list rows, sorted by salary, highest first, top 1" },
        { &people, "the oldest person", "list rows, sorted by age, highest first, top 1" },
        { &people, "youngest 3 people", "list rows, sorted by age, lowest first, bottom 3" },
        { &people, "who are the 3 oldest people", "list rows, sorted by age, highest first, top 3" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void a_number_alone_is_a_total_or_an_average(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "revenue by product", "total revenue by product" },
        { &sales, "unit price by product", "average unit_price by product" },
        { &people, "age by department", "average age by department" },
        { &people, "salary by department", "total salary by department" },
        { &weather, "temperature by station", "average temperature by station" },
        { &weather, "max temp by station", "highest max_temp by station" },
        { &weather, "average max temp", "average max_temp" },
        { &weather, "total by station", "total \"total\" by station" },
        { &weather, "total rain by station", "total rain_mm by station" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void words_that_say_nothing_are_left_out(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "Please show me the total revenue by region", "total revenue by region" },
        { &sales, "Could you tell me what the average discount is?", "average discount" },
        { &sales, "Hi Bob, total revenue by region please", "total revenue by region" },
        { &sales, "revenue by region. Cheers mate!", "total revenue by region" },
        { &sales, "what is our total revenue, by region?", "total revenue by region" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_measure_is_found_by_its_word),
        cmocka_unit_test(counting_tells_rows_from_values_and_quantities),
        cmocka_unit_test(rows_are_listed_when_no_figure_is_asked_for),
        cmocka_unit_test(groups_follow_by_and_its_kin),
        cmocka_unit_test(dates_are_grouped_by_their_parts),
        cmocka_unit_test(numbers_are_compared_in_many_wordings),
        cmocka_unit_test(values_are_told_by_name_alone_or_with_their_column),
        cmocka_unit_test(values_meet_whatever_their_writing),
        cmocka_unit_test(times_are_ranges_of_days),
        cmocka_unit_test(several_conditions_must_all_hold),
        cmocka_unit_test(ranks_put_groups_in_order),
        cmocka_unit_test(ranks_put_rows_in_order),
        cmocka_unit_test(a_number_alone_is_a_total_or_an_average),
        cmocka_unit_test(words_that_say_nothing_are_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
