import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pino } from 'pino'
import type { Workspace } from '#shared/app-surface.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { type DataFolder, openDataFolder } from '../data-folder.ts'
import { type Answer, parseAnswer } from '../catalog/answer.ts'
import { resultPath, resultsFolderOf } from '../jobs/result-files.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import type { CatalogHost, ExportRun, ExportSave, ImportRun, NewKey } from './catalog-host.ts'
import { CommandError } from './command.ts'
import { saveFile } from './save-file.ts'

/** Opens the data folder for this process alone. Rejects with WorkspaceFileError. */
export async function openLocalHost(dataDir: string): Promise<CatalogHost> {
  // What goes wrong is told in one line on standard error; a log would say it a second time.
  return new LocalHost(await openDataFolder(dataDir, pino({ level: 'silent' })))
}

const pollMs = 150

class LocalHost implements CatalogHost {
  readonly #folder: DataFolder

  constructor(folder: DataFolder) {
    this.#folder = folder
  }

  async listWorkspaces() {
    return this.#folder.workspaces.list()
  }

  async createWorkspace(name: string, sample: boolean): Promise<Workspace> {
    const workspace = await this.#folder.workspaces.create(name)
    if (sample) {
      const { fillSampleWorkspace } = await import('../sample/fill-sample-workspace.ts')
      await fillSampleWorkspace(await this.#threads(workspace))
    }
    return workspace
  }

  openWorkspaceFile(file: string): Promise<Workspace> {
    return this.#folder.workspaces.openFile(file)
  }

  async listKeys({ id }: Workspace) {
    return this.#folder.keys.list(id)
  }

  createKey({ id }: Workspace, { name, scopes, expires_at: expiresAt }: NewKey) {
    return this.#folder.keys.issue({ workspaceId: id, name, scopes, expiresAt })
  }

  revokeKey(workspace: Workspace, id: string) {
    return this.#folder.keys.revoke(id, workspace.id)
  }

  async listConsents() {
    return []
  }

  async approveConsent(): Promise<void> {
    throw new CommandError('No agent can wait while no server runs. Start vitrine serve, or open the app.')
  }

  async importFile(workspace: Workspace, { file, options, onProgress, signal }: ImportRun): Promise<Job> {
    const threads = await this.#threads(workspace)
    const id = randomUUID()
    const { uploadsDir } = this.#folder
    await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
    // The job may outlive this process, and then the file may be another: it works on a copy.
    const copy = join(uploadsDir, `${id}.csv`)
    await copyFile(file, copy)
    await threads.call('enqueueImport', {
      id,
      file: copy,
      fileName: basename(file),
      fields: options,
      faults: [],
      context,
    })
    return this.#follow(workspace, id, { onProgress, signal })
  }

  async saveErrors(_workspace: Workspace, { id }: Job, target: string): Promise<void> {
    const path = resultPath(resultsFolderOf(this.#folder.uploadsDir), id, 'errors')
    await saveFile(createReadStream(path), target)
  }

  async undoImport(
    workspace: Workspace,
    id: string,
    run: Pick<ImportRun, 'onProgress' | 'signal'>,
  ): Promise<Job> {
    const threads = await this.#threads(workspace)
    const asked = { id, faults: [], context: { ...context, job_id: null } }
    return this.#follow(workspace, toJob(await threads.call('enqueueUndoImport', asked)).id, run)
  }

  async export(workspace: Workspace, { body, ...run }: ExportRun): Promise<Job> {
    const threads = await this.#threads(workspace)
    const asked = { body, faults: [], context, folder: this.#folder.exportsDir }
    return this.#follow(workspace, toJob(await threads.call('enqueueExport', asked)).id, run)
  }

  async saveExport(workspace: Workspace, { id }: Job, { target, part }: ExportSave): Promise<void> {
    const threads = await this.#threads(workspace)
    const { path } = await threads.call('findExport', { id, faults: [], part })
    await saveFile(createReadStream(path), target)
  }

  async check(workspace: Workspace) {
    return (await this.#threads(workspace)).check()
  }

  async backup(workspace: Workspace, file: string) {
    await (await this.#threads(workspace)).backup(file)
  }

  listBackups({ id }: Workspace) {
    return this.#folder.backups.list(id)
  }

  createBackup({ id }: Workspace) {
    return this.#folder.backups.create(id, 'manual')
  }

  restoreBackup(workspace: Workspace, id: string) {
    return this.#folder.backups.restore(workspace.id, id)
  }

  close() {
    return this.#folder.close()
  }

  /** Resolves with a job when it has ended; an abort cancels it. */
  async #follow(
    workspace: Workspace,
    id: string,
    { onProgress, signal }: Pick<ImportRun, 'onProgress' | 'signal'>,
  ): Promise<Job> {
    const threads = await this.#threads(workspace)
    const runner = this.#folder.jobsOf(workspace.id)
    runner.wake()
    for (;;) {
      const job = toJob(await threads.call('getJob', { id }))
      onProgress(job)
      if (isTerminal(job.status)) return job
      if (signal.aborted) {
        await threads.call('cancelJob', { id })
        runner.stop(id)
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }

  #threads({ id }: Workspace): Promise<WorkspaceThreads> {
    return this.#folder.workspaces.get(id)
  }
}

const context = {
  actor: { type: 'owner', id: null, name: 'Command line' },
  via: 'app',
  request_id: null,
  job_id: null,
} as const

function toJob(answer: Answer): Job {
  return (parseAnswer(answer) as { data: Job }).data
}
