import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/row-types.ts'
import { Uuid } from './entities.ts'
import { nullable } from './nullable.ts'

/** What a fix came to, or would. */
export const FixResult = Type.Object({
  matching: Type.Integer({ description: 'Entities that have a value and meet the filter.' }),
  changed: Type.Integer({ description: 'Those whose value the fix changes.' }),
  edit_id: nullable(Type.String()),
  sample: Type.Array(
    Type.Object({
      id: Uuid,
      label: nullable(Type.String()),
      old: Type.Unknown(),
      new: Type.Unknown(),
    }),
  ),
})
export type FixResult = DeepReadonly<Static<typeof FixResult>>

/** What a job of checks came to. */
export const QualityChecksResult = Type.Object({
  checked: Type.Integer({ description: 'Entities that were looked at, once for each rule.' }),
  found: Type.Integer({ description: 'Those of them with a finding.' }),
  rules: Type.Array(Type.String()),
  missing_dictionaries: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Languages whose spelling was not checked, since nobody has added their dictionaries.',
    }),
  ),
})
export type QualityChecksResult = DeepReadonly<Static<typeof QualityChecksResult>>
