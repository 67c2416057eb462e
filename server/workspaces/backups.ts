import { existsSync } from 'node:fs'
import { mkdir, rename, rm, stat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Workspace } from '#shared/app-surface.ts'
import type { Backup, BackupReason } from '#shared/backups.ts'
import type { RestoreBackupResult } from '#shared/schemas/backups.ts'
import { CatalogError, conflict, notFound, workspaceNotFound } from '../catalog/errors.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { prepareRestore } from '../threads/idle-thread.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import { restoredEnding } from './job-runner.ts'
import type { SettingsKeeper } from './owner-settings.ts'
import type { Workspaces } from './registry.ts'
import type { OwnerSettings } from '#shared/schemas/app-surface.ts'
import { toIso, toIsoInFileName } from '#shared/iso-times.ts'

const hourMs = 60 * 60 * 1000
const recentMs = 5 * 60 * 1000

export interface BackupsOptions {
  readonly workspaces: Workspaces
  readonly settings: SettingsKeeper
  readonly folder: string
  readonly onError: (workspace: Workspace, error: unknown) => void
  readonly now?: () => number
  readonly lookEveryMs?: number
}

const extension = '.vitrine'

// The name holds everything: there is no list that could disagree with the folder.
const named = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-(manual|schedule|import|restore)\.vitrine$/
const beforeMigration = /^[^/\\]+ version \d+ (\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.vitrine$/

export function backupName(at: Date, reason: BackupReason): string {
  return `${toIsoInFileName(at)}-${reason}${extension}`
}

export function parseBackupName(name: string): Pick<Backup, 'id' | 'created_at' | 'reason'> | undefined {
  const match = named.exec(name) ?? beforeMigration.exec(name)
  if (!match) return undefined
  const [, day, hours, minutes, seconds, milliseconds, reason = 'migration'] = match
  return {
    id: name.slice(0, -extension.length),
    created_at: `${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`,
    reason: reason as BackupReason,
  }
}

async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const parsed = parseBackupName(name)
      const found = parsed && (await stat(join(folder, name)).catch(() => undefined))
      return found ? [{ ...parsed, size: found.size }] : []
    }),
  )
  return found.flat().sort((left, right) => right.created_at.localeCompare(left.created_at))
}

/** Returns the path of a backup; undefined for an invalid id, so that no id leads out of the folder. */
export function backupPath(folder: string, id: string): string | undefined {
  const name = id + extension
  return parseBackupName(name) ? join(folder, name) : undefined
}

type Rules = Pick<OwnerSettings, 'backup_keep_last' | 'backup_keep_days' | 'backup_keep_weeks'>

const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns the backups that the rules no longer keep, from a list that begins with the newest: beyond the
 * latest ones, the newest of each day and of each week stays for a while. Manual backups and those of
 * migrations are never among them.
 */
export function expiredBackups(backups: readonly Backup[], rules: Rules, now: number): Backup[] {
  const own = backups.filter(({ reason }) => reason !== 'manual' && reason !== 'migration')
  const retained = new Set(own.slice(0, rules.backup_keep_last))
  for (const [length, count] of [
    [dayMs, rules.backup_keep_days],
    [7 * dayMs, rules.backup_keep_weeks],
  ] as const) {
    const spans = new Map<number, Backup>()
    for (const backup of own) {
      const span = Math.floor(Date.parse(backup.created_at) / length)
      if (span > Math.floor(now / length) - count && !spans.has(span)) spans.set(span, backup)
    }
    for (const backup of spans.values()) retained.add(backup)
  }
  return own.filter((backup) => !retained.has(backup))
}

/** Verified copies of workspaces in the data folder: by hand, on a schedule, before imports; and back again. */
export class Backups {
  readonly #options: BackupsOptions
  readonly #running = new Map<string, Promise<unknown>>()
  #clock: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #isClosed = false

  constructor(options: BackupsOptions) {
    this.#options = options
  }

  startSchedule(): void {
    const { lookEveryMs = recentMs } = this.#options
    this.#clock = setInterval(() => void this.backUpDue(), lookEveryMs).unref()
  }

  folder(workspaceId: string): string {
    return this.#folderOf(this.#find(workspaceId))
  }

  list(workspaceId: string): Promise<Backup[]> {
    return listBackups(this.#folderOf(this.#find(workspaceId)))
  }

  /**
   * Copies a workspace as it is now; when this resolves, the copy is checked and on disk. Old backups are
   * removed by the rules.
   */
  create(workspaceId: string, reason: BackupReason): Promise<Backup> {
    const workspace = this.#find(workspaceId)
    return this.#inTurn(workspace, () => this.#create(workspace, reason))
  }

  async createIfChanged(workspaceId: string, reason: BackupReason): Promise<void> {
    const [newest] = await this.list(workspaceId)
    const { file } = this.#find(workspaceId)
    if (!newest || (await lastChange(file)) > Date.parse(newest.created_at))
      await this.create(workspaceId, reason)
  }

  async remove(workspaceId: string, id: string): Promise<Backup> {
    const { backup, path } = await this.#get(workspaceId, id)
    await rm(path)
    return backup
  }

  /**
   * Replaces the workspace by a backup; the workspace takes no more writes, is copied and then closed.
   * Unfinished jobs of the backup end as cancelled: an import that follows the backup must not run again.
   */
  async restore(workspaceId: string, id: string): Promise<RestoreBackupResult> {
    const workspace = this.#find(workspaceId)
    const { backup, path } = await this.#get(workspaceId, id)
    return this.#inTurn(workspace, async () => {
      const prepared = workspace.file + restoredEnding
      await prepareRestore(path, prepared)
      let [previous, aside]: [Backup | null, string | null] = [null, null]
      const copyLast = async (threads: WorkspaceThreads | undefined) => {
        previous = threads ? await this.#copy(workspace, threads, 'restore').catch(() => null) : null
        // A damaged file that cannot be copied is put aside instead, and so is another file that has replaced
        // the original.
        const isOurs = previous !== null && (await threads?.isInPlace())
        aside = !isOurs && existsSync(workspace.file) ? asideOf(workspace.file) : null
      }
      const change = async (file: string) => {
        await clearPlace(file, aside)
        await rename(prepared, file)
      }
      try {
        await this.#options.workspaces.replaceFile(workspace.id, change, copyLast)
      } finally {
        await rm(prepared, { force: true })
      }
      return { restored: backup, previous, put_aside: aside }
    })
  }

  backUpDue(): Promise<void> {
    this.#round ??= this.#backUpDue().finally(() => (this.#round = undefined))
    return this.#round
  }

  async #backUpDue(): Promise<void> {
    const { workspaces, settings, onError } = this.#options
    const hours = settings.current.backup_every_hours
    if (hours === 0) return
    for (const workspace of workspaces.list().filter(({ id }) => workspaces.opened(id) !== undefined)) {
      if (this.#isClosed) return
      try {
        const [newest] = await this.list(workspace.id)
        const isDue = !newest || this.#now() - Date.parse(newest.created_at) >= hours * hourMs
        if (isDue) await this.createIfChanged(workspace.id, 'schedule')
      } catch (error) {
        onError(workspace, error)
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#clock)
    await Promise.allSettled([...this.#running.values(), this.#round])
  }

  async #create(workspace: Workspace, reason: BackupReason): Promise<Backup> {
    return this.#copy(workspace, await this.#options.workspaces.get(workspace.id), reason)
  }

  async #copy(workspace: Workspace, threads: WorkspaceThreads, reason: BackupReason): Promise<Backup> {
    const folder = this.#folderOf(workspace)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const at = new Date(this.#now())
    const path = join(folder, backupName(at, reason))
    await threads.backup(path)
    const [all, { size }] = await Promise.all([listBackups(folder), stat(path)])
    // The copy is made, whatever cannot be read of the workspace now.
    const linked = reason === 'manual' ? await threads.call('listNotHeld', {}).catch(() => null) : null
    // Old backups are removed only after the new one is complete; it is never among them.
    for (const old of expiredBackups(all, this.#options.settings.current, at.getTime()))
      await rm(join(folder, `${old.id}.vitrine`), { force: true })
    return {
      id: backupName(at, reason).replace(/\.vitrine$/, ''),
      created_at: toIso(at),
      reason,
      size,
      ...(linked && { linked_files: { ...linked, first_not_held: [...linked.first_not_held] } }),
    }
  }

  async #get(workspaceId: string, id: string): Promise<{ backup: Backup; path: string }> {
    const folder = this.#folderOf(this.#find(workspaceId))
    const path = backupPath(folder, id)
    const backup = (await listBackups(folder)).find((each) => each.id === id)
    if (!path || !backup) throw notFound(`The backup ${id}`)
    return { backup, path }
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }

  #find(workspaceId: string): Workspace {
    const workspace = this.#options.workspaces.list().find(({ id }) => id === workspaceId.toLowerCase())
    if (!workspace) throw workspaceNotFound()
    return workspace
  }

  #folderOf({ id }: Workspace): string {
    return join(this.#options.folder, id)
  }

  /**
   * Backups and restores of a workspace run one after the other: a file that is being replaced is not
   * copied.
   */
  async #inTurn<T>({ id }: Workspace, fn: () => Promise<T>): Promise<T> {
    const before = this.#running.get(id) ?? Promise.resolve()
    const done = before.then(fn, fn)
    this.#running.set(id, done)
    try {
      return await done
    } catch (error) {
      if (error instanceof CatalogError) throw error
      if (error instanceof WorkspaceFileError) throw conflict(error.sentence)
      const message = error instanceof Error ? error.message : String(error)
      throw Object.assign(new CatalogError('internal_error', message), { cause: error })
    } finally {
      if (this.#running.get(id) === done) this.#running.delete(id)
    }
  }
}

function asideOf(file: string): string {
  return `${file}.before-${Date.now()}`
}

/** Moves the file away with its log, which holds the latest writes. */
async function clearPlace(file: string, aside: string | null): Promise<void> {
  for (const suffix of aside === null ? [] : ['', '-wal'])
    if (existsSync(file + suffix)) await rename(file + suffix, aside + suffix)
  for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true })
}

async function lastChange(file: string): Promise<number> {
  const times = await Promise.all(
    [file, `${file}-wal`].map(async (path) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0),
  )
  return Math.max(...times)
}
