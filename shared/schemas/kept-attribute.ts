import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/row-types.ts'
import { EntityTypeSchema } from './entities.ts'
import { messageReference } from './errors.ts'

/** An attribute that an import made and that its undo leaves. */
export const KeptAttribute = Type.Object({
  key: Type.String(),
  type: EntityTypeSchema,
  reason: Type.String(),
  ...messageReference,
})
export type KeptAttribute = DeepReadonly<Static<typeof KeptAttribute>>
