// types.ts - what the server sends, as far as the page looks at it. The server's contract is the law; openapi.json has
// all of it.

import type { Figure } from "./json";

export type Cell = string | number | boolean | null | Figure;

export interface Table {
    columns: string[];
    rows: Cell[][];
    metadata: { sheet_name: string | null; row_count: number; is_truncated: boolean };
}

export interface ToolCall {
    tool_name: string;
    parameters: Record<string, unknown>;
    output_summary: string;
    invoked_at: string;
    duration_ms: number;
    success: boolean;
    error: string | null;
}

export interface Evidence {
    request_id: string | null;
    sql: string[];
    sources: { name: string; sha256: string; schema_fingerprint: string | null }[];
    audit: { first: number; last: number; head: string } | null;
}

export interface ErrorBody {
    message: string;
    correlation_id: string | null;
    error_code: string;
    can_retry: boolean;
    suggested_action: string | null;
}

export interface Confirmation {
    token: string;
    summary: string;
    expires_at: string;
}

export interface Option {
    label: string;
    value: unknown;
}

/** A passage that an answer rests on. */
export interface Source {
    title: string | null;
    chapter: string | null;
    section: string | null;
    url: string | null;
    score: number | Figure;
    quote: string | null;
}

export const AGENTS = ["workbook", "analyst", "metrics", "docs", "tasks"] as const;
export type Agent = (typeof AGENTS)[number];

/** A part of a list. */
export interface Page<T> {
    items: T[];
    total: number;
    offset: number;
    limit: number;
}

export interface Answer {
    conversation_id: string | null;
    agent?: Agent;
    /** Why this agent was chosen. */
    routing?: { agent: Agent; reason: string } | null;
    status: "success" | "clarification_needed" | "confirmation_required" | "partial_success" | "error";
    content: string;
    restatement: string;
    table: Table | null;
    /** A Vega-Lite specification. */
    chart?: unknown;
    suggestions: string[];
    options: Option[];
    sources?: Source[];
    tool_calls: ToolCall[];
    confidence: number | Figure;
    voice: string;
    processing_time_ms: number;
    evidence: Evidence | null;
    confirmation?: Confirmation;
    error: ErrorBody | null;
}

export interface Step {
    n: number;
    of: number;
    text: string;
}

export interface SourceFile {
    id: string;
    name: string;
    bytes: number;
    data: string;
}

export interface Column {
    name: string;
    type: string;
    /** Of a number: "%", or the currency as it is written. */
    unit?: string;
    /** Empty cells; misfits are not among them. */
    nulls: number;
    /** Where all were counted; else there are at least so many. */
    distinct?: number;
    distinct_at_least?: number;
    values?: Cell[];
    /** Values that do not fit the type, and the first of them. */
    misfits?: number;
    misfit?: { row: number; text: string }[];
}

export interface DescribedTable {
    name: string;
    source: string;
    /** Of a workbook: where the table is. */
    sheet?: string | null;
    range?: string | null;
    row_count: number;
    columns: Column[];
    assumptions: string[];
}

export type Role = "dimension" | "measure" | "id" | "timestamp";

export interface Bin {
    from: Cell;
    to: Cell;
    count: number;
}

export interface ColumnProfile {
    name: string;
    type: string;
    role: Role;
    distinct: number;
    min: Cell;
    max: Cell;
    mean: Cell;
    quantiles: Record<"p05" | "p25" | "p50" | "p75" | "p95", Cell> | null;
    top: { value: Cell; count: number }[];
    histogram: { unit: string | null; bins: Bin[] } | null;
    outliers: { count: number; examples: Cell[] } | null;
    problems: { kind: string; count: number; text: string }[];
    quality: number | Figure;
}

export interface TableProfile {
    name: string;
    row_count: number;
    quality: number | Figure;
    duplicate_rows: number;
    keys: string[][];
    columns: ColumnProfile[];
}

export interface Relation {
    from_table: string;
    from_column: string;
    to_table: string;
    to_column: string;
    relationship_type: "foreign_key" | "similar_values";
    confidence: number | Figure;
}

/** Everything that was counted of a file's tables. */
export interface Counts {
    tables: TableProfile[];
    relationships: Relation[];
}

export interface Verdict {
    ok: boolean;
    entries: number;
    head: string | null;
    first_bad: number | null;
    reason: string | null;
}
