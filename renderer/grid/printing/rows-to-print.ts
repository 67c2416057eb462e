import type { EntityResource } from '#shared/entities.ts'
import { pictureUrl } from '../../api/client.ts'
import { describeHead } from '../actions/cell-texts.ts'
import { loadLookups, shownText } from '../actions/cell-state.ts'
import { stripMarkup } from '../cells/rich-text-cell.tsx'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GridColumn } from '../../query/columns.ts'
import { selectedRows } from '../actions/bulk-target.ts'
import { pageBands } from './page-bands.ts'

/** More rows than this are no reading matter: they are exported. */
export const maxPrinted = 5_000

/** An A4 or Letter page on its side, in CSS pixels, without margins and the numbers of the rows. */
const pageWidth = 900

export type PrintScope = 'selection' | 'view'

/** A row on paper: the head of a group, or the texts of an entity. */
export interface PrintedRow {
  readonly id: string
  /** What a group has in common. */
  readonly head?: string
  readonly number: number
  readonly cells: ReadonlyMap<string, PrintedCell>
}

/** What stands in a cell: its text, or the address of a picture. */
export interface PrintedCell {
  readonly text: string
  readonly picture?: string
}

/** What is printed, as it was shown when it was asked for. */
export interface PrintedTable {
  /** The columns in bands that fit the width of a page. */
  readonly bands: ReturnType<typeof pageBands>
  readonly rows: readonly PrintedRow[]
}

/** The rows that a scope means, from a first to a last one. */
export function listSpans(session: GridSession, scope: PrintScope): readonly (readonly [number, number])[] {
  return scope === 'selection' ? selectedRows(session).spans : [[0, session.rowCount - 1]]
}

/** How many rows a scope means, heads of groups included: they take room on paper, too. */
export function countToPrint(session: GridSession, scope: PrintScope): number {
  return listSpans(session, scope).reduce((sum, [first, last]) => sum + Math.max(0, last - first + 1), 0)
}

/** Reads the rows with the columns that the grid shows; undefined where some cannot be had. */
export async function readToPrint(
  session: GridSession,
  scope: PrintScope,
): Promise<PrintedTable | undefined> {
  const { placed } = session.geometry.get()
  const columns = placed.map(({ column }) => column)
  const rows: PrintedRow[] = []
  for (const [first, last] of listSpans(session, scope)) {
    if (!(await session.shown.load({ first, last }))) return undefined
    if (!(await loadLookups(session, { first, last }, columns))) return undefined
    for (let row = first; row <= last; row += 1) rows.push(...printedRow(session, row, columns))
  }
  return { bands: pageBands(placed, pageWidth), rows }
}

function printedRow(session: GridSession, row: number, columns: readonly GridColumn[]): PrintedRow[] {
  const head = session.headAt(row)
  if (head) return [{ id: head.id, head: describeHead(session, head), number: row + 1, cells: new Map() }]
  const entity = session.rowAt(row)
  if (!entity || isDraftId(entity.id)) return []
  const cells = new Map(columns.map((column) => [column.id, printedCell(session, entity, column)]))
  return [{ id: entity.id, number: row + 1, cells }]
}

function printedCell(session: GridSession, entity: EntityResource, column: GridColumn): PrintedCell {
  const text = shownText(session, entity, column)
  if (column.traits.layout === 'html') return { text: stripMarkup(text) }
  if (column.traits.media !== 'image' || text === '') return { text }
  return { text, picture: pictureUrl(session.api.workspaceId, text) }
}
