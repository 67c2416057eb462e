import type { EntityType } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import { answerOf, type Api } from './client.ts'

export interface ImportOptions {
  readonly type: EntityType
  /** The attribute that tells which entity a row is; empty when every row is a new one. */
  readonly mergeKey: string
  /** Column to attribute key; null leaves the column out. */
  readonly mapping: Readonly<Record<string, string | null>>
  readonly createMissing: boolean
  readonly emptyCells: 'ignore' | 'clear'
}

/** Uploads a CSV file; the answer is the job that works it off. A dry run counts what would happen and changes nothing. */
export async function startImport(
  api: Api,
  file: File,
  options: ImportOptions,
  isDryRun: boolean,
): Promise<Job> {
  const form = new FormData()
  form.set('type', options.type)
  form.set('format', 'csv')
  if (options.mergeKey !== '') form.set('merge_key', options.mergeKey)
  if (Object.keys(options.mapping).length > 0) form.set('mapping', JSON.stringify(options.mapping))
  form.set('create_missing_attributes', String(options.createMissing))
  form.set('empty_cells', options.emptyCells)
  form.set('dry_run', String(isDryRun))
  form.set('file', file, file.name)
  const body = { type: options.type, format: 'csv', file: file.name } as const
  return (await answerOf(api.client.POST('/imports', { body, bodySerializer: () => form }))).data
}
