import { createAtom } from '@tanstack/react-store'
import type { EntityType } from '#shared/entities.ts'
import type { Place, Membership } from '#shared/team.ts'
import { callWorkspace } from '../api/client.ts'
import { onTeamMessage, presenceId } from '../api/event-stream.ts'

export interface Presence {
  readonly workspaceId: string
  readonly type: string
  readonly members: readonly Membership[]
}

const noPresence: Presence = { workspaceId: '', type: '', members: [] }

export const presence = createAtom<Presence>(noPresence)

type Where = Omit<Place, 'seat'>

export const nowhere: Where = { type: null, entity_id: null, attribute: null, is_typing: false }

// A pressed arrow key moves thirty times a second, and nobody sees more than a few.
const gatherMs = 150

let place: { readonly workspaceId: string; readonly where: Where } | undefined
let lastSent = ''
let timer: ReturnType<typeof setTimeout> | undefined

export function sayWhere(workspaceId: string, where: Where): void {
  place = { workspaceId, where }
  timer ??= setTimeout(() => {
    timer = undefined
    void send()
  }, gatherMs)
}

async function send(): Promise<void> {
  const id = presenceId()
  if (place === undefined || id === undefined) return
  const { workspaceId, where } = place
  const text = JSON.stringify(place)
  if (text === lastSent) return
  lastSent = text
  // If the server does not know the presence, its stream reports it later, and this is sent again.
  await callWorkspace(workspaceId, 'POST /presence', { body: { seat: id, ...where } }).catch(
    () => (lastSent = ''),
  )
}

/** Follows the presence of others while a workspace is open; returns the function that ends it. */
export function followPresence(workspaceId: string): () => void {
  const stop = onTeamMessage((of, message) => {
    if (of !== workspaceId) return
    if (message.event === 'presence')
      presence.set({ workspaceId, type: message.type, members: message.seats })
    if (message.event !== 'seated') return
    lastSent = ''
    void send()
  })
  return () => {
    stop()
    presence.set(noPresence)
  }
}

export function othersIn({ type, members }: Presence, wanted: EntityType, me: string): readonly Membership[] {
  return type === wanted ? members.filter(({ person }) => person.id !== me) : []
}

/** The colour of a person, the same for everybody. */
export function colourOf(personId: string): number {
  let sum = 0
  for (const letter of personId) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003
  return (sum % personColours) + 1
}

export const personColours = 6

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return ([...first].slice(0, 1).join('') + [...last].slice(0, 1).join('')).toUpperCase() || '?'
}
