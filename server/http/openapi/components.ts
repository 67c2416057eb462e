import type { TSchema } from 'typebox'
import {
  AttributeConfig,
  AttributeDefinition,
  Constraints,
  ReferencePath,
} from '#shared/schemas/attributes.ts'
import { EntityResource, EntityTypeSchema, ReferenceStub } from '#shared/schemas/entities.ts'
import { ErrorEnvelope, FieldError } from '#shared/schemas/errors.ts'
import { Actor, Change, EventRecord } from '#shared/schemas/events.ts'
import { Job } from '#shared/schemas/jobs.ts'
import { Pagination } from '#shared/schemas/paging.ts'

/** Schemas with a name: wherever one of them occurs, the document refers to it. */
export const components: Readonly<Record<string, TSchema>> = {
  EntityType: EntityTypeSchema,
  Entity: EntityResource,
  ReferenceStub,
  AttributeDefinition,
  AttributeConfig,
  Constraints,
  ReferencePath,
  Job,
  Event: EventRecord,
  Actor,
  Change,
  Pagination,
  FieldError,
  Error: ErrorEnvelope,
}
