import { Type } from 'typebox'
import { pictureFaults } from '#shared/imports.ts'
import { tableOf } from '#shared/text.ts'
import { StoredContext as Context } from './state-schemas.ts'

const Count = Type.Integer()

export const fetchPictures = {
  input: Type.Object({
    import: Type.String(),
    known: Count,
    wanted: Count,
    refetch: Type.Optional(Type.Boolean()),
    context: Context,
  }),
  checkpoint: Type.Object({
    matched: Count,
    changed: Count,
    replaced: Type.Optional(Count),
    unchanged: Count,
    failed: Count,
    failed_by: Type.Partial(Type.Object(tableOf(pictureFaults, () => Count))),
  }),
}
