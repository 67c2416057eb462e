import { Type, type Static } from 'typebox'
import { Job } from './jobs.ts'
import { Uuid } from './entities.ts'

/** Exactly one of url, text and file; what they, the ids and the attributes hold is checked by the catalog. */
export const SourceCreate = Type.Object(
  {
    url: Type.Optional(Type.String()),
    text: Type.Optional(Type.String()),
    file: Type.Optional(
      Type.Object({ name: Type.String(), content_base64: Type.String() }, { additionalProperties: false }),
    ),
    name: Type.Optional(Type.String()),
    parent_id: Type.Optional(Type.Unknown()),
    product_ids: Type.Optional(Type.Unknown()),
    attributes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
)
export type SourceCreate = Static<typeof SourceCreate>

/** The job that makes a source of it; `job_id` is its id again. */
export const SourceJob = Type.Object({ ...Job.properties, job_id: Uuid })
export type SourceJob = Static<typeof SourceJob>
