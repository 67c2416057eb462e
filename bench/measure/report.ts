import type { Comparison } from './compare.ts'
import type { FirstFigures } from './first-requests.ts'
import { importRate, type Measurements, type Verdict } from './verdicts.ts'
import type { JobRuns } from './job-runs.ts'
import type { MachineFacts } from './machine.ts'
import { median } from './statistics.ts'

const columns = [
  'operation',
  'CPU ms',
  'floor',
  'ratio',
  'busy ratio',
  'p50 ms',
  'p95 ms',
  'floor p50',
  'requests/s',
  'floor',
] as const

export function comparisonTable(comparisons: readonly Comparison[]): string {
  return markdownTable(columns, comparisons.map(comparisonRow))
}

function comparisonRow({ title, vitrine, floor, ratio, busy_ratio: busyRatio }: Comparison): string[] {
  return [
    title,
    decimals(vitrine.cpu_ms),
    known(floor?.cpu_ms, decimals),
    known(ratio, times),
    known(busyRatio, times),
    decimals(vitrine.p50_ms),
    decimals(vitrine.p95_ms),
    known(floor?.p50_ms, decimals),
    vitrine.requests_per_second.toFixed(0),
    known(floor?.requests_per_second, (figure) => figure.toFixed(0)),
  ]
}

const aloneColumns = ['operation', 'CPU ms', 'busy CPU ms', 'p50 ms', 'p95 ms', 'requests/s'] as const

export function aloneTable(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ title, vitrine }) => [
    title,
    decimals(vitrine.cpu_ms),
    decimals(vitrine.busy_cpu_ms),
    decimals(vitrine.p50_ms),
    decimals(vitrine.p95_ms),
    vitrine.requests_per_second.toFixed(0),
  ])
  return markdownTable(aloneColumns, rows)
}

export function firstTable(firsts: readonly FirstFigures[]): string {
  const rows = firsts.map(({ title, cpu_ms: cpu, cold_cpu_ms: cold, p50_ms: p50, p95_ms: p95 }) => [
    title,
    ...[cpu, cold, p50, p95].map(decimals),
  ])
  return rows.length > 0 ? markdownTable(['first request', 'CPU ms', 'cold', 'p50 ms', 'p95 ms'], rows) : ''
}

function known(figure: number | undefined, toText: (figure: number) => string): string {
  return figure === undefined ? '–' : toText(figure)
}

function times(ratio: number): string {
  return `${ratio.toFixed(1)}×`
}

export function wholeRunTable(measurements: Measurements): string {
  const { imports, startUpsMs, idleMb, products, jobs } = measurements
  const rows: string[][] = []
  if (imports.length > 0) {
    const peak = Math.max(...imports.map(({ peakMb }) => peakMb))
    rows.push([
      `Import of ${products} rows from CSV`,
      `${importRate(measurements).toFixed(0)} rows/s of CPU`,
      `peak ${peak.toFixed(0)} MB`,
    ])
  }
  if (startUpsMs.length > 0) {
    const slowest = Math.max(...startUpsMs)
    rows.push([
      '`vitrine serve` to first API answer',
      `${median(startUpsMs).toFixed(0)} ms`,
      `slowest ${slowest.toFixed(0)} ms`,
    ])
  }
  if (idleMb.length > 0) rows.push(['Memory of the resting server', `${median(idleMb).toFixed(0)} MB`, ''])
  for (const [name, title] of jobTitles) {
    const figures = jobs[name]
    if (figures) rows.push([title, ...describeJob(figures)])
  }
  return rows.length > 0 ? markdownTable(['whole run', 'median', ''], rows) : ''
}

const jobTitles = [
  ['import_patch', 'PATCH while a file is imported, p95'],
  ['import_list', 'Import of a list of 12 columns'],
  ['import_list_again', 'The same list again'],
  ['import_workbook', 'Import of a workbook of 200,000 rows and 8 columns'],
  ['edit_and_undo', 'Edit of 100,000 products, and its undo'],
  ['dry_run', 'Dry run of every row, all of them new'],
  ['export_xlsx', 'Export to a workbook'],
  ['stall_sort', 'PATCH while indexes for sorting are made, p99'],
  ['stall_contains', 'PATCH while the search index is made, p99'],
  ['fair_sorted', 'GET by id beside eight sorted lists, p99'],
  ['fair_contains', 'GET by id beside eight lists of many parts of texts, p99'],
  ['quality_findings_first', 'Page of 50 findings of all shipped rules, first after a write'],
  ['quality_findings_again', 'Page of 50 findings, until the next write'],
  ['quality_findings_started', 'Page of 50 findings, first after a start'],
  ['quality_summary', 'Summary of all shipped rules, first after a write'],
  ['quality_score_sort', 'Sort by score, first after a write'],
  ['facets_first', 'Five facets, first after a write'],
  ['facets_chosen', 'Five facets beside a choice, first after a write'],
  ['facets_again', 'Five facets beside another choice, until the next write'],
  ['facets_started', 'Five facets, first after a start'],
  ['clusters_fingerprint', 'Similar values of some 100,000 names, by fingerprint'],
  ['clusters_ngram_fingerprint', 'The same by fingerprint of letters'],
  ['clusters_phonetic', 'The same by sound'],
  ['clusters_levenshtein', 'The same by letters that differ'],
  ['pictures_plan', 'Plan that matches 200 photographs of 2.4 MB to products'],
  ['pictures_renditions', 'Fifty renditions of photographs, asked for at once'],
  ['pictures_gallery', 'A hundred pages of the gallery of 10,000 images'],
  ['duplicates_search', 'Search for duplicates'],
  ['duplicates_again', 'Search for duplicates, once more'],
] as const

function describeJob(figures: JobRuns[string]): [string, string] {
  const { added_p95_ms: added, wall_ms: wall = 0, ...more } = figures
  // For single requests the wall time adds nothing.
  if (Object.keys(figures).join('') === 'cpu_ms') return [`${decimals(more['cpu_ms'] ?? 0)} ms of CPU`, '']
  if (added !== undefined)
    return [`${decimals(added)} ms more`, `${decimals(more['calm_p95_ms'] ?? 0)} ms without`]
  const rate = more['rows_per_cpu_second']
  if (rate !== undefined)
    return [
      `${rate.toFixed(0)} rows/s of CPU`,
      `${decimals(wall / 1000)} s, peak ${more['peak_mb']?.toFixed(0)} MB`,
    ]
  const {
    slower_p99: slower,
    slower_p99_cold: cold = Number.NaN,
    busy_p99_ms: busy = 0,
    busy_most_ms: most = 0,
  } = more
  if (slower !== undefined)
    return [
      `${decimals(slower)} times as long, cold ${decimals(cold)}`,
      `${decimals(busy)} ms, at most ${decimals(most)} ms`,
    ]
  const peak = more['peak_mb']
  const share = more['found_share']
  const found = share === undefined ? '' : `, ${(100 * share).toFixed(1)} % of planted copies found`
  const cpu = `${decimals((more['cpu_ms'] ?? 0) / 1000)} s of CPU`
  return [`${decimals(wall / 1000)} s`, peak === undefined ? cpu : `peak ${peak.toFixed(0)} MB${found}`]
}

export function verdictTable(verdicts: readonly Verdict[]): string {
  return markdownTable(
    ['bound on', 'figure', 'bound', 'measured', 'holds'],
    verdicts.map(({ operation, figure, most, least, measured, holds }) => [
      operation,
      figure,
      most === undefined ? `≥ ${least}` : `≤ ${most}`,
      decimals(measured),
      holds ? 'yes' : 'NO',
    ]),
  )
}

export interface MeasurementReport {
  readonly measurements: Measurements
  readonly verdicts: readonly Verdict[]
}

export function serverPart({ measurements, verdicts }: MeasurementReport, machine: MachineFacts): string {
  return `# Benchmark

Written by \`npm run bench -- --write\` on ${machine.date}; do not edit by hand.

- ${machine.cores} cores of ${machine.processor}, ${machine.memory_gb} GB, ${machine.system}
- Node ${machine.node}, SQLite ${machine.sqlite}, Fastify ${machine.fastify}, better-sqlite3 ${machine.better_sqlite3}
- ${measurements.products} products with 20 attributes (about 17 of them filled), 200 vendors, 300 categories, 5,000 images

CPU is that of the whole server process, all threads, per request, asked one at a time; "busy" is with four
connections asking at once. Each figure is the median of the rounds, and so is each ratio. The floor is measured in the
same run, taking turns: the same Fastify and better-sqlite3 on one thread, handing over the same rows and total
ready-made from one table by primary key. Every request differs from the one before.

First requests, of which no two of a server are the same; "cold" are the first hundred after its start:

${firstTable(measurements.firsts)}

Requests that come again after others, as from scripts and people; answers to those that do so within five seconds come from memory
(they are told apart above) unless the operation is called "not asked for lately":

${comparisonTable(measurements.comparisons)}

${wholeRunTable(measurements)}

## Bounds

${verdictTable(verdicts)}
`
}

export function largePart({ measurements, verdicts }: MeasurementReport, { date }: MachineFacts): string {
  return `Written by \`npm run bench -- --write --large\` on ${date}.

The same catalog, larger, and the server without the floor beside it. Indexes that queries wish for have been made before
anything is measured.

${firstTable(measurements.firsts)}

${aloneTable(measurements.comparisons)}

${wholeRunTable(measurements)}

${verdictTable(verdicts)}
`
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}

function decimals(value: number): string {
  if (Number.isNaN(value)) return 'not measured'
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3)
}
