"""What is asked of a workbook's tables, through the real binary: hidden sheets, tables side by side, currencies."""
import json

from books import sheets as workbook
from harness import equal, holds, main


def answer(place, path, question, *more):
    done = place.run("ask", "--json", "--data", path, *more, question)
    equal(done.status, 0, done)
    return done.json["table"]["rows"]


def described(place, path):
    done = place.run("op", "run", "data.describe", json.dumps({"data": [path]}))
    equal(done.status, 0, done)
    return done.json["tables"]


def test_a_hidden_sheet_is_meant_only_where_it_is_named(place):
    rows = [["k", "amount"], ["a", 1], ["b", 2]]
    book = workbook([("Old", 'state="hidden"', [["k", "amount"], ["x", 1000], ["y", 2000]]), ("Now", "", rows),
                     ("Broken", 'state="veryHidden"', [])])
    path = place.write("book.xlsx", book)
    equal(answer(place, path, "total amount"), [[3]])
    equal(answer(place, path, "total amount", "--table", "old"), [[3000]])
    equal(place.run("ask", "--data", path, "--table", "Broken", "total amount").status, 1)
    equal([(t["name"], t.get("hidden", False)) for t in described(place, path)], [("Now", False), ("Old", True)])
    equal([t["name"] for t in place.run("profile", "--json", path).json["tables"]], ["Now"])


def test_a_workbook_with_hidden_sheets_alone_is_read(place):
    path = place.write("book.xlsx", workbook([("Old", 'state="hidden"', [["k", "amount"], ["x", 1000], ["y", 2000]])]))
    equal(answer(place, path, "total amount"), [[3000]])


def test_tables_side_by_side_are_apart_and_say_where_they_are(place):
    rows = [["Region", "Sales", None, "Dept", "Cost"], ["N", 1, None, "HR", 10], ["S", 2, None, "IT", 20],
            ["Total", 3, None, "Total", 30]]
    path = place.write("book.xlsx", workbook([("Sheet", "", rows)]))
    equal(answer(place, path, "total cost"), [[30]])
    equal(answer(place, path, "total sales"), [[3]])
    equal([(t["sheet"], t["range"]) for t in described(place, path)], [("Sheet", "A1:B4"), ("Sheet", "D1:E4")])


def test_amounts_in_several_currencies_are_not_added_up(place):
    rows = [["item", "price"], ["a", (10, 1)], ["b", (20, 2)], ["c", (30, 1)]]
    path = place.write("book.xlsx", workbook([("Sheet", "", rows)], ["$#,##0.00", "[$EUR-407] #,##0.00"]))
    refused = place.run("ask", "--data", path, "total price")
    equal(refused.status, 1, refused)
    holds(refused.err, "several currencies: $ (row 1 and 1 more), EUR (row 2)")
    table = described(place, path)[0]
    equal((table["columns"][1]["type"], table["columns"][1]["values"]), ("text", ["$10", "$30", "20 EUR"]))
    holds(table["assumptions"][0], "$ (row 1 and 1 more), EUR (row 2)")
    path = place.write("one.xlsx", workbook([("Sheet", "", rows)], ["$#,##0.00", "$0"]))
    equal(answer(place, path, "total price"), [[60]])
    equal(described(place, path)[0]["columns"][1]["unit"], "$")


def test_formulas_without_a_saved_result_are_told(place):
    path = place.write("book.xlsx", workbook([("Sheet", "", [["k", "n", "f"], ["a", 1, "=B2*2"], ["b", 2, "=B3*2"]])]))
    holds(described(place, path)[0]["assumptions"][0], "formulas in 'f' have no saved result")
    holds(place.run("ask", "--data", path, "total f").err, "save it there")
    holds(place.run("table", path).err, "2 formulas have no saved result")


if __name__ == "__main__":
    main(globals())
