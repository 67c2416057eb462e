import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/route.ts'
import { Uuid } from './entities.ts'
import { nullable } from './paging.ts'

/** A file in the workspace; `path` is the value of an image or video attribute. */
export const StoredFile = Type.Object({
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  path: Type.String(),
  media_type: Type.String(),
  size: Type.Integer({ minimum: 0 }),
})

export const GeneratedBy = Type.Object({
  provider: Uuid,
  model: Type.String(),
  job_id: Uuid,
})
export type GeneratedBy = DeepReadonly<Static<typeof GeneratedBy>>

export const FileDetails = Type.Object({
  ...StoredFile.properties,
  created_at: Type.String({ format: 'date-time' }),
  generated_by: nullable(GeneratedBy),
})
export type FileDetails = DeepReadonly<Static<typeof FileDetails>>
