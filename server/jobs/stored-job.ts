/** Reads what a job was queued with and its checkpoint: parsed once, at its start, and handed to every operation of the job. */
import type { Static } from 'typebox'
import { conflict } from '../catalog/errors.ts'
import { getJobInput, readCheckpoint, storedVersion } from '../store/tables/jobs.ts'
import type { jobSchemas } from './job-schemas.ts'
import type { JobContext } from '../threads/job-thread.ts'

type Schemas = typeof jobSchemas
type StoredName = keyof Schemas

export interface StoredJob<Name extends StoredName> {
  readonly input: Static<Schemas[Name]['input']>
  /** Undefined for a job that has not begun. */
  readonly checkpoint: Exclude<Static<Schemas[Name]['checkpoint']>, null> | undefined
}

/** The stored job of a context. Fails it with a plain sentence where another version of the program has stored it. */
export async function readStoredJob<Name extends StoredName>(
  { jobId, read }: JobContext,
  name: Name,
): Promise<StoredJob<Name>> {
  const [{ jobSchemas }, { Check }] = await Promise.all([
    import('./job-schemas.ts'),
    import('typebox/schema'),
  ])
  const { input, checkpoint } = jobSchemas[name]
  const isInput = (value: unknown): value is StoredJob<Name>['input'] => Check(input, value)
  const isCheckpoint = (value: unknown): value is StoredJob<Name>['checkpoint'] =>
    value === undefined || Check(checkpoint, value)
  const stored = read((db) => ({ input: getJobInput(db, jobId), checkpoint: readCheckpoint(db, jobId) }))
  const parsed = {
    input: withoutVersion(stored.input),
    checkpoint: withoutVersion(stored.checkpoint ?? undefined),
  }
  if (!isInput(parsed.input) || !isCheckpoint(parsed.checkpoint)) throw otherVersion()
  return { input: parsed.input, checkpoint: parsed.checkpoint }
}

/** Rows without a version are of the first one. */
function withoutVersion(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored
  const { version = 1, ...content } = stored as { version?: unknown }
  if (version !== storedVersion) throw otherVersion()
  return content
}

function otherVersion() {
  return conflict(
    'Another version of Vitrine queued this job, and this one cannot go on with it. Start it anew.',
  )
}
