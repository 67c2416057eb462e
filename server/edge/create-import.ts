import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pluralOf, entityTypeNamed } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { type Creation, creations, fetchesPictures } from '#shared/imports.ts'
import type { Scope } from '#shared/scopes.ts'
import type { Answer } from '../catalog/answer.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import type { ImportFields } from '../catalog/job-queue/enqueue-import.ts'
import { refuseOpenQuestions } from '../jobs/refuse-open-questions.ts'
import { findEarlier } from './idempotency.ts'
import type { OpenWorkspace } from './request-context.ts'

export interface ImportMaker {
  readonly workspace: OpenWorkspace
  readonly uploadsDir: string
  /** Called once all that is sent has been read. */
  readonly context: () => WriteContext
  /** Throws where a scope is missing. */
  readonly require: (scopes: readonly Scope[]) => void
}

export interface ReceivedImport {
  readonly fields: ImportFields
  readonly fileName: string | undefined
  readonly faults: readonly FieldError[]
}

/**
 * Receives a file, reports its open questions and schedules its import: 202. The received file is removed
 * on a failure.
 */
export async function createImport(
  maker: ImportMaker,
  receive: (path: string) => Promise<ReceivedImport>,
): Promise<Answer> {
  const id = randomUUID()
  const file = join(maker.uploadsDir, id)
  try {
    const received = await receive(file)
    const context = maker.context()
    const earlier = await findEarlier(maker.workspace.threads, context)
    if (earlier) await rm(file, { force: true })
    const answer = earlier ?? (await enqueue({ ...maker, context }, received, { id, file }))
    maker.workspace.jobs.wake()
    return answer
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

type Enqueuing = Pick<ImportMaker, 'workspace' | 'require'> & { readonly context: WriteContext }

async function enqueue(
  { workspace, require, context: { job_id: _none, ...context } }: Enqueuing,
  { fields, fileName, faults }: ReceivedImport,
  job: { readonly id: string; readonly file: string },
): Promise<Answer> {
  require(scopesOf(fields))
  if (fileName !== undefined) await refuseOpenQuestions(workspace.threads, { file: job.file, fields })
  return workspace.threads.call('enqueueImport', {
    id: job.id,
    fileName: fileName ?? '',
    fields,
    faults: [
      ...faults,
      // The scopes of a key depend on the type, so it cannot be left to the profile.
      ...(fields.profile !== undefined && fields.type === undefined
        ? [{ field: 'type', issue: 'required' as const }]
        : []),
      ...(fileName === undefined ? [{ field: 'file', issue: 'required' as const }] : []),
    ],
    context,
  })
}

const creationScopes = {
  create_missing_attributes: 'write:attributes',
  create_missing_options: 'write:attributes',
  create_missing_vendors: 'write:vendors',
  create_missing_categories: 'write:categories',
  create_missing_images: 'write:images',
} as const satisfies Record<Creation, Scope>

/**
 * Returns the scopes of an import: to write entities of its type and those it may create, and images where
 * it fetches pictures; a profile may allow anything.
 */
function scopesOf(fields: ImportFields): Scope[] {
  const { type, profile } = fields
  const known = entityTypeNamed(type)
  const created = creations.filter((creation) => profile !== undefined || fields[creation])
  const fetches = profile !== undefined || fetchesPictures(fields.pictures)
  return [
    ...(known ? [`write:${pluralOf[known]}` as const] : []),
    ...new Set([
      ...created.map((creation) => creationScopes[creation]),
      ...(fetches ? ['write:images' as const] : []),
    ]),
  ]
}
