import { Type } from 'typebox'
import { qualityFixes } from '#shared/quality.ts'
import { EntityTypeSchema } from '#shared/schemas/entities.ts'
import { nullable } from '#shared/schemas/nullable.ts'
import { FixResult } from '#shared/schemas/quality-results.ts'
import { StoredContext } from './stored-parts.ts'

const Count = Type.Integer()

/** What a fix of many values is queued with and how far it has come. */
const qualityFix = {
  input: Type.Object({
    type: EntityTypeSchema,
    attribute: Type.String(),
    fix: Type.Enum([...qualityFixes]),
    filter: Type.String(),
    unit: nullable(Type.String()),
    edit_id: Type.String(),
    context: StoredContext,
  }),
  checkpoint: Type.Object({
    position: Count,
    done: Count,
    matching: Count,
    changed: Count,
    sample: FixResult.properties.sample,
  }),
}

/** What a job of checks is queued with and how far it has come. */
const qualityCheck = {
  input: Type.Object({ type: EntityTypeSchema, context: StoredContext }),
  checkpoint: Type.Object({ rule: Count, position: Count, until: Count, checked: Count, found: Count }),
}

/** Their schemas by the names of the jobs. */
export const qualitySchemas = { quality_fix: qualityFix, quality_check: qualityCheck }
