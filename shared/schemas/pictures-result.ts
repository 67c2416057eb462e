import { Type, type Static } from 'typebox'
import { pictureFaults } from '../imports.ts'
import type { DeepReadonly } from '../routes/route.ts'
import { tableOf } from '../text.ts'
import { Uuid } from './entities.ts'
import { nullable } from './paging.ts'
import { RowError } from './errors.ts'

const Count = Type.Integer({ minimum: 0 })

export const PicturesResult = Type.Object({
  import_id: Uuid,
  pictures: Type.Integer({ minimum: 0, description: 'Different addresses that the import named.' }),
  fetched: Count,
  replaced: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Of the fetched those whose address had another picture before.',
    }),
  ),
  already_there: Type.Integer({
    minimum: 0,
    description: 'Those that had been fetched before, and have not changed where that was asked.',
  }),
  failed: Count,
  failed_by: Type.Partial(Type.Object(tableOf(pictureFaults, () => Count)), {
    description: 'How many failed, by the reason.',
  }),
  errors: Type.Array(RowError, { description: 'The first of those that failed; `value` is the address.' }),
  errors_truncated: Type.Boolean(),
  errors_file: nullable(
    Type.String({
      description: 'Below the API root: all that failed, with row, column, address and reason.',
    }),
  ),
})
export type PicturesResult = DeepReadonly<Static<typeof PicturesResult>>
