/**
 * Messages to a person of a team, sent in the stream of changes. A desktop has no presence and no
 * messages.
 */
import type { TeamMessage } from '#shared/presence.ts'

type MessageListener = (workspaceId: string, message: TeamMessage) => void

const listeners = new Set<MessageListener>()
let currentId: string | undefined

/** Lets streams of changes carry this page's presence id from now on. */
export function joinPresence(): void {
  currentId ??= crypto.randomUUID()
}

/** The presence id of this page; undefined on a desktop. */
export function presenceId(): string | undefined {
  return currentId
}

/** Calls back with every message; returns the function that ends it. */
export function onTeamMessage(listener: MessageListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function sendTeamMessage(workspaceId: string, message: TeamMessage): void {
  for (const listener of listeners) listener(workspaceId, message)
}
