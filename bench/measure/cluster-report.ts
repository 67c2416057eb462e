import type { ClusterFigures, Place } from './cluster-runs.ts'
import { busyNote, type MachineFacts } from './machine.ts'
import { markdownTable } from './report.ts'

type ComparedFigures = Readonly<Record<Place, ClusterFigures>>

interface Line {
  readonly title: string
  readonly figure: keyof ClusterFigures
  readonly bound?: { readonly label: string; readonly holds: (measured: ComparedFigures) => boolean }
}

const maxOfReads = 1.3
const timesOfFile = (figure: 'page_ms' | 'filter_ms'): NonNullable<Line['bound']> => ({
  label: `≤ ${maxOfReads} × one file`,
  holds: ({ file, cluster }) => cluster[figure] <= maxOfReads * file[figure],
})

const lines: readonly Line[] = [
  { title: 'Page of 50, p50 ms', figure: 'page_ms', bound: timesOfFile('page_ms') },
  { title: 'Range, sorted, p50 ms', figure: 'filter_ms', bound: timesOfFile('filter_ms') },
  {
    title: 'PATCH one value, p50 ms',
    figure: 'patch_ms',
    bound: { label: '≤ 15', holds: ({ cluster }) => cluster.patch_ms <= 15 },
  },
  { title: 'PATCH one value, p95 ms', figure: 'patch_p95_ms' },
  {
    title: 'Batch of 100, p50 ms',
    figure: 'batch_ms',
    bound: { label: '≤ 60', holds: ({ cluster }) => cluster.batch_ms <= 60 },
  },
  {
    title: 'Import, rows/s',
    figure: 'import_rows_per_second',
    bound: { label: '≥ 2000', holds: ({ cluster }) => cluster.import_rows_per_second >= 2000 },
  },
]

export function holdsAll(measured: ComparedFigures): boolean {
  return lines.every(({ bound }) => bound?.holds(measured) ?? true)
}

export function clusterTable(measured: ComparedFigures): string {
  const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1))
  return markdownTable(
    ['', 'one file', 'cluster', 'times', 'bound', 'holds'],
    lines.map(({ title, figure, bound }) => {
      const [file, cluster] = [measured.file[figure], measured.cluster[figure]]
      const holds = bound ? (bound.holds(measured) ? 'yes' : 'NO') : ''
      return [title, shown(file), shown(cluster), (cluster / file).toFixed(2), bound?.label ?? '', holds]
    }),
  )
}

export function clusterPart(
  measured: ComparedFigures,
  {
    machine,
    load,
    rows,
    rounds,
  }: {
    readonly machine: MachineFacts
    readonly load: number
    readonly rows: number
    readonly rounds: number
  },
): string {
  return `Written by \`npm run bench:cluster -- --write\` on ${machine.date}; do not edit by hand.${busyNote(machine, load)}

The same requests by turns to a workspace in one file and to one in a cluster of three nodes of rqlite, which stand on the same machine as the two
servers and share its ${machine.cores} cores: each node takes part of every write. ${rounds} rounds after an import of ${rows} products of 17 values; a batch
creates 50 products and changes 50.

${clusterTable(measured)}
`
}
