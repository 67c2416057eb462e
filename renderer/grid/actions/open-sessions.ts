import { entityTypes, type EntityType } from '#shared/entities.ts'
import { createApi } from '../../api/client.ts'
import { formatCell } from '../cells/registry.ts'
import { GridSession } from '../data/grid-session.ts'
import { forgetWaiting, tabStorage, WaitingStore } from '../data/waiting-store.ts'

const sessions = new Map<string, GridSession>()

/**
 * The grid of a type in a workspace. It outlives its time on the screen: who comes back finds the cursor, the rows not saved
 * yet and the refused edits where they were.
 */
export function openSession(workspaceId: string, type: EntityType): GridSession {
  const key = `${workspaceId} ${type}`
  const known = sessions.get(key)
  if (known) return known
  const store = new WaitingStore(`${workspaceId}.${type}`, tabStorage())
  const session = new GridSession(createApi(workspaceId), type, formatCell, store)
  sessions.set(key, session)
  session.resume()
  return session
}

/** Sends what waited in any grid of a workspace when the page was left. */
export function sendWaiting(workspaceId: string): void {
  for (const type of entityTypes) openSession(workspaceId, type)
}

/** What waits belongs to who entered it: nobody else sends it. */
export function forgetAllWaiting(): void {
  forgetWaiting(tabStorage())
}

/** True while a change is on its way, was refused, or stands in a row not saved yet: leaving the page would lose it. */
export function hasUnsavedChanges(): boolean {
  return [...sessions.values()].some(({ overlay, drafts }) => {
    const { pending, refused } = overlay.counts.get()
    return pending + refused + drafts.list.get().length > 0
  })
}
