import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { channelKeys } from '#shared/channels.ts'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { ChannelExportFailure, ChannelExportResult, NewExport } from '#shared/exports.ts'
import { parseAnswer } from '../catalog/answer.ts'
import { JobWorkspace, ownerContext } from './job-workspace.ts'

export interface ExportResult {
  readonly content: string
  readonly result: ChannelExportResult | ChannelExportFailure
  readonly report: Record<string, string>[]
}

export class ChannelWorkspace {
  readonly jobs: JobWorkspace

  static async open(definitions: Readonly<Record<string, object>>): Promise<ChannelWorkspace> {
    const jobs = await JobWorkspace.open()
    await jobs.define({ name: 'Url', key: 'image_url', entity_type: 'image', data_type: 'image' })
    for (const [key, definition] of Object.entries(definitions))
      await jobs.define({
        name: key,
        key,
        entity_type: 'product',
        data_type: 'single_line_text_field',
        ...definition,
      })
    for (const key of channelKeys)
      await jobs.threads.call('enableChannel', { key, faults: [], context: ownerContext })
    return new ChannelWorkspace(jobs)
  }

  private constructor(jobs: JobWorkspace) {
    this.jobs = jobs
  }

  async create(type: Exclude<EntityType, 'source'>, attributes: object, parent?: string): Promise<string> {
    const body = { attributes, ...(parent && { parent_id: parent }) } as never
    const answer = await this.jobs.threads.call('createEntity', {
      type,
      body,
      faults: [],
      context: ownerContext,
    })
    return parseAnswer<{ data: EntityResource }>(answer).data.id
  }

  async exportTo(channel: string, body: Partial<NewExport> = {}): Promise<ExportResult> {
    const { job, bytes } = await this.jobs.export({ type: 'product', channel, ...body })
    const { path } = await this.jobs.threads.call('findExport', {
      id: job.id,
      folder: this.jobs.exports,
      faults: [],
      part: 'report',
    })
    const { result } = job
    if (result === null || !('report' in result)) throw new Error('The export has no report.')
    return {
      content: bytes.toString('utf8'),
      result,
      report: parse<Record<string, string>>(readFileSync(path), { columns: true }),
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.jobs[Symbol.asyncDispose]()
  }
}
