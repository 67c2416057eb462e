import type { EntityType } from '#shared/entities.ts'
import type { Place, Membership, TeamMessage } from '#shared/team.ts'
import { conflict, notFound, rateLimited } from '../../catalog/errors.ts'

export interface Line {
  /** Sends a message, or returns false where the page has not read earlier messages. */
  readonly send: (text: string) => boolean
  readonly mayRead: (type: EntityType) => boolean
}

interface PresenceMember {
  readonly id: string
  readonly workspaceId: string
  readonly person: { readonly id: string; readonly name: string }
  readonly line: Line
  place: Omit<Place, 'seat'>
  isBehind: boolean
  moves: { second: number; count: number }
}

export interface PresenceOptions {
  readonly now?: () => number
  readonly gatherMs?: number
}

// Far more than the windows of fifty people.
const maxMembersOfWorkspace = 400
const maxMembersOfPerson = 20
const maxMovesASecond = 30

const nowhere = { type: null, entity_id: null, attribute: null, is_typing: false } as const

/**
 * Keeps in memory which list and cell each open page of a team shows. Moves are gathered and sent at most
 * five times a second as one text for a list, so that fifty people cost fifty small writes.
 */
export class Presence {
  readonly #members = new Map<string, PresenceMember>()
  readonly #changed = new Map<string, Set<EntityType>>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #now: () => number
  readonly #gatherMs: number

  constructor({ now = Date.now, gatherMs = 200 }: PresenceOptions = {}) {
    this.#now = now
    this.#gatherMs = gatherMs
  }

  /** Joins while the page is connected; returns the function that leaves. Throws where there are too many. */
  join(
    id: string,
    { workspaceId, person, line }: Pick<PresenceMember, 'workspaceId' | 'person' | 'line'>,
  ): () => void {
    const before = this.#members.get(id)
    if (before !== undefined && !isOf(before, person.id, workspaceId)) throw conflict('This seat is taken.')
    this.#refuseTooMany(person.id, workspaceId, before)
    const moves = { second: 0, count: 0 }
    const member: PresenceMember = { id, workspaceId, person, line, place: nowhere, isBehind: true, moves }
    this.#members.set(id, member)
    if (before) this.#announce(workspaceId, before.place.type)
    line.send(toText({ event: 'seated' }))
    return () => {
      if (this.#members.get(id) !== member) return
      this.#members.delete(id)
      this.#announce(workspaceId, member.place.type)
    }
  }

  /** Moves a member. Throws not_found for somebody else's presence. */
  move(personId: string, workspaceId: string, { seat: id, ...place }: Place): void {
    const member = this.#members.get(id)
    if (!member || !isOf(member, personId, workspaceId)) throw notFound('This seat')
    this.#countMove(member)
    const { type } = member.place
    member.place = place
    if (type !== place.type) {
      member.isBehind = true
      this.#announce(workspaceId, type)
    }
    this.#announce(workspaceId, place.type)
  }

  countPeople(): number {
    return new Set([...this.#members.values()].map(({ person }) => person.id)).size
  }

  notify(
    event: 'notified' | 'worklists',
    whose: { readonly person: string } | { readonly workspace: string },
  ): void {
    const text = toText({ event })
    for (const { person, workspaceId, line } of this.#members.values())
      if ('person' in whose ? person.id === whose.person : workspaceId === whose.workspace) line.send(text)
  }

  get size(): number {
    return this.#members.size
  }

  #refuseTooMany(personId: string, workspaceId: string, before: PresenceMember | undefined): void {
    if (before) return
    const others = [...this.#members.values()]
    const ofPerson = others.filter(({ person }) => person.id === personId).length
    const ofWorkspace = others.filter((other) => other.workspaceId === workspaceId).length
    if (ofPerson < maxMembersOfPerson && ofWorkspace < maxMembersOfWorkspace) return
    throw rateLimited('Too many pages are open for all of them to show who is there. Close some of them.', 60)
  }

  #countMove(member: PresenceMember): void {
    const second = Math.floor(this.#now() / 1000)
    const count = member.moves.second === second ? member.moves.count + 1 : 1
    member.moves = { second, count }
    if (count > maxMovesASecond)
      throw rateLimited('This page says more often where it is than anybody can see.', 1)
  }

  #announce(workspaceId: string, type: EntityType | null): void {
    if (type === null) return
    const changed = this.#changed.get(workspaceId) ?? new Set()
    this.#changed.set(workspaceId, changed.add(type))
    if (this.#timers.has(workspaceId)) return
    const timer = setTimeout(() => this.#flush(workspaceId), this.#gatherMs)
    timer.unref()
    this.#timers.set(workspaceId, timer)
  }

  #flush(workspaceId: string): void {
    this.#timers.delete(workspaceId)
    const changed = this.#changed.get(workspaceId) ?? new Set()
    this.#changed.delete(workspaceId)
    const here = [...this.#members.values()].filter((member) => member.workspaceId === workspaceId)
    const texts = new Map<EntityType, string>()
    for (const member of here) {
      const { type } = member.place
      if (type === null || !(member.isBehind || changed.has(type)) || !member.line.mayRead(type)) continue
      const text = texts.get(type) ?? toText(messageOf(type, here))
      texts.set(type, text)
      member.isBehind = !member.line.send(text)
      if (member.isBehind) this.#announce(workspaceId, type)
    }
  }
}

function messageOf(type: EntityType, here: readonly PresenceMember[]): TeamMessage {
  const isThere = ({ place, line }: PresenceMember) => place.type === type && line.mayRead(type)
  return { event: 'presence', type, seats: here.filter(isThere).map(toMember) }
}

function toMember({ id, person, place: { entity_id, attribute, is_typing } }: PresenceMember): Membership {
  return { seat: id, person, entity_id, attribute, is_typing }
}

function isOf(member: PresenceMember, personId: string, workspaceId: string): boolean {
  return member.person.id === personId && member.workspaceId === workspaceId
}

/** As one server-sent event without an id, since past messages are never sent again. */
function toText(message: TeamMessage): string {
  return `event: ${message.event}\ndata: ${JSON.stringify(message)}\n\n`
}
