import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttributeCreate } from '#shared/attributes.ts'
import type { Job } from '#shared/jobs.ts'
import { type Answer, parseAnswer } from '../catalog/answer.ts'
import type { ImportFields } from '../jobs/enqueue-import.ts'
import { JobRunner } from '../jobs/runner.ts'
import { createWorkspaceFile } from '../store/workspace-file.ts'
import { openWorkspaceThreads, type WorkspaceThreads } from '../threads/pool.ts'

const context = { actor: { type: 'owner', id: null, name: null }, via: 'app', request_id: null } as const

export interface JobWorkspaceOptions {
  /** A folder that another process has left; without it a new one. */
  readonly folder?: string
  /** The thread entry, where it is not the program's own. */
  readonly entry?: URL
  readonly leaseMs?: number
}

/** A real workspace file with its threads and a job runner, in a folder of its own. */
export class JobWorkspace {
  readonly folder: string
  threads!: WorkspaceThreads
  runner!: JobRunner

  readonly #options: JobWorkspaceOptions

  static async open(options: JobWorkspaceOptions = {}): Promise<JobWorkspace> {
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'vitrine-jobs-')))
    const workspace = new JobWorkspace(folder, options)
    await mkdir(workspace.uploads, { recursive: true })
    if (!existsSync(workspace.file)) createWorkspaceFile(workspace.file)
    await workspace.#start()
    return workspace
  }

  private constructor(folder: string, options: JobWorkspaceOptions) {
    this.folder = folder
    this.#options = options
  }

  get file(): string {
    return join(this.folder, 'workspace.vitrine')
  }

  /** Ends the threads in the middle of whatever they do, and opens the workspace anew. */
  async restart(): Promise<void> {
    await this.#stop()
    await this.#start()
  }

  async define(attribute: AttributeCreate): Promise<void> {
    await this.threads.call('createAttribute', {
      body: attribute,
      faults: [],
      context: { ...context, job_id: null },
    })
  }

  /** Queues the import of a file with that content and returns the id of its job. */
  async enqueue(content: string | Uint8Array, fields: ImportFields = {}): Promise<string> {
    const id = randomUUID()
    const file = join(this.uploads, `${id}.csv`)
    await writeFile(file, content)
    await this.threads.call('enqueueImport', {
      id,
      file,
      fileName: 'test.csv',
      fields: { type: 'product', create_missing_attributes: true, ...fields },
      faults: [],
      context,
    })
    this.runner.wake()
    return id
  }

  /** Imports a file with that content and returns the job when it has ended. */
  async import(content: string | Uint8Array, fields: ImportFields = {}): Promise<Job> {
    const id = await this.enqueue(content, fields)
    await this.runner.idle()
    return this.job(id)
  }

  async job(id: string): Promise<Job> {
    return parse(await this.threads.call('getJob', { id })).data as Job
  }

  /** The attributes of all products, oldest first. */
  async products(): Promise<Record<string, unknown>[]> {
    const products: Record<string, unknown>[] = []
    for (let offset = 0; ; offset += 200) {
      const request = { limit: 200, offset, sort: [], clauses: [], join: 'and' as const }
      const page = parse(await this.threads.call('listEntities', { type: 'product', request, faults: [] }))
      products.push(...page.data.map(({ attributes }: { attributes: Record<string, unknown> }) => attributes))
      if (!page.pagination.has_more) return products
    }
  }

  /** The kind, the door and the job of every event, oldest first. */
  async events(): Promise<string[]> {
    const { events } = await this.threads.call('readEventsAfter', { sequence: 0, limit: 1000 })
    return events.map(({ event, via, job_id: job }) => `${event} ${via} ${job}`)
  }

  /** Data types by attribute key. */
  async dataTypes(): Promise<Record<string, string>> {
    const { data } = parse(await this.threads.call('listAttributes', { faults: [] }))
    return Object.fromEntries(data.map((a: { key: string; data_type: string }) => [a.key, a.data_type]))
  }

  async uploadedFiles(): Promise<string[]> {
    return readdir(this.uploads)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop()
    await rm(this.folder, { recursive: true })
  }

  get uploads(): string {
    return join(this.folder, 'uploads')
  }

  async #start(): Promise<void> {
    const { entry, leaseMs } = this.#options
    this.threads = await openWorkspaceThreads(this.file, entry && { entry })
    this.runner = new JobRunner(this.threads, {
      uploadsDir: this.uploads,
      ...(leaseMs !== undefined && { leaseMs }),
    })
    await this.runner.start()
  }

  async #stop(): Promise<void> {
    this.runner.close()
    await this.threads.close()
    await this.runner.idle()
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
function parse(answer: Answer): any {
  return parseAnswer(answer)
}
