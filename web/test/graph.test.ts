import { describe, expect, test } from "vitest";
import { layOut } from "../src/graph";

const places = (...nodes: [string, ...string[]][]) =>
    layOut(nodes.map(([id, ...after]) => ({ id, after }))).nodes.map(({ id, column, row }) => `${id} ${column},${row}`);

describe("a plan is laid out", () => {
    test("with each step to the right of all it comes after", () => {
        expect(places(["a"], ["b", "a"], ["c", "b"])).toEqual(["a 0,0", "b 1,0", "c 2,0"]);
        expect(places(["a"], ["b", "a"], ["c", "a", "b"])).toEqual(["a 0,0", "b 1,0", "c 2,0"]);
    });

    test("with steps of the same time one under the other", () => {
        const { rows, columns, edges } = layOut([{ id: "a", after: [] }, { id: "b", after: [] }, { id: "c", after: ["a", "b"] }]);
        expect([rows, columns, edges.length]).toEqual([2, 2, 2]);
        expect(places(["a"], ["b", "a"], ["c", "a"])).toEqual(["a 0,0", "b 1,0", "c 1,1"]);
    });

    test("even where it names what is not there, or goes in a circle", () => {
        expect(layOut([{ id: "a", after: ["gone"] }]).edges).toEqual([]);
        expect(places(["a", "b"], ["b", "a"])).toHaveLength(2);
        expect(layOut([])).toMatchObject({ nodes: [], rows: 0 });
    });
});
