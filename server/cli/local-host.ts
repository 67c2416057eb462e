import { randomUUID } from 'node:crypto'
import { copyFile, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pino } from 'pino'
import type { Workspace } from '#shared/app-surface.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { type DataFolder, openDataFolder } from '../data-folder.ts'
import { type Answer, parseAnswer } from '../catalog/answer.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import type { CatalogHost, ImportRun, NewKey } from './catalog-host.ts'

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

  async listKeys({ id }: Workspace) {
    return this.#folder.keys.list(id)
  }

  createKey({ id }: Workspace, { name, scopes, expires_at: expiresAt }: NewKey) {
    return this.#folder.keys.issue({ workspaceId: id, name, scopes, expiresAt })
  }

  revokeKey(workspace: Workspace, id: string) {
    return this.#folder.keys.revoke(id, workspace.id)
  }

  async importFile(workspace: Workspace, { file, options, onProgress, signal }: ImportRun): Promise<Job> {
    const threads = await this.#threads(workspace)
    const runner = this.#folder.jobsOf(workspace.id)
    const id = randomUUID()
    const { uploadsDir } = this.#folder
    await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
    // The job may outlive this process, and then the file may be another: it works on a copy.
    const copy = join(uploadsDir, `${id}.csv`)
    await copyFile(file, copy)
    const actor = { type: 'owner', id: null, name: 'Command line' } as const
    const context = { actor, via: 'app', request_id: null } as const
    await threads.call('enqueueImport', {
      id,
      file: copy,
      fileName: basename(file),
      fields: options,
      faults: [],
      context,
    })
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

  async check(workspace: Workspace) {
    return (await this.#threads(workspace)).check()
  }

  async backup(workspace: Workspace, file: string) {
    await (await this.#threads(workspace)).backup(file)
  }

  close() {
    return this.#folder.close()
  }

  #threads({ id }: Workspace): Promise<WorkspaceThreads> {
    return this.#folder.workspaces.get(id)
  }
}

function toJob(answer: Answer): Job {
  return (parseAnswer(answer) as { data: Job }).data
}
