/** Sums of selected cells: computed here for loaded rows, else by the server over ranges of the list. */
import { checkedRows, blocksOf, cellCount, type Block, type Selection } from '../model/selection.ts'
import type { ColumnAggregate } from '#shared/schemas/grid.ts'
import { fetchAggregates, type AggregatesQuery, type IndexRange } from '../../query/list-queries.ts'
import { describeHead, shownValue } from './cell-state.ts'
import { axesOf } from './navigation.ts'
import { cellsText } from './ranges.ts'
import { addAggregates, aggregate, average, noAggregate, type Aggregate } from '../model/aggregate.ts'
import type { GridSession } from '../data/grid-session.ts'
import { readSnapshotName } from '../data/planned-reader.ts'
import { t } from '../../ui/text.ts'

export function selectionText(session: GridSession, selection: Selection): string {
  const count = blocksOf(selection, axesOf(session)).reduce((sum, block) => sum + cellCount(block), 0)
  const rows = checkedCount(session, selection)
  if (rows > 0)
    return t('{rows, plural, one {# row} other {# rows}}, {value} selected', {
      rows,
      value: cellsText(count),
    })
  if (count !== 1) return t('{value} selected', { value: cellsText(count) })
  const { row, columnId } = selection.cursor
  const head = session.headAt(row)
  if (head) return describeHead(session, head)
  const number = session.context.formats.formatNumber(row + 1)
  return t('Row {number} · {name}', { number, name: session.columnOf(columnId)?.name ?? '' })
}

function checkedCount(session: GridSession, selection: Selection): number {
  if ([...selection.more, selection].some(({ span }) => span !== 'rows')) return 0
  const rows = checkedRows(selection, axesOf(session))
  return rows.reduce((sum, [first, last]) => sum + last - first + 1, 0)
}

/** The sums of loaded rows of some blocks; `isPart` where there are more rows. */
export function sumUp(session: GridSession, blocks: readonly Block[]): { sums: Aggregate; isPart: boolean } {
  let isPart = false
  const { columnIds } = axesOf(session)
  function* values(): Generator {
    for (const block of blocks) {
      const columns = columnIds.slice(block.left, block.right + 1).flatMap((id) => session.columnOf(id) ?? [])
      let seen = 0
      for (const entity of session.loadedBetween(block.top, block.bottom)) {
        seen += 1
        for (const column of columns) yield shownValue(session, entity, column)
      }
      isPart ||= seen < countEntities(session, block)
    }
  }
  const sums = aggregate(values())
  return { sums, isPart }
}

function countEntities({ rows: { plan } }: GridSession, { top, bottom }: Block): number {
  return plan ? plan.entitiesBefore(bottom + 1) - plan.entitiesBefore(top) : bottom - top + 1
}

export function sumTexts({ context: { formats } }: GridSession, sums: Aggregate): string[] {
  const number = (value: number): string => formats.formatNumber(Number(value.toPrecision(12)))
  const filled = t('{filled} filled', { filled: formats.formatNumber(sums.filled) })
  if (sums.numbers === 0) return [filled]
  const named = [
    [t('Sum'), sums.sum],
    [t('Average'), average(sums)],
    [t('Min'), sums.min],
    [t('Max'), sums.max],
  ] as const
  return [filled, ...named.map(([name, value]) => `${name} ${number(value)}`)]
}

export const keysAtOnce = 30
// Larger selections of separate, unloaded blocks are not expected.
const maxBlocks = 8

export type SumsRequest = readonly AggregatesQuery[]

/** Returns the request for some blocks; undefined where the server does not have their positions. */
export function sumsRequest(session: GridSession, blocks: readonly Block[]): SumsRequest | undefined {
  if (blocks.length > maxBlocks) return undefined
  const requests = blocks.map((block) => requestsOf(session, block))
  return requests.some((request) => request === undefined) ? undefined : requests.flatMap((one) => one ?? [])
}

function requestsOf(session: GridSession, block: Block): AggregatesQuery[] | undefined {
  const { columnIds } = axesOf(session)
  const keys = columnIds.slice(block.left, block.right + 1)
  const order = session.source.get()?.order
  const positions = positionsOf(session, block)
  const isSystem = keys.some((key) => session.columnOf(key)?.isSystem !== false)
  if (isSystem || !positions || order === undefined) return undefined
  const { query } = session
  const range = isWhole(session, positions) ? undefined : { ...positions, snapshot: readSnapshotName(order) }
  return Array.from({ length: Math.ceil(keys.length / keysAtOnce) }, (_, index) => ({
    query,
    keys: keys.slice(index * keysAtOnce, (index + 1) * keysAtOnce),
    range,
  }))
}

type Positions = Omit<IndexRange, 'snapshot'>

function isWhole({ source, rows: { plan } }: GridSession, { first, last }: Positions): boolean {
  const total = source.get()?.state.get().total
  return plan === undefined && first === 0 && total !== undefined && last === total - 1
}

function positionsOf(
  { source, shown, rows: { plan } }: GridSession,
  { top, bottom }: Block,
): Positions | undefined {
  const total = source.get()?.state.get().total ?? 0
  if (!plan) {
    const { first, last } = shown.positionsOf({ first: top, last: bottom })
    return { first, last: Math.min(last, total - 1) }
  }
  const ranges = plan.between(top, bottom).flatMap(({ range }) => (range.kind === 'head' ? [] : [range]))
  const [first] = ranges
  if (!first) return undefined
  let next = first.from
  for (const { kind, from, count } of ranges) {
    if (kind !== 'list' || from !== next) return undefined
    next += count
  }
  return { first: first.from, last: next - 1 }
}

export async function fetchSums({ api, type }: GridSession, request: SumsRequest): Promise<Aggregate> {
  const answers = await Promise.all(request.map((asked) => fetchAggregates(api, type, asked)))
  return answers
    .flatMap(({ columns }) => Object.values(columns))
    .map(toAggregate)
    .reduce(addAggregates, noAggregate)
}

function toAggregate({ filled, measure, sum, least, greatest }: ColumnAggregate): Aggregate {
  if (measure !== 'number' || filled === 0) return { ...noAggregate, filled }
  return { filled, numbers: filled, sum: Number(sum), min: Number(least), max: Number(greatest) }
}
