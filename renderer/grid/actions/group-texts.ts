import { pluralOf } from '#shared/entities.ts'
import { countOf } from '../../ui/format-count.ts'
import { formatCell } from '../cells/registry.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GroupHead } from '../data/row-arrangement.ts'

/** Says what a group has in common, and how many rows it has: "Oak, 12 products". */
export function describeHead(session: GridSession, { value, count }: GroupHead): string {
  return `${headText(session, value)}, ${countOf(count, session.type, pluralOf[session.type])}`
}

/** The value of a group as its cells show it. */
export function headText(session: GridSession, value: GroupHead['value']): string {
  const { groupBy } = session.rows.state.get()
  const column = groupBy === null ? undefined : session.columnOf(groupBy)
  return value === null || !column ? 'No value' : formatCell(value, column, session.context)
}
