import { entityTypes, type EntityType } from '#shared/entities.ts'
import { createApi } from '../../api/client.ts'
import { formatCell } from '../cells/registry.ts'
import { GridSession } from '../data/grid-session.ts'
import { forgetWaiting, tabStorage, WaitingStore } from '../data/waiting-store.ts'

const sessions = new Map<string, GridSession>()

/**
 * Returns the grid of a type in a workspace. It outlives the screen, so the cursor, unsaved rows and
 * refused edits are kept.
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

export function sendWaiting(workspaceId: string): void {
  for (const type of entityTypes) openSession(workspaceId, type)
}

/** Pending edits belong to the person who made them, so nobody else may send them. */
export function forgetAllWaiting(): void {
  forgetWaiting(tabStorage())
}

export function hasUnsavedChanges(): boolean {
  return [...sessions.values()].some(({ overlay, drafts }) => {
    const { pending, refused } = overlay.counts.get()
    return pending + refused + drafts.list.get().length > 0
  })
}
