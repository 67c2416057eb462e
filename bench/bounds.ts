import { localMethods } from '#shared/similar-values.ts'

/** A figure that may be held to a bound; `measure/verdicts.ts` says how each is read. */
export type FigureName =
  | 'ratio'
  | 'cpu_ms'
  | 'p95_ms'
  | 'wall_ms'
  | 'rows_per_cpu_second'
  | 'rows_per_second'
  | 'peak_mb'
  | 'added_p95_ms'
  | 'slower_p99'
  | 'idle_mb'
  | 'found_share'

export interface FigureBound {
  readonly operation: string
  readonly figure: FigureName
  readonly most?: number
  readonly least?: number
}

const clusterBounds: readonly FigureBound[] = localMethods.map((method) => ({
  operation: `clusters_${method}`,
  figure: 'cpu_ms',
  most: 3000,
}))

const listBounds: readonly FigureBound[] = [
  { operation: 'import_list', figure: 'rows_per_cpu_second', least: 12_000 },
  { operation: 'import_list', figure: 'rows_per_second', least: 6000 },
  { operation: 'import_list', figure: 'peak_mb', most: 400 },
  { operation: 'import_list_again', figure: 'rows_per_cpu_second', least: 15_000 },
  { operation: 'import_list_again', figure: 'peak_mb', most: 400 },
]

/**
 * The bounds at 100,000 products and warm, unless named cold. `ratio` is CPU per request over that of the
 * floor in the same run; operations called `first_…` send requests that nobody has sent before.
 */
const bounds: readonly FigureBound[] = [
  { operation: 'first_get', figure: 'cpu_ms', most: 0.3 },
  { operation: 'first_sku', figure: 'cpu_ms', most: 0.3 },
  { operation: 'first_page', figure: 'cpu_ms', most: 0.6 },
  { operation: 'first_range_sorted', figure: 'cpu_ms', most: 5 },
  { operation: 'first_contains', figure: 'cpu_ms', most: 5 },
  { operation: 'first_contains_long', figure: 'cpu_ms', most: 5 },
  { operation: 'first_sorted', figure: 'cpu_ms', most: 4 },
  { operation: 'first_patch', figure: 'cpu_ms', most: 0.5 },
  { operation: 'first_formula', figure: 'cpu_ms', most: 20 },
  { operation: 'first_search', figure: 'p95_ms', most: 150 },
  { operation: 'first_typo', figure: 'p95_ms', most: 150 },
  { operation: 'get_one', figure: 'ratio', most: 2 },
  { operation: 'page_50', figure: 'ratio', most: 2 },
  { operation: 'filter_eq_code', figure: 'ratio', most: 2 },
  { operation: 'filter_eq_brand', figure: 'ratio', most: 2 },
  { operation: 'filter_eq_select', figure: 'ratio', most: 2 },
  { operation: 'get_one_new', figure: 'ratio', most: 3 },
  { operation: 'filter_eq_code_new', figure: 'ratio', most: 3.5 },
  { operation: 'sort_ascending', figure: 'ratio', most: 4 },
  { operation: 'sort_descending', figure: 'ratio', most: 4 },
  { operation: 'sort_two_keys', figure: 'ratio', most: 4 },
  { operation: 'two_clauses_narrow', figure: 'ratio', most: 4 },
  { operation: 'two_clauses_range', figure: 'ratio', most: 4 },
  { operation: 'two_clauses_broad', figure: 'ratio', most: 4 },
  { operation: 'batch_100', figure: 'cpu_ms', most: 20 },
  { operation: 'computed_change_formula', figure: 'cpu_ms', most: 50 },
  { operation: 'computed_filter_formula', figure: 'cpu_ms', most: 60 },
  { operation: 'computed_sort_formula', figure: 'cpu_ms', most: 60 },
  { operation: 'computed_filter_lookup', figure: 'cpu_ms', most: 60 },
  { operation: 'computed_sort_lookup', figure: 'cpu_ms', most: 60 },
  { operation: 'computed_filter_inherited', figure: 'cpu_ms', most: 60 },
  { operation: 'computed_sort_inherited', figure: 'cpu_ms', most: 60 },
  { operation: 'computed_filter_rolled_up', figure: 'cpu_ms', most: 60 },
  { operation: 'computed_sort_rolled_up', figure: 'cpu_ms', most: 60 },
  { operation: 'import_csv', figure: 'rows_per_cpu_second', least: 7000 },
  { operation: 'import_csv', figure: 'peak_mb', most: 500 },
  { operation: 'import_patch', figure: 'added_p95_ms', most: 20 },
  ...listBounds,
  { operation: 'import_workbook', figure: 'wall_ms', most: 15_000 },
  { operation: 'import_workbook', figure: 'peak_mb', most: 400 },
  { operation: 'edit_and_undo', figure: 'wall_ms', most: 6000 },
  { operation: 'dry_run', figure: 'wall_ms', most: 15_000 },
  { operation: 'stall_sort', figure: 'slower_p99', most: 5 },
  { operation: 'stall_contains', figure: 'slower_p99', most: 5 },
  { operation: 'fair_sorted', figure: 'slower_p99', most: 10 },
  { operation: 'fair_contains', figure: 'slower_p99', most: 10 },
  { operation: 'quality_findings_first', figure: 'cpu_ms', most: 150 },
  { operation: 'quality_findings_again', figure: 'cpu_ms', most: 150 },
  { operation: 'facets_first', figure: 'cpu_ms', most: 300 },
  { operation: 'facets_chosen', figure: 'cpu_ms', most: 300 },
  { operation: 'facets_again', figure: 'cpu_ms', most: 300 },
  { operation: 'facets_started', figure: 'cpu_ms', most: 300 },
  { operation: 'duplicates_search', figure: 'cpu_ms', most: 60_000 },
  { operation: 'duplicates_search', figure: 'peak_mb', most: 500 },
  { operation: 'duplicates_search', figure: 'found_share', least: 0.95 },
  ...clusterBounds,
  { operation: 'serve_to_answer', figure: 'wall_ms', most: 700 },
  { operation: 'idle', figure: 'idle_mb', most: 150 },
]

/** From this size on, a catalog is held to `largeBounds`, and the server is measured without the floor. */
export const largeSize = 1_000_000

/** Milliseconds of CPU that one request may take with 1,000,000 products. */
const largeBounds = {
  first_get: 100,
  first_sku: 100,
  first_page: 100,
  first_range_vendor: 100,
  first_range_sorted: 100,
  first_contains: 100,
  first_contains_long: 100,
  first_sorted: 100,
  first_patch: 100,
  first_formula: 100,
  get_one: 5,
  page_50: 5,
  filter_eq_code: 5,
  filter_eq_brand: 5,
  filter_eq_select: 5,
  filter_reference: 5,
  deep_cursor: 10,
  deep_snapshot: 10,
  deep_sorted_cursor: 10,
  page_200: 150,
  deep_offset: 150,
  filter_contains: 150,
  filter_range: 150,
  filter_list_reference: 150,
  filter_ne: 150,
  filter_blank: 150,
  filter_in: 150,
  filter_ends_with: 150,
  filter_not_contains: 150,
  two_clauses_narrow: 150,
  two_clauses_range: 150,
  two_clauses_broad: 150,
  two_clauses_or: 150,
  two_ranges: 150,
  four_clauses: 150,
  quick_search: 150,
  search_letters: 150,
  search_relevance: 150,
  search_relevance_dense: 150,
  search_and_filter: 150,
  search_sorted: 150,
  sort_ascending: 150,
  sort_descending: 150,
  sort_two_keys: 150,
  sort_three_keys: 150,
  sort_updated: 150,
  sort_deep: 150,
  filter_and_sort: 150,
  variants: 150,
  events: 150,
  completeness: 150,
  patch: 150,
  upsert_one: 150,
  batch_100: 150,
  contains_long: 500,
} as const satisfies Record<string, number>

export function boundsAt(products: number): readonly FigureBound[] {
  if (products < largeSize) return bounds
  const times = Object.entries(largeBounds)
  return [
    ...times.map(([operation, most]) => ({ operation, figure: 'cpu_ms', most }) as const),
    { operation: 'first_search', figure: 'p95_ms', most: 400 },
    { operation: 'first_typo', figure: 'p95_ms', most: 400 },
    { operation: 'export_xlsx', figure: 'peak_mb', most: 400 },
    { operation: 'quality_findings_first', figure: 'cpu_ms', most: 1500 },
    { operation: 'quality_findings_again', figure: 'cpu_ms', most: 150 },
    { operation: 'quality_findings_started', figure: 'cpu_ms', most: 1500 },
    { operation: 'facets_first', figure: 'cpu_ms', most: 2000 },
    { operation: 'facets_chosen', figure: 'cpu_ms', most: 2000 },
    { operation: 'facets_again', figure: 'cpu_ms', most: 2000 },
    { operation: 'facets_started', figure: 'cpu_ms', most: 2000 },
    { operation: 'duplicates_search', figure: 'wall_ms', most: 900_000 },
    { operation: 'duplicates_search', figure: 'peak_mb', most: 500 },
    { operation: 'duplicates_search', figure: 'found_share', least: 0.95 },
    ...clusterBounds,
    ...listBounds,
  ]
}
