"""`assay analyze` says "completed" only when nothing of the intent is missing.

Three sets of intents by one author: sixty before the accounting was written, when six of the thirty that could not be
done were "completed"; forty and forty after it. What is asked of each is its status, and where a part was made, that
the rest is named in the intent's own words. How much can be done is not the point here: an intent may move up from
CANNOT when the program has learned it.
"""
import datetime
import pathlib
import random

from analyzing import analyze, request, table
from harness import equal, holds, main
from serving import shared

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"
FIRST = datetime.date(2024, 1, 1)

# What can be done, all of it.
CAN = [
    ("sales", "quarterly sales trend"),
    ("sales", "compare revenue in 2024 and 2025 by region"),
    ("sales", "revenue by region. Exclude West."),
    ("sales", "break down revenue by channel"),
    ("sales", "In 2024: revenue by region"),
    ("sales", "total revenue by region"),
    ("sales", "Analyze revenue by channel with a bar chart"),
    ("sales", "top 3 products by revenue in 2025"),
    ("sales", "average discount by product"),
    ("sales", "compare Online and Retail revenue"),
    ("sales", "monthly revenue for West in 2024"),
    ("sales", "how many orders per channel; trends + charts"),
    ("sales", "revenue by region and channel"),
    ("sales", "Show units sold by product, excluding Kettle"),
    ("sales", "overview of this data"),
    ("sales", "Please summarize revenue by region and provide a report"),
    ("sales", "plot a line chart of revenue by month"),
    ("sales", "pie chart of revenue by channel"),
    ("staff", "average salary by department"),
    ("staff", "highest salary in each department"),
    ("staff", "number of employees older than 50 by department"),
    ("weather", "average temperature by month"),
    ("weather", "total rainfall by station"),
    ("weather", "hottest day at Harbour"),
    ("weather", "rainfall trend for Airport"),
    ("tickets", "average hours by priority"),
    ("tickets", "how many open tickets per team"),
    ("tickets", "hours by team where priority is urgent or high"),
    ("tickets", "What is the total number of tickets since 2024-06-01?"),
    ("store", "orders by status"),
    ("sales", "revenue by channel; only 2025"),
    ("sales", "Which product has the highest revenue in 2025? Bar chart please."),
    ("sales", "Good morning! Units by region, please."),
    ("staff", "average age by city"),
    ("staff", "how many employees per department"),
    ("staff", "youngest employee in each city"),
    ("staff", "total salary by department for Oslo"),
    ("weather", "highest wind by station and month"),
    ("weather", "average rainfall per station since July 2024"),
    ("weather", "trend of average wind"),
    ("tickets", "urgent tickets by team"),
    ("tickets", "average hours per team, excluding low priority"),
    ("tickets", "growth in hours by month"),
    ("store", "number of customers by segment"),
    ("sales", "Create a report and a chart for units by product"),
    ("sales", "yearly revenue by region"),
    ("sales", "Evaluate units by channel in 2024 with a bar chart"),
    ("staff", "lowest salary by city"),
    ("weather", "total rainfall by month at Airport"),
    ("tickets", "number of tickets by status"),
    ("store", "average total by channel"),
    ("sales", "average unit price by product, highest first"),
    ("weather", "days with temperature over 25 by station"),
    ("tickets", "Summary and table of hours by priority. Thank you"),
    ("sales", "revenue by channel for West and East"),
]

# What cannot, or not all of it; and the words that have to be named where a part of it is made.
CANNOT = [
    ("sales", "quarterly sales trend and forecast the next two quarters", ["and forecast the next two quarters"]),
    ("sales", "revenue by region; forecast next year", ["forecast next year"]),
    ("sales", "Analyze revenue by region, correlate units with discount", ["correlate units with discount"]),
    ("sales", "total revenue by region after removing outliers", []),
    ("sales", "test whether Online revenue is significantly higher than Retail revenue", []),
    ("sales", "cluster the products by revenue", []),
    ("sales", "revenue by region with a heatmap", ["heatmap"]),
    ("sales", "compare revenue between Q1 2024 and Q1 2025 by region", ["compare"]),
    ("sales", "compare products in West and East by revenue", ["compare"]),
    ("sales", "overview; revenue by region", ["overview"]),
    ("sales", "revenue by month with a 3-month moving average", []),
    ("sales",
     "revenue by channel and total units by channel; also revenue by product; units by region; discount by month; "
     "revenue by year", ["revenue by channel and total units by channel", "revenue by year"]),
    ("sales", "revenue by region, ignoring the first week of January", []),
    ("sales", "trend of revenue by region and channel by month", []),
    ("sales", "top 5 products by revenue over time", ["over time"]),
    ("sales", "explain why revenue fell in Q3 2024", []),
    ("sales", "revenue by region adjusted for inflation", []),
    ("sales", "revenue by region in US dollars", []),
    ("sales", "Analyze revenue by region and email the report to Anna", []),
    ("sales",
     "compare revenue in 2024 and 2025 by region and explain the difference",
     ["and explain the difference"]),
    ("sales", "box plot of revenue by region", []),
    ("staff", "average salary by department and the gender pay gap", ["and the gender pay gap"]),
    ("staff", "average salary by department, and predict who will leave", ["and predict who will leave"]),
    ("staff", "salary growth per employee", []),
    ("staff", "salary trend by department with a regression line", ["with a regression line"]),
    ("staff", "distribution of salary", []),
    ("weather", "temperature trend by station, normalised", ["normalised"]),
    ("weather", "rainfall by month, flag anomalies", ["flag anomalies"]),
    ("weather", "what was the temperature last month", []),
    ("tickets", "average hours by team, weighted by priority", []),
    ("tickets", "hours by priority as a PDF", ["PDF"]),
    ("tickets", "closed tickets by team; deduplicate first", ["deduplicate first"]),
    ("store", "sales by supplier country and segment", []),
    ("sales", "revenue by region, seasonally adjusted", ["seasonally adjusted"]),
    ("sales", "revenue by region with confidence intervals", ["with confidence intervals"]),
    ("sales", "revenue by product and highlight the outliers", ["and highlight the outliers"]),
    ("sales", "revenue by channel; then segment customers into clusters", ["then segment customers into clusters"]),
    ("sales", "units by month plus a 95% prediction band", []),
    ("sales", "revenue by region as slides", ["slides"]),
    ("sales", "growth of units by product and region", ["growth"]),
    ("sales", "radar chart of revenue by region", []),
    ("sales", "line chart and scatter chart of revenue by month", ["line"]),
    ("sales", "revenue by product; test the difference for significance", ["test the difference for significance"]),
    ("sales", "monthly revenue, smoothed", ["smoothed"]),
    ("sales", "total revenue; convert to GBP", ["convert to GBP"]),
    ("sales", "revenue in the EU by channel", []),
    ("sales", "trend of the top 3 products by revenue", ["trend"]),
    ("staff", "average salary by department; who should get a raise?", ["who should get a raise"]),
    ("staff", "salary by department, anonymised", ["anonymised"]),
    ("staff", "average salary by department, controlling for age", ["controlling for age"]),
    ("staff", "average salary by department, ranked by fairness", []),
    ("weather", "average temperature by month and what drives it", ["and what drives it"]),
    ("weather", "rainfall by station; impute missing values", ["impute missing values"]),
    ("weather", "average temperature by month versus the long-term mean", []),
    ("tickets", "hours by team with a link to each ticket", []),
    ("tickets", "tickets by team; notify the leads", ["notify the leads"]),
    ("tickets", "average hours by priority, in minutes", ["in minutes"]),
    ("tickets", "merge tickets with customers and show hours by team", ["customers"]),
    ("sales", "revenue by region and by salesperson", []),
    ("sales", "decompose revenue into trend and seasonality", []),
    ("sales", "total revenue by region, last 30 days", []),
    ("sales", "revenue by region, net of returns", ["net of returns"]),
    ("sales", "revenue by product with sparklines", ["with sparklines"]),
    ("sales", "cumulative revenue by month", []),
    ("sales", "revenue by month compared with the year before", []),
    ("sales", "revenue by region per head", []),
    ("sales", "Analyze revenue by region; send it to Slack", ["send it to Slack"]),
    ("sales", "average revenue by region and its standard deviation", ["and its standard deviation"]),
    ("sales", "Pareto chart of revenue by product", []),
    ("sales", "map of revenue by region", []),
    ("sales", "revenue by product, without the best seller", []),
    ("sales", "compare West with the other regions by revenue", []),
    ("sales", "revenue on Mondays by channel", []),
    ("sales", "revenue by region, weekday and channel", ["weekday"]),
    ("sales", "trend in revenue; seasonality too", ["seasonality too"]),
    ("sales", "growth and share of revenue by channel", ["growth"]),
    ("staff", "salary histogram by department", []),
    ("staff", "average salary by department and tenure", ["and tenure"]),
    ("staff", "salary by department with gender split", ["with gender split"]),
    ("staff", "average salary by department if everyone got 5% more", []),
    ("staff", "average salary by department, nicely formatted", ["nicely formatted"]),
    ("weather", "average temperature by month in Fahrenheit", []),
    ("weather", "rainfall by month in percent of the yearly total", []),
    ("weather", "longest dry spell by station", []),
    ("weather", "temperature by station, interpolated for gaps", ["interpolated for gaps"]),
    ("tickets", "hours by team; root causes of delays", ["root causes of delays"]),
    ("tickets", "tickets by team, sorted by seniority", ["sorted by seniority"]),
    ("store", "sales by channel and warehouse", ["and warehouse"]),
    ("sales", "revenue by region as a pie chart and a bar chart", ["pie"]),
    ("sales", "growth of revenue by channel", ["growth"]),
    ("sales", "change in revenue by region between 2024 and 2025", ["change"]),
    ("sales", "dashboard of revenue by region", ["dashboard"]),
    ("sales", "revenue by region, Hamburg", ["Hamburg"]),
    ("store", "join orders with suppliers and show total by channel", ["suppliers"]),
    ("store", "combine all tables and analyze", ["combine"]),
    ("sales", "total revenue; change it into euros", ["change it into euros"]),
    ("sales", "revenue over time by region and channel", ["over time"]),
    ("sales", "report revenue by region; them to the board", ["them to the board"]),
    ("sales", "Revenue by region. Also please be quick.", ["Also please be quick"]),
    ("sales", "monthly trend and yearly growth of revenue", ["growth"]),
    ("sales", "plot revenue and units by month", ["revenue"]),
]


def day(chance, n=360):
    return FIRST + datetime.timedelta(chance.randrange(n))


def sources(place):
    """{name: paths}: the samples, and three tables made here."""
    chance = random.Random(3)
    staff = "employee,department,city,salary,age,hired_on,is_manager\n" + "".join(
        f"Person {i},{chance.choice(['Sales', 'Support', 'Finance', 'Research'])},"
        f"{chance.choice(['Oslo', 'Turin', 'Lyon'])},{chance.randrange(30, 120) * 1000},{chance.randrange(20, 64)},"
        f"{day(chance)},{chance.choice(['true', 'false'])}\n" for i in range(1, 61))
    weather = "day,station,temperature,rainfall,wind\n" + "".join(
        f"{FIRST + datetime.timedelta(i)},{station},{chance.randrange(-50, 300) / 10},{chance.randrange(200) / 10},"
        f"{chance.randrange(90)}\n" for i in range(365) for station in ("Harbour", "Airport"))
    tickets = "ticket_id,opened_on,team,priority,hours,status\n" + "".join(
        f"T{i},{day(chance)},{chance.choice(['Blue', 'Green'])},{chance.choice(['low', 'high', 'urgent'])},"
        f"{chance.randrange(1, 80)},{chance.choice(['open', 'closed'])}\n" for i in range(1, 201))
    return {"sales": [str(SAMPLES / "sales.csv")],
            "store": [str(SAMPLES / "store" / f"{name}.csv") for name in ("customers", "orders", "products")],
            "staff": [place.write("staff.csv", staff)],
            "weather": [place.write("weather.csv", weather)],
            "tickets": [place.write("tickets.csv", tickets)]}


def asked(place, body):
    return shared(place).ask("POST", "/api/analyze", body).json


def test_what_can_be_done_is_completed(place):
    paths = sources(place)
    for name, intent in CAN:
        response = asked(place, request(intent, *paths[name]))
        equal((intent, response["status"]), (intent, "completed"), response["error"])
        equal(response["error"], None)


def test_an_intent_with_a_part_that_cannot_be_done_is_never_completed(place):
    """req: analyst US1.3/thin"""
    paths = sources(place)
    for name, intent, missing in CANNOT:
        response = asked(place, request(intent, *paths[name]))
        equal(response["status"] in ("failed", "partial_success"), True, (intent, response["status"]))
        for words in missing if response["status"] == "partial_success" else []:
            holds(response["error"]["error_message"], f'"{words}"', intent)
            holds(str(response["summary"]["warnings"]), f'"{words}"', intent)


def test_what_is_missing_is_an_error_a_warning_and_no_recipe(place):
    sales = sources(place)["sales"]
    response = analyze(place, request("revenue by region, flag anomalies", *sales))
    equal(response["status"], "partial_success")
    equal(response["error"], {"error_type": "grounding_error", "error_message": 'Not understood: "flag anomalies".',
                              "failed_tool_calls": []})
    holds(response["summary"]["warnings"], 'Not understood: "flag anomalies".')
    equal(table(place, response)[0][:2], ["region", "total_revenue"])
    equal(place.run("analyses", "get", response["request_id"], "--json").json["status"], "partial_success")
    again = analyze(place, request("revenue by region, flag anomalies", *sales))
    equal(again["metrics"]["recipe_used"], None)


def test_a_clause_that_only_limits_holds_for_all_the_others(place):
    sales = sources(place)["sales"]
    together = analyze(place, request("revenue by region in 2024; units by channel in 2024", *sales))
    apart = analyze(place, request("revenue by region. Units by channel. Only 2024.", *sales))
    equal(apart["status"], "completed", apart["error"])
    for i in range(2):
        equal(table(place, apart, i), table(place, together, i))
    listed = analyze(place, request("revenue by region; list orders over 3000 in revenue", *sales), status=None)
    equal(len(table(place, listed)), 5)


def test_a_deliverable_that_the_request_does_not_have_is_missed(place):
    sales = sources(place)["sales"]
    response = analyze(place, {**request("bar chart of revenue by region", *sales), "deliverables": ["tables"]})
    equal(response["status"], "partial_success")
    holds(response["error"]["error_message"], 'Not done: "chart".')


def test_two_years_that_are_compared_have_a_figure_each(place):
    """req: analyst FR-001"""
    response = analyze(place, request("compare revenue in 2024 and 2025", *sources(place)["sales"]))
    equal(response["status"], "completed", response["error"])
    equal([row[0] for row in table(place, response)], ["year", "2024", "2025"])


if __name__ == "__main__":
    main(globals())
