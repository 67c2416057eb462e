import { Type, type Static } from 'typebox'
import { Uuid } from './entities.ts'

export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Tells whether a job has ended; a client polls until it has. */
export function isTerminal(status: JobStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

const DateTime = Type.String({ format: 'date-time' })

export const Job = Type.Object({
  id: Uuid,
  name: Type.String(),
  status: Type.Enum([...jobStatuses]),
  progress: Type.Object({ current: Type.Integer(), total: Type.Integer(), percent: Type.Integer() }),
  created_at: DateTime,
  started_at: Type.Union([DateTime, Type.Null()]),
  completed_at: Type.Union([DateTime, Type.Null()]),
  result: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  metadata: Type.Record(Type.String(), Type.Unknown()),
})
export type Job = Static<typeof Job>

/** The result of a finished import. Rows count from 1 for the first row under the header. */
export interface ImportResult {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  readonly created_attributes: readonly string[]
  readonly errors: readonly RowError[]
  readonly errors_truncated: boolean
}

export interface RowError {
  readonly row: number
  readonly field: string
  readonly issue: string
  readonly value: string
}

export const maxRowErrors = 100
