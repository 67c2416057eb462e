import type { ColumnMapping } from '#shared/imports.ts'
import { message } from '#shared/messages/message.ts'
import type { ColumnStep } from '#shared/imports.ts'
import { toPreparer } from '../recognise/cell-values.ts'
import { toRule } from '../recognise/column-rules.ts'
import {
  compileSteps,
  type StepChanges,
  type SteppedCell,
  type StepSamples,
} from '../recognise/column-steps.ts'
import { type FileScan, RowScan } from '../recognise/file-scan.ts'
import type { FileRows, ImportRow } from './file-rows.ts'

interface SteppedColumn {
  readonly index: number
  readonly steps: readonly ColumnStep[]
  readonly read: (row: Pick<ImportRow, 'cells' | 'numbers'>) => SteppedCell
}

const maxSamples = 5
const maxShown = 200

/**
 * Takes the cells of columns with steps through these, before anything else looks at them, so that numbers,
 * keys and references are recognised by what the steps make. The scan of these columns is made anew.
 */
export async function withSteps(rows: FileRows, mapping: ColumnMapping): Promise<FileRows> {
  const columns = listSteppedColumns(rows.scan.headers, mapping)
  if (columns.length === 0) return rows
  const scan = await scanSteps(rows, columns)
  const step = <Row extends ImportRow>(row: Row): Row => ({ ...row, ...stepped(row, columns) })
  return {
    ...rows,
    scan,
    async *batches(skip) {
      for await (const batch of rows.batches(skip)) yield { ...batch, rows: batch.rows.map(step) }
    },
    async *records() {
      for await (const record of rows.records()) yield step(record)
    },
  }
}

function listSteppedColumns(headers: readonly string[], mapping: ColumnMapping): SteppedColumn[] {
  return Object.entries(mapping).flatMap(([name, entry]) => {
    const rule = toRule(entry)
    const index = headers.indexOf(name.trim())
    if (rule.key === null || !rule.steps || rule.steps.length === 0 || index < 0) return []
    const prepare = toPreparer({ ...rule, steps: [] })
    const run = compileSteps(rule.steps)
    const own = headers[index]
    const read: SteppedColumn['read'] = ({ cells, numbers }) => {
      const cellOf = (column: string, cell: string) =>
        column === own ? cell : (cells[headers.indexOf(column)] ?? '')
      return run(prepare(cells[index] ?? ''), cellOf, numbers?.has(index))
    }
    return [{ index, steps: rule.steps, read }]
  })
}

function stepped(row: ImportRow, columns: readonly SteppedColumn[]): Partial<ImportRow> {
  const cells = [...row.cells]
  const refused = new Map(row.refused)
  const failedSteps = new Map<number, number>()
  const cleared = new Set<number>()
  const numbers = row.numbers && new Set(row.numbers)
  const links = row.links && new Map(row.links)
  for (const { index, read } of columns) {
    const { text, failed, changes } = read(row)
    cells[index] = text ?? ''
    if (text === null) cleared.add(index)
    if (failed !== undefined) {
      refused.set(index, message('step.failed', { number: failed }))
      failedSteps.set(index, failed)
    }
    if (changes.length === 0) continue
    numbers?.delete(index)
    links?.delete(index)
  }
  return { cells, written: row.cells, refused, failedSteps, cleared, numbers, links }
}

async function scanSteps(rows: FileRows, columns: readonly SteppedColumn[]): Promise<FileScan> {
  const { scan } = rows
  const again = new RowScan(columns.map(({ index }) => scan.headers[index] ?? ''))
  const samples = columns.map(({ steps }) => ({
    cells: new Map<string, SteppedCell['text']>(),
    changes: steps.map((): StepChanges => []),
  }))
  for await (const { row, cells, numbers } of rows.records()) {
    const read = columns.map((column) => column.read({ cells, numbers }))
    read.forEach(({ text, changes }, position) => {
      const { cells: shown, changes: lists } = samples[position] ?? { cells: new Map(), changes: [] }
      const cell = cells[columns[position]?.index ?? 0] ?? ''
      if (shown.size < maxSamples && cell !== '') shown.set(cell.slice(0, maxShown), text)
      for (const { step, before, after } of changes) noteChange(lists[step], { before, after })
    })
    const plain = new Set(columns.flatMap(({ index }, position) => (numbers?.has(index) ? position : [])))
    again.add(
      read.map(({ text }) => text ?? ''),
      row,
      plain,
    )
  }
  const { guesses, traits, filled, samples: texts } = again.result(scan.read)
  const put = <Value>(before: readonly Value[], after: readonly Value[]): Value[] =>
    before.map((value, index) => {
      const position = columns.findIndex((column) => column.index === index)
      return position < 0 ? value : (after[position] ?? value)
    })
  return {
    ...scan,
    guesses: put(scan.guesses, guesses),
    traits: put(scan.traits, traits),
    filled: put(scan.filled, filled),
    samples: put(scan.samples, texts),
    steps: new Map(
      columns.map(({ index }, position): [number, StepSamples] => {
        const { cells = new Map(), changes = [] } = samples[position] ?? {}
        return [index, { cells: [...cells].map(([cell, after]) => ({ cell, after })), changes }]
      }),
    ),
  }
}

function noteChange(list: StepChanges | undefined, { before, after }: StepChanges[number]): void {
  if (list === undefined || list.length === maxSamples || list.some((one) => one.before === before)) return
  list.push({ before: before.slice(0, maxShown), after: after === null ? null : after.slice(0, maxShown) })
}
