import { expect, test } from "vitest";
import { sqlPieces } from "../src/sql";

const sql = `SELECT "from", sum("a""b") FROM "t" WHERE x = 'it''s from' AND y IN (SELECT 1 FROM u) ORDER BY 1.5 DESC`;

test("SQL in pieces is the same text", () => {
    for (const text of [sql, "", "'open", '"open', "a\nb\u00e9;--"])
        expect(sqlPieces(text).map((piece) => piece.text).join("")).toBe(text);
});

test("a clause is one outside of quotes and brackets", () => {
    const clauses = sqlPieces(sql).filter((piece) => piece.clause).map((piece) => piece.text);
    expect(clauses).toEqual(["FROM", "WHERE", "ORDER"]);
});
