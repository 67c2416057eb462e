import { maxEditValues } from '#shared/bulk-operations.ts'
import type { EntityResource } from '#shared/entities.ts'
import { scalarWrite } from '../data/cell-write.ts'
import { isDraftId } from '../data/draft-rows.ts'
import type { CellToWrite } from '../data/edit-command.ts'
import type { GridSession } from '../data/grid-session.ts'
import { planRanks, type RankedRow, type RowMove } from '../model/rank-moves.ts'
import { selectedRows } from './bulk-target.ts'
import { shownValue } from './cell-state.ts'
import { type RankOrder, rankOrder } from './rank-order.ts'
import { remark } from './ranges.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'

const notRanked = cachedByLanguage(() =>
  t('Sort by a rank first, without groups or the tree: then rows are moved by it.'),
)
const notConsecutive = cachedByLanguage(() => t('Select rows that follow each other.'))
const notSaved = cachedByLanguage(() =>
  t('Only rows that are saved and loaded are moved. Put the rows in order first.'),
)
const tooFar = cachedByLanguage(() =>
  t('The rows between here and there are too many to give them other ranks at once.'),
)

export function shiftRowsByRank(session: GridSession, step: 1 | -1): Promise<void> {
  const { spans } = selectedRows(session)
  const [span] = spans
  if (!span) return Promise.resolve()
  return moveRowsByRank(session, step === 1 ? span[1] + 2 : span[0] - 1)
}

/** Moves the selected rows by new ranks in one edit, after which the rows are sorted. */
export async function moveRowsByRank(session: GridSession, before: number): Promise<void> {
  const order = rankOrder(session)
  if (!order) return remark(session, notRanked())
  const { spans } = selectedRows(session)
  const [span] = spans
  if (!span || spans.length > 1) return remark(session, notConsecutive())
  const move = { first: span[0], last: span[1], before }
  if (before < 0 || before > session.rowCount || isSame(move)) return
  const cells = await cellsOf(session, order, move)
  if (typeof cells === 'string') return remark(session, cells)
  if (cells.length === 0) return
  const count = span[1] - span[0] + 1
  await session.write(t('move of {count, plural, one {# row} other {# rows}}', { count }), cells)
  if (cells.some((cell) => session.overlay.isRefused(cell))) return
  session.putInOrder()
  session.announce(t('{count, plural, one {# row} other {# rows}} moved.', { count }))
}

function isSame({ first, last, before }: RowMove): boolean {
  return before >= first && before <= last + 1
}

const spare = 200

async function cellsOf(
  session: GridSession,
  order: RankOrder,
  move: RowMove,
): Promise<CellToWrite[] | string> {
  const nearest = Math.min(move.first, move.before)
  const farthest = Math.max(move.last, move.before - 1)
  for (let margin = spare; ; margin *= 4) {
    const first = Math.max(0, order.descending ? nearest - margin : nearest - 1)
    const last = Math.min(session.rowCount - 1, order.descending ? farthest + 1 : farthest + margin)
    if (last - first > maxEditValues) return tooFar()
    const entities = await entitiesBetween(session, first, last)
    if (!entities) return notSaved()
    const isWhole = order.descending ? first === 0 : last === session.rowCount - 1
    const { ranks, goesOn } = planFor(session, order, { entities, first, move, isWhole })
    if (!goesOn) return toCells(session, order, entities, ranks)
  }
}

async function entitiesBetween(
  session: GridSession,
  first: number,
  last: number,
): Promise<EntityResource[] | undefined> {
  if (!(await session.shown.load({ first, last }))) return undefined
  const entities = session.loadedBetween(first, last)
  const isComplete = entities.length === last - first + 1 && !entities.some(({ id }) => isDraftId(id))
  return isComplete ? [...entities] : undefined
}

interface Window {
  readonly entities: readonly EntityResource[]
  readonly first: number
  readonly move: RowMove
  readonly isWhole: boolean
}

function planFor(session: GridSession, order: RankOrder, { entities, first, move, isWhole }: Window) {
  const rows = entities.map((entity): RankedRow => ({ id: entity.id, rank: rankOf(session, order, entity) }))
  const at = { first: move.first - first, last: move.last - first, before: move.before - first }
  if (!order.descending) return planRanks(rows, at, isWhole)
  const end = rows.length
  const mirrored = { first: end - 1 - at.last, last: end - 1 - at.first, before: end - at.before }
  return planRanks(rows.toReversed(), mirrored, isWhole)
}

function rankOf(session: GridSession, { column }: RankOrder, entity: EntityResource): number | null {
  const rank = shownValue(session, entity, column)
  return typeof rank === 'number' ? rank : null
}

function toCells(
  session: GridSession,
  order: RankOrder,
  entities: readonly EntityResource[],
  ranks: ReadonlyMap<string, number>,
): CellToWrite[] {
  return entities.flatMap((entity) => {
    const rank = ranks.get(entity.id)
    if (rank === undefined) return []
    const expected = rankOf(session, order, entity)
    return [{ entityId: entity.id, key: order.column.id, write: scalarWrite(rank), expected }]
  })
}
