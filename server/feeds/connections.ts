import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { FieldError } from '#shared/errors.ts'
import { toIso } from '#shared/iso-times.ts'
import { message, textOf } from '#shared/messages/message.ts'
import type { ConnectionProblem } from '#shared/connections.ts'
import type {
  Connection,
  ConnectionPatch,
  ConnectionTest,
  NamedConnection,
  NewConnection,
} from '#shared/schemas/connections.ts'
import { foldText } from '#shared/text.ts'
import { conflict, Faults, notFound } from '../catalog/errors.ts'
import { freeName } from '../catalog/feeds/adopt-watched-folder.ts'
import { openPlace } from '../places/open-place.ts'
import { type PlaceAccess, PlaceFault } from '../places/place.ts'
import type { ConnectionRow } from '../registry/delivery-operations.ts'
import type { Secrets } from '../registry/secrets.ts'
import type { RegistryThread } from '../threads/idle-thread.ts'
import type { Workspaces } from '../workspaces/registry.ts'
import { boundTo, checkConnection, checkFingerprint, checkSecret } from './connection-rules.ts'

export interface ConnectionsParts {
  readonly registry: RegistryThread
  readonly workspaces: Pick<Workspaces, 'list'>
  readonly secrets: Secrets
  readonly dataDir: string
  readonly now?: () => number
}

export interface FolderConnection {
  readonly id: string
  readonly workspaceId: string
  readonly path: string
  readonly move: boolean
}

interface ConnectionWrite<Body> {
  readonly body: Partial<Body>
  readonly faults: readonly FieldError[]
}

const maxConnections = 100
const testMs = 30_000

/** Loads the connections of a data folder; those of workspaces that are gone go too. */
export async function loadConnections(parts: ConnectionsParts): Promise<Connections> {
  const rows = await parts.registry.call('listConnections', {})
  const known = new Set(parts.workspaces.list().map(({ id }) => id))
  const lost = rows.filter(({ workspaceId }) => !known.has(workspaceId)).map(({ id }) => id)
  if (lost.length > 0) await parts.registry.call('deleteConnections', { ids: lost })
  const left = rows.filter(({ workspaceId }) => known.has(workspaceId))
  parts.secrets.keepOnly(left.map(({ id }) => id))
  return new Connections(parts, left)
}

/** By what a watched folder is called until somebody names it otherwise. */
export function nameOfFolder(path: string): string {
  const name = basename(path).trim()
  return (name === '' ? path : name).slice(0, 100)
}

/** The members that a change leaves as they are; settings are those of a kind. */
function unchangedOf(row: ConnectionRow, { kind = row.kind }: Partial<ConnectionPatch>): NewConnection {
  const settings = kind === row.kind ? row.settings : {}
  return { name: row.name, kind: row.kind, settings, in_my_network: row.isInNetwork }
}

/** The connections of all workspaces. Their secrets leave this object only towards their place. */
export class Connections {
  readonly #parts: ConnectionsParts
  readonly #rows = new Map<string, ConnectionRow>()

  constructor(parts: ConnectionsParts, rows: readonly ConnectionRow[]) {
    this.#parts = parts
    for (const row of rows) this.#rows.set(row.id, row)
  }

  list(workspaceId: string): Connection[] {
    return this.#ofWorkspace(workspaceId).map((row) => this.#shown(row))
  }

  names(workspaceId: string): NamedConnection[] {
    return this.#ofWorkspace(workspaceId).map(({ id, name, kind }) => ({ id, name, kind }))
  }

  /** Finds a connection by its id or name. */
  find(workspaceId: string, idOrName: string): Connection | undefined {
    const wanted = foldText(idOrName)
    const row = this.#ofWorkspace(workspaceId).find(
      ({ id, name }) => id === wanted || foldText(name) === wanted,
    )
    return row && this.#shown(row)
  }

  /** The folders of this computer that connections of all workspaces lead to. */
  folders(): FolderConnection[] {
    return [...this.#rows.values()].flatMap(({ id, workspaceId, settings }) =>
      'path' in settings && !('host' in settings) ? [{ id, workspaceId, ...settings }] : [],
    )
  }

  /** The connection that takes files away from a folder, made where there is none; it counts for no bound. */
  async adoptFolder(workspaceId: string, path: string): Promise<string> {
    const known = this.folders().find(
      (folder) => folder.workspaceId === workspaceId && folder.path === path && folder.move,
    )
    if (known) return known.id
    const name = freeName(
      nameOfFolder(path),
      this.names(workspaceId).map((one) => one.name),
    )
    const settings = { path, move: true }
    const row = { ...this.#newRow(workspaceId), name, kind: 'folder' as const, settings, isInNetwork: false }
    return (await this.#store(row)).id
  }

  /** Throws validation_failed with all faults, and conflict for a name that another one has. */
  async create(
    workspaceId: string,
    { body, faults: structural }: ConnectionWrite<NewConnection>,
  ): Promise<Connection> {
    const faults = new Faults(structural)
    const checked = checkConnection(body, { faults, dataDir: this.#parts.dataDir })
    if (checked) checkSecret(body.secret, checked, faults)
    const settled = faults.settled(checked)
    this.#requireFreeName(workspaceId, settled.name)
    if (this.#ofWorkspace(workspaceId).length >= maxConnections)
      throw conflict(message('connection.too_many', { count: maxConnections }))
    const row: ConnectionRow = { ...settled, ...this.#newRow(workspaceId) }
    if (typeof body.secret === 'string') await this.#parts.secrets.put(row.id, body.secret)
    return this.#store(row)
  }

  /** Settings are replaced as a whole. A secret stays with the address that it was entered for. */
  async change(
    workspaceId: string,
    id: string,
    { body, faults: structural }: ConnectionWrite<ConnectionPatch>,
  ): Promise<Connection> {
    const row = this.#get(workspaceId, id)
    const faults = new Faults(structural)
    const { secret, fingerprint, ...changes } = body
    const checked = checkConnection(
      { ...unchangedOf(row, body), ...changes },
      { faults, dataDir: this.#parts.dataDir },
    )
    if (checked) checkSecret(secret, checked, faults)
    if (checked) checkFingerprint(body, checked.kind, faults)
    const settled = faults.settled(checked)
    this.#requireFreeName(workspaceId, settled.name, row.id)
    const isForgotten = boundTo(settled) !== boundTo(row) || secret === null
    if (isForgotten) this.#parts.secrets.delete(row.id)
    if (typeof secret === 'string') await this.#parts.secrets.put(row.id, secret)
    const pinned = isForgotten ? null : row.fingerprint
    return this.#store({
      ...row,
      ...settled,
      problem: null,
      fingerprint: fingerprint === undefined ? pinned : fingerprint,
    })
  }

  /** Deletes a connection with its secret and answers with what it was; what uses it is off from then on. */
  async delete(workspaceId: string, id: string): Promise<Connection> {
    const row = this.#get(workspaceId, id)
    const was = this.#shown(row)
    await this.#parts.registry.call('deleteConnections', { ids: [row.id] })
    this.#rows.delete(row.id)
    this.#parts.secrets.delete(row.id)
    return was
  }

  /** Tries a connection and notes what stands in its way. */
  async test(workspaceId: string, id: string): Promise<ConnectionTest> {
    const row = this.#get(workspaceId, id)
    const access = await this.access(workspaceId, row.id)
    const place = await openPlace(access, { signal: AbortSignal.timeout(testMs), timeoutMs: testMs })
    try {
      await place.check()
      await this.noteUse(row.id, null)
      return { ok: true, message: null, ...(row.fingerprint !== null && { fingerprint: row.fingerprint }) }
    } catch (error) {
      if (!(error instanceof PlaceFault)) throw error
      await this.noteUse(row.id, error.problem)
      const { fingerprint } = error
      return { ok: false, message: textOf(error.sentence), ...(fingerprint !== undefined && { fingerprint }) }
    } finally {
      await place.close()
    }
  }

  /** A connection as a job uses it, with its secret. */
  async access(workspaceId: string, id: string): Promise<PlaceAccess> {
    const { kind, settings, fingerprint, isInNetwork } = this.#get(workspaceId, id)
    const secret = await this.#parts.secrets.get(id)
    // The settings of a row are those of its kind, which were checked when they were stored.
    return { kind, settings, fingerprint, isInNetwork, secret } as PlaceAccess
  }

  async noteUse(id: string, problem: ConnectionProblem | null): Promise<void> {
    const row = this.#rows.get(id)
    if (row) await this.#store({ ...row, problem, lastUsedAt: this.#now() })
  }

  /** Notes what stands in the way of a look at a place, or that nothing does any more. */
  async noteLook(id: string, problem: ConnectionProblem | null): Promise<void> {
    const row = this.#rows.get(id)
    if (row && row.problem !== problem) await this.#store({ ...row, problem })
  }

  #newRow(workspaceId: string) {
    const fresh = { fingerprint: null, problem: null, lastUsedAt: null, createdAt: this.#now() }
    return { id: randomUUID(), workspaceId, ...fresh }
  }

  async #store(row: ConnectionRow): Promise<Connection> {
    await this.#parts.registry.call('putConnection', { row })
    this.#rows.set(row.id, row)
    return this.#shown(row)
  }

  #shown({
    id,
    name,
    kind,
    settings,
    isInNetwork,
    fingerprint,
    problem,
    lastUsedAt,
  }: ConnectionRow): Connection {
    return {
      id,
      name,
      kind,
      settings,
      in_my_network: isInNetwork,
      has_secret: this.#parts.secrets.has(id),
      fingerprint,
      problem,
      last_used_at: lastUsedAt === null ? null : toIso(lastUsedAt),
    }
  }

  #requireFreeName(workspaceId: string, name: string, own?: string): void {
    const found = this.find(workspaceId, name)
    if (found && found.id !== own) throw conflict(message('connection.name_taken', { name }))
  }

  #get(workspaceId: string, id: string): ConnectionRow {
    const row = this.#rows.get(id.toLowerCase())
    if (row?.workspaceId !== workspaceId) throw notFound(`The connection ${id}`)
    return row
  }

  #ofWorkspace(workspaceId: string): ConnectionRow[] {
    return [...this.#rows.values()].filter((row) => row.workspaceId === workspaceId)
  }

  #now(): number {
    return (this.#parts.now ?? Date.now)()
  }
}
