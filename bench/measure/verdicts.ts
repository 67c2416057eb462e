import { localMethods } from '#shared/similar-values.ts'
import { type FigureBound, boundsAt, type FigureName } from '../bounds.ts'
import type { Usage } from '../processes/vitrine.ts'
import type { Comparison } from './compare.ts'
import type { FirstFigures } from './first-requests.ts'
import type { JobRuns } from './job-runs.ts'
import { median } from './statistics.ts'

export interface Measurements {
  readonly products: number
  readonly firsts: readonly FirstFigures[]
  readonly comparisons: readonly Comparison[]
  readonly imports: readonly Usage[]
  readonly startUpsMs: readonly number[]
  readonly idleMb: readonly number[]
  readonly jobs: JobRuns
}

export interface Verdict extends FigureBound {
  readonly measured: number
  readonly holds: boolean
}

type ReadFigure = (measurements: Measurements, operation: string) => number

const figures = {
  ratio: (measurements, operation) => findComparison(measurements, operation)?.ratio ?? Number.NaN,
  cpu_ms: (measurements, operation) =>
    measurements.firsts.find(({ name }) => name === operation)?.cpu_ms ??
    findComparison(measurements, operation)?.vitrine.cpu_ms ??
    Number.NaN,
  p95_ms: ({ firsts }, operation) => firsts.find(({ name }) => name === operation)?.p95_ms ?? Number.NaN,
  wall_ms: ({ startUpsMs }) => median(startUpsMs),
  idle_mb: ({ idleMb }) => median(idleMb),
  rows_per_cpu_second: (measurements) => importRate(measurements),
  peak_mb: ({ imports }) =>
    imports.length > 0 ? Math.max(...imports.map(({ peakMb }) => peakMb)) : Number.NaN,
  added_p95_ms: () => Number.NaN,
  slower_p99: () => Number.NaN,
  rows_per_second: () => Number.NaN,
  found_share: () => Number.NaN,
} satisfies Record<FigureName, ReadFigure> as Record<FigureName, ReadFigure>

function findComparison({ comparisons }: Measurements, operation: string): Comparison | undefined {
  return comparisons.find(({ name }) => name === operation)
}

const jobOperations: readonly string[] = [
  'import_patch',
  'import_list',
  'import_list_again',
  'import_workbook',
  'edit_and_undo',
  'dry_run',
  'export_xlsx',
  'stall_sort',
  'stall_contains',
  'fair_sorted',
  'fair_contains',
  'quality_findings_first',
  'quality_findings_again',
  'quality_findings_started',
  'quality_summary',
  'quality_score_sort',
  'facets_first',
  'facets_chosen',
  'facets_again',
  'facets_started',
  ...localMethods.map((method) => `clusters_${method}`),
  'duplicates_search',
  'duplicates_again',
]

/** Holds every bounded figure against its bound; a figure that was not measured does not hold. */
export function checkMeasurements(measurements: Measurements): Verdict[] {
  return boundsAt(measurements.products).map((bound) => {
    const ofJob = measurements.jobs[bound.operation]?.[bound.figure]
    const isJob = jobOperations.includes(bound.operation)
    const measured = isJob ? (ofJob ?? Number.NaN) : figures[bound.figure](measurements, bound.operation)
    const holds = measured <= (bound.most ?? Infinity) && measured >= (bound.least ?? 0)
    return { ...bound, measured, holds }
  })
}

/** Rows the import takes per second of CPU, all threads together. */
export function importRate({ imports, products }: Measurements): number {
  return products / (median(imports.map(({ cpuMs }) => cpuMs)) / 1000)
}
