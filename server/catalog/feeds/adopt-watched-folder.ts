import type { WritableDb } from '../../store/database/database.ts'
import { appendEvent } from '../../store/tables/events.ts'
import { findFeedRow, freshState, listFeedRows, putFeedRow } from '../../store/tables/feeds.ts'
import { foldText } from '#shared/text.ts'
import type { WriteContext } from '../events/record-event.ts'

/** A watched folder as it was before it was a feed; its profile may be gone meanwhile. */
export interface AdoptedFolder {
  readonly id: string
  readonly name: string
  readonly connection: string
  readonly profile: string
  readonly isOn: boolean
  readonly context: WriteContext
}

/** A feed is a watched folder where each file of it is taken and no run waits. */
export const watchedFolderFeed = {
  direction: 'import',
  file: '*',
  trigger: { on: 'file' },
  shield: null,
} as const

/** The wanted name, or the next one with a number that none of the others is. */
export function freeName(wanted: string, others: readonly string[]): string {
  const taken = new Set(others.map(foldText))
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted} ${count}`
    if (!taken.has(foldText(name))) return name
  }
}

/**
 * Makes a watched folder of an earlier version the feed that it is now, under its id. Nothing of it waits,
 * as nothing has waited before; made already it stays as it is.
 */
export function adoptWatchedFolder(
  tx: WritableDb,
  { id, name: wanted, connection, profile, isOn, context }: AdoptedFolder,
): null {
  if (findFeedRow(tx, id)) return null
  const taken = listFeedRows(tx).map(({ name }) => name)
  const name = freeName(wanted, taken)
  const others = { missing: 'leave', on_change_only: true, with_report: false } as const
  const definition = { ...watchedFolderFeed, connection, profile, ...others }
  putFeedRow(tx, { uuid: id, name, isOn, definition, state: freshState })
  const subject = { feed: { id, name } }
  appendEvent(tx, { event: 'feed.created', entityId: null, subject, changes: [], context })
  return null
}
