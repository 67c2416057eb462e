import { Type, type Static } from 'typebox'
import { jobStatuses } from '../jobs.ts'
import { Uuid } from './entities.ts'

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
