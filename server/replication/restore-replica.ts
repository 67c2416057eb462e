import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Workspace } from '#shared/app-surface.ts'
import { toStoredFile, workspacesFolder, writePrivate } from '../registry/stored-files.ts'
import { openRegistryThread, prepareRestore } from '../threads/idle-thread.ts'
import { explainReplica } from './explain-replica.ts'
import { findLitestream } from './find-litestream.ts'
import {
  chooseGeneration,
  type Generation,
  listGenerations,
  LitestreamFault,
  type LitestreamQuestion,
  runLitestream,
} from './known-generations.ts'
import { HostKeyError, requireHostKey } from './host-key.ts'
import {
  litestreamConfig,
  litestreamEnvironment,
  registryDatabase,
  withoutCredentials,
} from './litestream-config.ts'
import { type ReplicaAddress, formatReplicaAddress } from './replica-address.ts'
import { toIso } from '#shared/iso-times.ts'
import { messageOf } from '#shared/workspace-file-error.ts'
import { PlaceFault } from '../places/place.ts'
import { type LeaseVersion, readLease } from './standby/server-lease.ts'
import { openLeasePlace } from './standby/lease-place.ts'
import { addressOfSeries, seriesAt } from './standby/replica-lease.ts'

export interface RestoreRequest {
  readonly address: ReplicaAddress
  readonly at?: Date | undefined
  readonly dataDir: string
}

export interface RestoredFolder {
  readonly workspaces: readonly Workspace[]
  readonly missing: readonly Workspace[]
}

export class RestoreError extends Error {}

/**
 * Restores a data folder from a replica: vitrine.db and the workspaces that it lists, all in the folder
 * itself. Unfinished jobs end as cancelled. Existing files are never touched: it rejects with
 * RestoreError, and leaves nothing after a failure.
 */
export async function restoreReplica(request: RestoreRequest): Promise<RestoredFolder> {
  const { dataDir } = request
  const found = await readdir(dataDir).catch(() => [])
  const foreign = new Set(found.filter(isOfNoCatalog))
  if (found.length > foreign.size)
    throw new RestoreError(
      `The folder ${dataDir} is not empty, and nothing in it is replaced. Name another with --data, or move away what is there.`,
    )
  const isNew = !existsSync(dataDir)
  const replica = await openReplica(request)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    return await restoreInto(dataDir, replica)
  } catch (error) {
    const made = (await readdir(dataDir).catch(() => [])).filter((name) => !foreign.has(name))
    for (const name of made) await rm(join(dataDir, name), { recursive: true, force: true })
    if (isNew) await rm(dataDir, { recursive: true, force: true })
    throw error
  } finally {
    await replica.close()
  }
}

/** Opens the series of a replica that has the moment, as its lease says. Rejects with RestoreError. */
async function openReplica({ address, at }: RestoreRequest): Promise<ReplicaReader> {
  const whole = await ReplicaReader.open({ address, at })
  try {
    const found = await lookForLease(address, whole)
    const series = found && seriesAt(found.lease, at)
    if (!series || series.path === '') return whole
    await whole.close()
    return await ReplicaReader.open({ address: addressOfSeries(address, series), at })
  } catch (error) {
    await whole.close()
    throw error
  }
}

async function lookForLease(
  address: ReplicaAddress,
  whole: ReplicaReader,
): Promise<LeaseVersion | undefined> {
  const place = await openLeasePlace(address)
  try {
    return await readLease(place)
  } catch (error) {
    // Litestream says more exactly what is wrong with the place, and finds credentials that are not in variables.
    await whole.generationsOf(registryDatabase)
    if (error instanceof PlaceFault && error.problem === 'secret_missing') return undefined
    throw new RestoreError(`The lease of the replica could not be read: ${messageOf(error)}`, {
      cause: error,
    })
  } finally {
    await place.close()
  }
}

/** The folder may be the home of the server's user, where programs keep caches, or the root of a disk. */
function isOfNoCatalog(name: string): boolean {
  return name === 'lost+found' || (name.startsWith('.') && !name.endsWith('-litestream'))
}

/** The databases of a data folder at a moment, by their ids. */
export interface RestoreSource {
  readonly request: Pick<RestoreRequest, 'address' | 'at'>
  /** Makes a file of a database; false where the replica has none of it. */
  restore(id: string, target: string): Promise<boolean>
}

/** Makes vitrine.db and the workspaces that it lists in an empty folder. Rejects with RestoreError. */
export async function restoreInto(dataDir: string, replica: RestoreSource): Promise<RestoredFolder> {
  if (!(await replica.restore(registryDatabase, join(dataDir, 'vitrine.db'))))
    throw nothingThere(replica.request)
  const registry = await openRegistryThread(dataDir, undefined, { isCopyWanted: true })
  try {
    const folder = join(dataDir, workspacesFolder)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const [workspaces, missing]: [Workspace[], Workspace[]] = [[], []]
    for (const listed of await registry.call('listWorkspaces', {})) {
      const workspace = { ...listed, file: freeFile(folder, listed) }
      const isThere = await restoreWorkspace(replica, workspace)
      // The row of a missing workspace must not name the original file either.
      const file = toStoredFile(dataDir, workspace.file)
      await registry.call('moveWorkspace', { id: workspace.id, file })
      if (isThere) workspaces.push(workspace)
      else missing.push(workspace)
    }
    return { workspaces, missing }
  } finally {
    await registry.close()
  }
}

async function restoreWorkspace(replica: RestoreSource, { id, file }: Workspace): Promise<boolean> {
  const copy = `${file}.replica`
  try {
    if (!(await replica.restore(id, copy))) return false
    // A named moment is wanted as it was; else a cluster may have changes after the replica's last second.
    await prepareRestore(copy, file, replica.request.at === undefined)
    return true
  } finally {
    await rm(copy, { force: true })
  }
}

function freeFile(folder: string, { id, file }: Workspace): string {
  const name = basename(file.replaceAll('\\', '/'))
  const wanted = join(folder, name)
  return existsSync(wanted) ? join(folder, `${id}-${name}`) : wanted
}

function nothingThere({ address, at }: RestoreSource['request']): RestoreError {
  const path = formatReplicaAddress(address)
  return new RestoreError(
    at
      ? `The replica ${path} has nothing from before ${toIso(at)}. Name a later moment with --at, or leave it out for the newest.`
      : `There is no replica at ${path}. Check the address: it is the one that serve --replicate was given.`,
  )
}

/** Reads databases out of a replica by Litestream. */
export class ReplicaReader implements RestoreSource {
  readonly request: RestoreSource['request']
  readonly #program: string
  readonly #folder: string
  readonly #environment = litestreamEnvironment(process.env)

  private constructor(request: RestoreSource['request'], program: string, folder: string) {
    this.request = request
    this.#program = program
    this.#folder = folder
  }

  static async open(request: RestoreSource['request']): Promise<ReplicaReader> {
    const { path } = await findLitestream()
    await requireHostKey(request.address).catch((error: unknown) => {
      throw error instanceof HostKeyError ? new RestoreError(error.message, { cause: error }) : error
    })
    return new ReplicaReader(request, path, await mkdtemp(join(tmpdir(), 'vitrine-restore-')))
  }

  /** The generations that the replica has of a database. */
  async generationsOf(id: string): Promise<Generation[]> {
    return this.#explained(listGenerations(await this.#question(id)))
  }

  async restore(id: string, target: string): Promise<boolean> {
    const { at } = this.request
    const chosen = chooseGeneration(await this.generationsOf(id), at)
    if (!chosen) return false
    const { program, configFile, environment, file } = await this.#question(id)
    const args = ['restore', '-config', configFile, '-o', target, '-generation', chosen.generation]
    const moment = chosen.at ? ['-timestamp', toIso(chosen.at)] : []
    await this.#explained(runLitestream(program, [...args, ...moment, file], { env: environment }))
    // Litestream leaves the side files of its temporary name.
    for (const suffix of ['.tmp', '.tmp-wal', '.tmp-shm']) await rm(target + suffix, { force: true })
    return true
  }

  async #question(id: string): Promise<LitestreamQuestion> {
    // Litestream lists generations only for an existing database.
    const file = join(this.#folder, id)
    await writeFile(file, '')
    const configFile = join(this.#folder, `${id}.yml`)
    const notesFolder = join(this.#folder, 'notes')
    const settings = { address: this.request.address, retentionDays: 1, notesFolder }
    writePrivate(configFile, litestreamConfig([{ id, file }], settings))
    return { program: this.#program, configFile, environment: this.#environment, file }
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #explained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof LitestreamFault)) throw error
      throw unreadable(this.request.address, explainReplica(this.request.address, error.message), error)
    }
  }
}

function unreadable(address: ReplicaAddress, reason: string, cause: unknown): RestoreError {
  const text = `The replica ${formatReplicaAddress(address)} could not be read: ${reason}`
  return new RestoreError(withoutCredentials(text, process.env), { cause })
}
