/** A figure that may be held to a bound; `measure/judge.ts` says how each is read. */
export type FigureName = 'ratio' | 'cpu_ms' | 'wall_ms' | 'rows_per_cpu_second' | 'peak_mb'

export interface Bound {
  readonly operation: string
  readonly figure: FigureName
  readonly most?: number
  readonly least?: number
}

/**
 * What the benchmark holds the server to, at 100,000 products and warm. `ratio` is CPU per request over that of the
 * floor in the same run. Operations that are measured without a bound are not in here.
 */
export const bounds: readonly Bound[] = [
  { operation: 'get_one', figure: 'ratio', most: 3 },
  { operation: 'page_50', figure: 'ratio', most: 3 },
  { operation: 'filter_eq_code', figure: 'ratio', most: 3 },
  { operation: 'filter_eq_brand', figure: 'ratio', most: 3 },
  { operation: 'sort_ascending', figure: 'ratio', most: 6 },
  { operation: 'sort_descending', figure: 'ratio', most: 6 },
  { operation: 'sort_two_keys', figure: 'ratio', most: 6 },
  { operation: 'two_clauses_narrow', figure: 'ratio', most: 6 },
  { operation: 'two_clauses_range', figure: 'ratio', most: 6 },
  { operation: 'two_clauses_broad', figure: 'ratio', most: 6 },
  { operation: 'batch_100', figure: 'cpu_ms', most: 20 },
  { operation: 'import_csv', figure: 'rows_per_cpu_second', least: 5000 },
  { operation: 'import_csv', figure: 'peak_mb', most: 500 },
  { operation: 'serve_to_answer', figure: 'wall_ms', most: 1000 },
]
