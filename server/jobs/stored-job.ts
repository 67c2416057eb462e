/** Reads what a job was queued with and its checkpoint: parsed once, at its start, and handed to every operation of the job. */
import type { Static } from 'typebox'
import { otherVersion } from '../catalog/job-queue/running-job.ts'
import type { jobSchemas } from './job-schemas.ts'
import type { JobContext } from './job-context.ts'

type Schemas = typeof jobSchemas
type StoredName = keyof Schemas

export interface StoredJob<Name extends StoredName> {
  readonly input: Static<Schemas[Name]['input']>
  /** Undefined for a job that has not begun. */
  readonly checkpoint: Exclude<Static<Schemas[Name]['checkpoint']>, null> | undefined
}

/** The stored job of a context. Fails it with a plain sentence where another version of the program has stored it. */
export async function readStoredJob<Name extends StoredName>(
  { readStored }: JobContext,
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
  const stored = readStored()
  if (!isInput(stored.input) || !isCheckpoint(stored.checkpoint)) throw otherVersion()
  return { input: stored.input, checkpoint: stored.checkpoint }
}
