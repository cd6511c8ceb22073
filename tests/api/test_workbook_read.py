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


REMEDY = "open the workbook in a spreadsheet program and save it there"


def refused(place, path, question):
    done = place.run("ask", "--data", path, question)
    equal(done.status, 1, done)
    return done.err


def told(place, path, question):
    done = place.run("ask", "--json", "--data", path, question)
    equal(done.status, 0, done)
    return done.json["content"]


def test_a_column_of_formulas_without_results_has_no_total_and_says_why(place):
    rows = [["item", "qty", "amount"]] + [[f"i{r}", r, f"=B{r}*2"] for r in range(2, 8)]
    path = place.write("book.xlsx", workbook([("Sheet", "", rows)]))
    said = refused(place, path, "total amount")
    holds(said, "'amount' holds no value, so it has no total.")
    holds(said, "formulas in 'amount' have no saved result and are left empty (6 cells), as the program that wrote the file "
                f"did not compute them: {REMEDY}")
    profile = place.run("profile", path)
    holds(profile.out, "assumed: formulas in 'amount' have no saved result and are left empty (6 cells)")
    holds(told(place, path, "what is in C3 of Sheet?"), "C3 of Sheet is empty. 1 formula has no saved result")
    equal("saved result" in told(place, path, "what is in B3 of Sheet?"), False)
    equal("saved result" in told(place, path, "total qty"), False)


def test_some_cells_without_results_are_counted(place):
    rows = [["item", "amount"]] + [[f"i{r}", "=ROW()" if r in (3, 5, 6) else r] for r in range(2, 9)]
    path = place.write("book.xlsx", workbook([("Sheet", "", rows)]))
    equal(answer(place, path, "total amount"), [[2 + 4 + 7 + 8]])
    holds(told(place, path, "total amount"), "formulas in 'amount' have no saved result and are left empty (3 cells)")


def test_each_table_tells_of_its_own_formulas_alone(place):
    above = [["item", "amount"]] + [[f"i{r}", "=ROW()"] for r in range(5)]
    middle = [["city", "people"]] + [[f"c{r}", r * 100] for r in range(5)]
    below = [["color", "weight"]] + [[f"z{r}", "=ROW()"] for r in range(5)]
    gap = [[None, None], [None, None]]
    path = place.write("book.xlsx", workbook([("Sheet", "", above + gap + middle + gap + below)]))
    by_column = {t["columns"][1]["name"]: " ".join(t["assumptions"]) for t in described(place, path)}
    holds(by_column["amount"], "'amount' have no saved result and are left empty (5 cells)")
    holds(by_column["weight"], "'weight' have no saved result and are left empty (5 cells)")
    equal("saved result" in by_column["people"], False, by_column)
    equal("saved result" in told(place, path, "total people"), False)


def test_rows_of_nothing_but_such_formulas_do_not_vanish_unsaid(place):
    rows = [["item", "amount"], ["a", 1.5], ["b", 2.5]]
    path = place.write("book.xlsx", workbook([("Sheet", "", rows + [["=A2", "=B2"], ["=A3", "=B3"]])]))
    holds(told(place, path, "total amount"), "2 rows below the table hold nothing but formulas without a saved result and "
                                             f"are left out: {REMEDY}")
    holds(told(place, path, "how many rows"), "2 rows below the table hold nothing but formulas")
    path = place.write("total.xlsx", workbook([("Sheet", "", rows + [["Total", "=SUM(B2:B3)"]])]))
    equal(answer(place, path, "total amount"), [[4]])
    equal("below the table" in told(place, path, "total amount"), False)
    path = place.write("bare.xlsx", workbook([("Sheet", "", rows + [[None, "=SUM(B2:B3)"]])]))
    equal("saved result" in told(place, path, "total amount"), False)
    path = place.write("every.xlsx", workbook([("Sheet", "", [["a", "b"]] + [["=ROW()", "=ROW()"]] * 5)]))
    holds(refused(place, path, "total b"), "5 rows below the table hold nothing but formulas without a saved result")
    path = place.write("only.xlsx", workbook([("Sheet", "", [["=ROW()", "=ROW()"]] * 5)]))
    holds(refused(place, path, "total b"), "nothing but formulas without a saved result")


def test_names_that_formulas_would_give_are_missed(place):
    rows = [["=A9", "=B9"]] + [[f"x{r}", r] for r in range(5)]
    path = place.write("book.xlsx", workbook([("Sheet", "", rows)]))
    holds(" ".join(described(place, path)[0]["assumptions"]), "2 formulas in the header have no saved result")


if __name__ == "__main__":
    main(globals())
