import { randomUUID } from 'node:crypto'
import type { Actor } from '#shared/events.ts'
import { type Role, roles } from '#shared/team.ts'
import type { NewWorklist, Worklist, WorklistPatch } from '#shared/views.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError, conflict, notFound, validationFailed } from '../../catalog/errors.ts'
import type { WorklistChange, WorklistRow } from '../../registry/people-operations.ts'
import type { RegistryThread } from '../../threads/idle-thread.ts'
import type { Notifications } from './notifications.ts'
import type { Presence } from './presence.ts'
import type { Member, TeamAccess } from './team-access.ts'
import { toIso } from '#shared/iso-times.ts'

interface Parts {
  readonly registry: RegistryThread
  readonly presence: Presence
  readonly people: Pick<TeamAccess, 'members'>
  readonly notifications: Notifications
}

interface Doing {
  readonly workspaceId: string
  readonly actor: Actor
  readonly isEditor: boolean
}

/**
 * Counts the rows of a worklist; null where its filter names deleted attributes, or counting takes too long.
 */
export type CountRows = (rows: Pick<WorklistRow, 'entityType' | 'filter' | 'q'>) => Promise<number | null>

/** The rows of worklists that a caller sees. */
export interface RowsAsRead {
  readonly role: Role | undefined
  readonly count: CountRows
  /** Whether the role may read the attributes that each filter names; undefined where it may read all. */
  areReadable(filters: readonly string[]): Promise<readonly boolean[] | undefined>
}

const maxWorklists = 100

const shortestLifeMs = 2_000
/**
 * With this factor all counts together take a small part of the reading threads, however many people look.
 */
const livesAsLongAs = 200

interface CachedCount {
  readonly count: Promise<number | null>
  until: number
}

/**
 * Counts that many people ask for, cached for two seconds, or for two hundred times as long as the count
 * took.
 */
export class CountCache {
  readonly #counts = new Map<string, CachedCount>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  async count(id: string, read: () => Promise<number | null>): Promise<number | null> {
    const before = this.#counts.get(id)
    if (before && before.until > this.#now()) return before.count
    const began = this.#now()
    const counts = { count: read(), until: Infinity }
    this.#counts.set(id, counts)
    try {
      return await counts.count
    } finally {
      const now = this.#now()
      counts.until = now + Math.max(shortestLifeMs, (now - began) * livesAsLongAs)
    }
  }

  /** In how many ms a count is made anew; null where the cache has none. */
  renewedIn(id: string): number | null {
    const { until = 0 } = this.#counts.get(id) ?? {}
    const left = until - this.#now()
    return left > 0 && left < Infinity ? left : null
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) this.#counts.delete(id)
  }
}

/** Filters given to people as work: stored in vitrine.db, and announced to open pages of the workspace. */
export class Worklists {
  readonly #parts: Parts
  readonly #counts = new CountCache()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The worklists, and in how many ms the first of the counts that were made earlier is made anew. */
  async list(
    workspaceId: string,
    asRead: RowsAsRead,
  ): Promise<{ data: Worklist[]; renewed_in_ms: number | null }> {
    const stored = await this.#parts.registry.call('listWorklists', { workspaceId })
    const readable = await asRead.areReadable(stored.map(({ filter }) => filter))
    const rows = stored.filter((_, index) => readable?.[index] !== false)
    const data: Worklist[] = []
    const lives: number[] = []
    for (const row of rows) {
      const life = row.doneAt === null ? this.#counts.renewedIn(countedAs(row, asRead)) : null
      data.push(await this.#toWorklist(row, asRead, readable !== undefined))
      if (life !== null) lives.push(life)
    }
    return { data, renewed_in_ms: lives.length === 0 ? null : Math.ceil(Math.min(...lives)) }
  }

  async create(
    { workspaceId, actor }: Doing,
    { name, entity_type: entityType, ...body }: NewWorklist,
    asRead: RowsAsRead,
  ): Promise<Worklist> {
    const { filter = '', q = '', assignee_id: assigneeId = null, due_on: dueOn = null } = body
    this.#requireMember(workspaceId, assigneeId)
    const rows = { entityType, filter, q }
    const total = (await asRead.count(rows)) ?? 0
    const made = { createdBy: actor, createdAt: Date.now(), doneBy: null, doneAt: null }
    const row = {
      id: randomUUID(),
      workspaceId,
      name: name.trim(),
      ...rows,
      total,
      assigneeId,
      dueOn,
      ...made,
    }
    const isStored = await this.#parts.registry.call('addWorklist', { row, most: maxWorklists })
    if (!isStored) throw conflict(message('worklist.too_many', { count: maxWorklists }))
    await this.#answerWith(row, actor, null)
    return this.#toWorklist(row, asRead, false)
  }

  async change(doing: Doing, id: string, patch: WorklistPatch, asRead: RowsAsRead): Promise<Worklist> {
    const { workspaceId, actor } = doing
    const before = await this.#find(workspaceId, id)
    const readable = await asRead.areReadable([before.filter])
    if (readable?.[0] === false) throw noWorklist(id)
    if (!mayChange(doing, before, patch)) throw mayNot()
    if (patch.assignee_id !== before.assigneeId) this.#requireMember(workspaceId, patch.assignee_id ?? null)
    const change = toChange(before, patch, actor)
    const after = await this.#parts.registry.call('changeWorklist', { workspaceId, id, change })
    if (after === undefined) throw noWorklist(id)
    await this.#answerWith(after, actor, before.assigneeId)
    return this.#toWorklist(after, asRead, readable !== undefined)
  }

  async delete(workspaceId: string, id: string): Promise<void> {
    const row = await this.#find(workspaceId, id)
    await this.#parts.registry.call('deleteWorklist', { workspaceId, id })
    this.#counts.forget([undefined, ...roles].map((role) => countedAs(row, { role })))
    this.#parts.presence.notify('worklists', { workspace: workspaceId })
  }

  async #find(workspaceId: string, id: string): Promise<WorklistRow> {
    const found = await this.#parts.registry.call('changeWorklist', { workspaceId, id, change: {} })
    if (found === undefined) throw noWorklist(id)
    return found
  }

  #requireMember(workspaceId: string, personId: string | null): void {
    if (personId === null || this.#members(workspaceId).some(({ id }) => id === personId)) return
    const sentence = message('worklist.assignee_no_member')
    throw validationFailed([{ field: 'assignee_id', issue: 'invalid_value', ...sentence }])
  }

  #members(workspaceId: string): readonly Member[] {
    return this.#parts.people.members(workspaceId)
  }

  async #answerWith(row: WorklistRow, actor: Actor, before: string | null): Promise<void> {
    const { presence, notifications } = this.#parts
    const { workspaceId, assigneeId } = row
    presence.notify('worklists', { workspace: workspaceId })
    if (assigneeId !== null && assigneeId !== before)
      await notifications.assigned(workspaceId, row, assigneeId, actor)
  }

  async #toWorklist(row: WorklistRow, asRead: RowsAsRead, isRestricted: boolean): Promise<Worklist> {
    const { id, name, filter, q, total, doneAt } = row
    const assignee = this.#members(row.workspaceId).find((member) => member.id === row.assigneeId)
    const left =
      doneAt === null ? await this.#counts.count(countedAs(row, asRead), () => asRead.count(row)) : null
    return {
      id,
      name,
      entity_type: row.entityType,
      filter,
      q,
      assignee: assignee ? { id: assignee.id, name: assignee.name } : null,
      due_on: row.dueOn,
      // The total is of its maker, whose search may have found words that this reader may not read.
      progress: { total: isRestricted && q !== '' ? (left ?? 0) : total, left },
      created_by: row.createdBy,
      created_at: toIso(row.createdAt),
      done_by: row.doneBy,
      done_at: doneAt === null ? null : toIso(doneAt),
    }
  }
}

function countedAs({ id }: Pick<WorklistRow, 'id'>, { role }: Pick<RowsAsRead, 'role'>): string {
  return `${id} ${role ?? ''}`
}

function mayChange({ isEditor, actor }: Doing, { assigneeId }: WorklistRow, patch: WorklistPatch): boolean {
  return isEditor || (actor.id === assigneeId && Object.keys(patch).every((member) => member === 'is_done'))
}

function toChange(before: WorklistRow, patch: WorklistPatch, actor: Actor): WorklistChange {
  const { name, assignee_id: assigneeId, due_on: dueOn, is_done: isDone } = patch
  const isFinished = isDone !== undefined && isDone !== (before.doneAt !== null)
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(assigneeId !== undefined && { assigneeId }),
    ...(dueOn !== undefined && { dueOn }),
    ...(isFinished && { doneBy: isDone ? actor : null, doneAt: isDone ? Date.now() : null }),
  }
}

function noWorklist(id: string): CatalogError {
  return notFound(`The worklist ${id}`, 'GET /worklists lists the worklists.')
}

function mayNot(): CatalogError {
  return new CatalogError('forbidden', message('worklist.role_too_low'))
}
