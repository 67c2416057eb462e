import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { parseUuid, type EntityType } from '#shared/entities.ts'
import type { Answer } from '../catalog/answer.ts'
import type { FrozenList } from '../catalog/query/snapshot-pages.ts'
import type { CalledThreads } from '../threads/pool.ts'
import type { ParsedList } from './list-params.ts'
import type { ReadClient } from '../threads/read-lanes.ts'
import { nameOfCaller } from './caller.ts'
import { callerOf, workspaceOf } from './request-context.ts'

const maxPerCaller = 8
export const idleMs = 10 * 60_000

export const goneSnapshot =
  'There is no such snapshot: one that nobody reads for ten minutes is dropped. Make a new one with snapshot=new.'

interface CachedSnapshot {
  readonly frozen: FrozenList
  readonly expiry: NodeJS.Timeout
}

type SnapshotMap = Map<string, CachedSnapshot>

/**
 * Keeps the frozen lists of every caller: at most 8 each; the oldest is dropped first, and an idle one
 * after a while.
 */
export class Snapshots {
  readonly #ofCallers = new WeakMap<CalledThreads, Map<string, SnapshotMap>>()

  /** A list request with `snapshot`: `new` freezes the list, an id reads from it. */
  async answer(
    request: FastifyRequest,
    type: EntityType,
    { list, snapshot, of, client }: SnapshotRequest,
  ): Promise<Answer> {
    const workspace = workspaceOf(request)
    const snapshots = this.#snapshotsOf(request)
    const faults = [...list.faults, ...cursorFaults(list)]
    const wanted = { ...list.request, cursor: undefined }
    if (snapshot === 'new') {
      const id = randomUUID()
      const asked = { type, of, request: wanted, faults, snapshot: id }
      const { ids, ...answer } = await workspace.call('freezeList', asked, client)
      const { clauses, join, tree, sort, q } = wanted
      this.#keep(snapshots, id, { type, of, request: { clauses, join, tree, sort, q }, ids })
      return answer
    }
    const id = parseUuid(snapshot) ?? ''
    const stored = snapshots.get(id)
    if (!stored) faults.push({ field: 'snapshot', issue: 'invalid_value', message: goneSnapshot })
    if (!stored && of !== undefined)
      return workspace.call('listVariants', { id: of, request: wanted, faults })
    if (!stored) return workspace.call('listEntities', { type, request: wanted, faults })
    this.#keep(snapshots, id, stored.frozen)
    return workspace.call('readSnapshot', {
      type,
      of,
      request: wanted,
      faults,
      snapshot: id,
      frozen: stored.frozen,
    })
  }

  /** Returns a snapshot of the caller and restarts its idle time; undefined where there is none. */
  find(request: FastifyRequest, snapshot: string): FrozenList | undefined {
    const snapshots = this.#snapshotsOf(request)
    const id = parseUuid(snapshot) ?? ''
    const stored = snapshots.get(id)
    if (stored) this.#keep(snapshots, id, stored.frozen)
    return stored?.frozen
  }

  #snapshotsOf(request: FastifyRequest): SnapshotMap {
    const workspace = workspaceOf(request)
    const name = nameOfCaller(callerOf(request))
    const callers = this.#ofCallers.get(workspace) ?? new Map<string, SnapshotMap>()
    this.#ofCallers.set(workspace, callers)
    const snapshots: SnapshotMap = callers.get(name) ?? new Map()
    callers.set(name, snapshots)
    return snapshots
  }

  #keep(snapshots: SnapshotMap, id: string, frozen: FrozenList): void {
    drop(snapshots, id)
    snapshots.set(id, { frozen, expiry: setTimeout(() => snapshots.delete(id), idleMs).unref() })
    const [oldest] = snapshots.keys()
    if (snapshots.size > maxPerCaller && oldest !== undefined) drop(snapshots, oldest)
  }
}

export interface SnapshotRequest {
  readonly list: ParsedList
  readonly client?: ReadClient | undefined
  readonly snapshot: string
  readonly of?: string
}

/** A snapshot has positions; a cursor has none (decisions, Paging). */
function cursorFaults({ request, faults }: ParsedList) {
  const isReported = faults.some(({ field }) => field === 'cursor')
  return request.cursor === undefined || isReported
    ? []
    : [
        {
          field: 'cursor',
          issue: 'invalid_value' as const,
          message: 'A snapshot has positions. Send offset in the place of cursor.',
        },
      ]
}

function drop(snapshots: SnapshotMap, id: string): void {
  clearTimeout(snapshots.get(id)?.expiry)
  snapshots.delete(id)
}
