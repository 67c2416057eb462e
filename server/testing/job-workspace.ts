import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportPreview } from '#shared/imports.ts'
import type { AttributeConfig, AttributeCreate } from '#shared/attributes.ts'
import type { NewExport } from '#shared/exports.ts'
import { entityTypes, type EntityResource, type EntityType } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import { type Answer, parseAnswer } from '../catalog/answer.ts'
import type { ImportFields } from '../catalog/job-queue/enqueue-import.ts'
import { keepChosenPaths } from '../jobs/job-files.ts'
import { type ResultKind, resultPath, resultsFolderOf } from '../jobs/result-files.ts'
import { JobRunner, type JobRunnerOptions } from '../workspaces/job-runner.ts'
import { createWorkspaceFile } from '../store/file/workspace-file.ts'
import type { JobSettings } from '../jobs/job-context.ts'
import { runHere } from './in-process-host.ts'
import { openWorkspaceThreads, type WorkspaceThreads } from '../threads/pool.ts'
import type { ThreadEntry } from '../threads/thread.ts'

export const ownerContext = {
  actor: { type: 'owner', id: null, name: null },
  via: 'app',
  request_id: null,
  job_id: null,
} as const
const workspaceId = 'tested'

type AskedFields = ImportFields & { readonly images_folder?: string }

const { job_id: _none, ...jobContext } = ownerContext

export interface JobWorkspaceOptions {
  readonly folder?: string
  /**
   * Uses real threads: for concurrency, timing or their end. By default everything runs on the test's own
   * thread.
   */
  readonly isThreaded?: boolean
  readonly entry?: ThreadEntry
  readonly leaseMs?: number
  readonly beforeJob?: JobRunnerOptions['beforeJob']
  readonly mayRun?: JobRunnerOptions['mayRun']
  readonly settings?: JobSettings
}

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

  async restart(): Promise<void> {
    await this.#stop()
    await this.#start()
  }

  async define(attribute: AttributeCreate): Promise<void> {
    await this.threads.call('createAttribute', {
      body: attribute,
      faults: [],
      context: ownerContext,
    })
  }

  async enqueue(content: string | Uint8Array, fields: AskedFields = {}): Promise<string> {
    const id = randomUUID()
    await writeFile(join(this.uploads, id), content)
    const { images_folder: folder, ...settings } = fields
    if (folder !== undefined)
      await keepChosenPaths(this.uploads, { workspace: workspaceId, job: id }, { images_folder: folder })
    await this.threads.call('enqueueImport', {
      id,
      hasImagesFolder: folder !== undefined,
      fileName: 'test.csv',
      fields: { type: 'product', create_missing_attributes: true, ...settings },
      faults: [],
      context: jobContext,
    })
    this.runner.wake()
    return id
  }

  async preview(
    content: string | Uint8Array,
    asked: ImportFields = { type: 'product' },
    fileName?: string,
  ): Promise<ImportPreview> {
    const file = join(this.uploads, `${randomUUID()}.csv`)
    await writeFile(file, content)
    return this.threads.previewImport({
      file,
      fileName,
      fields: { create_missing_attributes: true, ...asked },
    })
  }

  async import(content: string | Uint8Array, fields: AskedFields = {}): Promise<Job> {
    const id = await this.enqueue(content, fields)
    await this.runner.idle()
    return this.job(id)
  }

  async undo(importJob: string): Promise<Job> {
    const asked = { id: importJob, faults: [], context: ownerContext }
    const { id } = parse(await this.threads.call('enqueueUndoImport', asked)).data
    this.runner.wake()
    await this.runner.idle()
    return this.job(id)
  }

  async enqueueExport(body: Partial<NewExport>): Promise<string> {
    const asked = {
      body: { type: 'product', ...body },
      faults: [],
      context: jobContext,
    }
    const answer = await this.threads.call('enqueueExport', asked)
    this.runner.wake()
    return parse(answer).data.id
  }

  async export(body: Partial<NewExport> = {}): Promise<{ job: Job; bytes: Buffer }> {
    const id = await this.enqueueExport(body)
    await this.runner.idle()
    const job = await this.job(id)
    if (job.status !== 'completed') return { job, bytes: Buffer.alloc(0) }
    const { path } = await this.threads.call('findExport', { id, folder: this.exports, faults: [] })
    return { job, bytes: await readFile(path) }
  }

  async enqueueSource(url: string): Promise<string> {
    const id = randomUUID()
    await this.threads.call('enqueueSource', {
      id,
      body: { url },
      mayWriteProducts: true,
      faults: [],
      context: ownerContext,
    })
    this.runner.wake()
    return id
  }

  async job(id: string): Promise<Job> {
    return parse(await this.threads.call('getJob', { id, readable: entityTypes })).data
  }

  async products(): Promise<Record<string, unknown>[]> {
    return (await this.entities('product')).map(({ attributes }) => attributes)
  }

  async entities(
    type: EntityType,
  ): Promise<Pick<EntityResource, 'id' | 'parent_id' | 'label' | 'attributes'>[]> {
    const entities: EntityResource[] = []
    for (let offset = 0; ; offset += 200) {
      const request = { limit: 200, offset, sort: [], clauses: [], join: 'and' as const }
      const page = parse(await this.threads.call('listEntities', { type, request, faults: [] }))
      entities.push(...page.data)
      if (!page.pagination.has_more) return entities
    }
  }

  /** Returns a result file of a job as text; empty where there is none. */
  async result(job: string, kind: ResultKind): Promise<string> {
    return readFile(resultPath(resultsFolderOf(this.uploads), job, kind), 'utf8').catch(() => '')
  }

  async events(): Promise<string[]> {
    const { events } = await this.threads.call('readEventsAfter', { sequence: 0, limit: 1000 })
    return events.map(({ event, via, job_id: job }) => `${event} ${via} ${job}`)
  }

  async dataTypes(): Promise<Record<string, string>> {
    const { data } = parse(await this.threads.call('listAttributes', { faults: [] }))
    return Object.fromEntries(data.map((a: { key: string; data_type: string }) => [a.key, a.data_type]))
  }

  async definitions(): Promise<readonly AttributeConfig[]> {
    return parse(await this.threads.call('listAttributeConfigs', { type: 'product', known: undefined })).data
  }

  async uploadedFiles(): Promise<string[]> {
    return readdir(this.uploads)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop()
    await rm(this.folder, { recursive: true })
  }

  get exports(): string {
    return join(this.folder, 'exports')
  }

  get uploads(): string {
    return join(this.folder, 'uploads')
  }

  async #start(): Promise<void> {
    const { entry, isThreaded = false, leaseMs, beforeJob, mayRun, settings } = this.#options
    const used = entry ?? (isThreaded ? undefined : runHere)
    this.threads = await openWorkspaceThreads(this.file, used && { entry: used })
    this.runner = new JobRunner(this.threads, {
      workspaceId,
      uploadsDir: this.uploads,
      ...(leaseMs !== undefined && { leaseMs }),
      ...(beforeJob && { beforeJob }),
      mayRun,
      ...(settings && { settings: () => settings }),
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

export function counts(created: number, updated: number, unchanged: number, failed: number) {
  return { created, updated, unchanged, failed }
}
