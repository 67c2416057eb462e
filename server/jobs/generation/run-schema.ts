import { Type } from 'typebox'
import { generationModes, overwriteModes, skipReasons } from '#shared/generations.ts'
import { EntityTypeSchema } from '#shared/schemas/entities.ts'
import { GenerationError } from '#shared/schemas/generations.ts'
import { nullable } from '#shared/schemas/nullable.ts'
import { tableOf } from '#shared/text.ts'
import { StoredContext, storedFilter } from '../stored-parts.ts'

/** What a run is queued with and how far it has come. */
export const generation = {
  input: Type.Object({
    request: Type.Object({
      type: EntityTypeSchema,
      attributes: Type.Array(Type.String()),
      ids: Type.Optional(Type.Array(Type.String())),
      list: Type.Optional(Type.Object(storedFilter)),
      overwrite: Type.Enum([...overwriteModes]),
      mode: Type.Enum([...generationModes]),
    }),
    provider: Type.String(),
    budget: nullable(Type.Number()),
    edit_id: Type.String(),
    context: StoredContext,
  }),
  checkpoint: Type.Object({
    position: Type.Integer(),
    last: Type.Optional(Type.Integer()),
    done: Type.Array(Type.Integer()),
    partial: Type.Record(Type.String(), Type.Array(Type.String())),
    matched: Type.Integer(),
    entities: Type.Integer(),
    proposed: Type.Integer(),
    applied: Type.Integer(),
    not_stated: Type.Integer(),
    failed: Type.Integer(),
    skipped: Type.Object(tableOf(skipReasons, () => Type.Integer())),
    errors: Type.Array(GenerationError),
  }),
}
