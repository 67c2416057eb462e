import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/row-types.ts'
import { Uuid } from './entities.ts'
import { messageReference } from './errors.ts'
import { nullable } from './nullable.ts'

/** A workspace of a team as a file to take along. */
export const WorkspaceDownload = Type.Object({
  id: Uuid,
  status: Type.Enum(['running', 'completed', 'cancelled', 'failed']),
  /** In pages of the file. A total of 0 is not known yet. */
  progress: Type.Object({ current: Type.Integer(), total: Type.Integer(), percent: Type.Integer() }),
  /** What it is called where it is saved. */
  file_name: Type.String(),
  /** In bytes; null until it is whole. */
  size: nullable(Type.Integer()),
  /** Until when it can be fetched; null until it is whole. */
  expires_at: nullable(Type.String({ format: 'date-time' })),
  /** Why it failed. */
  error: nullable(Type.Object({ code: Type.String(), message: Type.String(), ...messageReference })),
})
export type WorkspaceDownload = DeepReadonly<Static<typeof WorkspaceDownload>>
