import { type TSchema, Type } from 'typebox'
import { issueCodes } from '#shared/errors.ts'
import { dataTypes } from '#shared/attributes.ts'
import {
  AttributeConfig,
  AttributeDefinition,
  Constraints,
  ReferencePath,
} from '#shared/schemas/attributes.ts'
import { Channel, ChannelCompleteness, ChannelSummary, Completeness } from '#shared/schemas/channels.ts'
import {
  AttributeValue,
  BatchItem,
  EntityCreate,
  EntityPatch,
  EntityResource,
  EntityTypeSchema,
  EntityUpsert,
  ReferenceStub,
  Uuid,
} from '#shared/schemas/entities.ts'
import { ErrorEnvelope, FieldError, RowError } from '#shared/schemas/errors.ts'
import { Actor, Change, EventRecord } from '#shared/schemas/events.ts'
import {
  ChannelExportResult,
  Difference,
  EditResult,
  ExportedFile,
  ExportResult,
  ImportResult,
  ImportUndoResult,
  Job,
  JobFailure,
  PicturesResult,
} from '#shared/schemas/jobs.ts'
import { SourceResult } from '#shared/schemas/source-result.ts'
import {
  FilterAll,
  FilterAny,
  FilterClause,
  FilterDocs,
  FilterJson,
  FilterOperators,
} from '#shared/schemas/filters.ts'
import { Pagination } from '#shared/schemas/paging.ts'
import { SourceCreate, SourceJob } from '#shared/schemas/sources.ts'
import { maxLinkedProducts } from '#shared/sources.ts'
import { errorComponents } from './error-answers.ts'
import { moduleSchemas } from './schema-modules.ts'
import {
  AttributeValueWrite,
  AttributeWriteMap,
  ParentIdWrite,
  ReferenceById,
  ReferenceByLabel,
  ReferenceByMergeKey,
} from './api-document.ts'

interface Refinement {
  readonly description?: string | undefined
  readonly required?: readonly string[] | undefined
  readonly properties?: Readonly<Record<string, TSchema>> | undefined
}

interface Component extends Refinement {
  readonly schema: TSchema
  /** The documents show this in its place, where the catalog checks more than the schema says. */
  readonly shown?: TSchema
}

export type Json = Readonly<Record<string, unknown>>

const mapsOfSchemas = new Set(['properties', 'patternProperties'])
const listsOfSchemas = new Set(['anyOf', 'allOf', 'oneOf'])
const schemas = new Set(['items', 'additionalProperties'])

/**
 * Replaces TypeBox's own spellings in a schema by the usual ones; every schema inside goes through `turn`
 * first.
 */
export function formatSchema(schema: Json, turn: (schema: Json) => Json): Json {
  const { patternProperties, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, formatMember(key, value, turn)]),
  )
  const values = rest['enum']
  return {
    ...(Array.isArray(values) && values.every((value) => typeof value === 'string') && { type: 'string' }),
    ...rest,
    ...(isJson(patternProperties) && { additionalProperties: Object.values(patternProperties)[0] }),
  }
}

function formatMember(key: string, value: unknown, turn: (schema: Json) => Json): unknown {
  const format = (inner: Json): Json => formatSchema(turn(inner), turn)
  if (listsOfSchemas.has(key) && Array.isArray(value)) return value.map(format)
  if (!isJson(value)) return value
  if (schemas.has(key)) return format(value)
  if (!mapsOfSchemas.has(key)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isJson(one) ? format(one) : one]),
  )
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

export function requiredOf({ required }: Json): readonly string[] {
  return Array.isArray(required) ? required : []
}

/** A schema of TypeBox is plain JSON, but its type does not say so. */
export function toJson(schema: TSchema | Json): Json {
  return schema as Json
}

const IssueCode = Type.Enum(Object.keys(issueCodes))
const DataType = Type.Enum([...dataTypes])
const entityWrite = { parent_id: ParentIdWrite, attributes: AttributeWriteMap }
const sourceWrite = { ...entityWrite, product_ids: Type.Array(Uuid, { maxItems: maxLinkedProducts }) }

const ownComponents: Readonly<Record<string, Component>> = {
  EntityType: { schema: EntityTypeSchema },
  Filter: { schema: FilterJson, shown: FilterDocs },
  FilterAll: { schema: FilterAll },
  FilterAny: { schema: FilterAny },
  FilterClause: { schema: FilterClause },
  FilterOperators: { schema: FilterOperators },
  Entity: {
    schema: EntityResource,
    description:
      '`attributes` is sparse: a key without a value is absent. Inverse references never appear in it.',
  },
  ReferenceStub: { schema: ReferenceStub },
  AttributeValue: { schema: AttributeValue },
  ReferenceById: { schema: ReferenceById },
  ReferenceByMergeKey: { schema: ReferenceByMergeKey },
  ReferenceByLabel: { schema: ReferenceByLabel },
  AttributeValueWrite: {
    schema: AttributeValueWrite,
    description:
      'A scalar; null or "" clears it. A single reference takes a UUID, `{id}` or null. A list reference takes an array that replaces the whole list.',
  },
  AttributeWriteMap: { schema: AttributeWriteMap, description: 'Only the keys being written.' },
  EntityCreate: { schema: EntityCreate, properties: entityWrite },
  EntityPatch: { schema: EntityPatch, properties: entityWrite },
  EntityUpsert: { schema: EntityUpsert, properties: { attributes: AttributeWriteMap } },
  BatchItem: { schema: BatchItem, properties: entityWrite },
  DataType: { schema: DataType },
  AttributeDefinition: { schema: AttributeDefinition },
  AttributeConfig: { schema: AttributeConfig },
  Constraints: { schema: Constraints },
  ReferencePath: { schema: ReferencePath },
  ChannelSummary: { schema: ChannelSummary },
  Channel: { schema: Channel },
  Completeness: { schema: Completeness },
  ChannelCompleteness: { schema: ChannelCompleteness },
  Job: { schema: Job, description: 'What `result` holds follows from `name`; a job that failed tells why.' },
  ImportResult: { schema: ImportResult },
  ImportUndoResult: { schema: ImportUndoResult },
  PicturesResult: { schema: PicturesResult },
  EditResult: { schema: EditResult },
  ExportResult: { schema: ExportResult },
  ChannelExportResult: { schema: ChannelExportResult },
  ExportedFile: { schema: ExportedFile },
  SourceResult: { schema: SourceResult },
  JobFailure: { schema: JobFailure },
  RowError: { schema: RowError },
  Difference: { schema: Difference },
  SourceCreate: {
    schema: SourceCreate,
    description: 'Exactly one of url, text and file.',
    properties: sourceWrite,
  },
  SourceJob: { schema: SourceJob },
  Event: { schema: EventRecord },
  Actor: { schema: Actor },
  Change: { schema: Change },
  Pagination: { schema: Pagination },
  IssueCode: { schema: IssueCode, description: 'The stable issue codes.' },
  FieldError: {
    schema: FieldError,
    properties: {
      issue: Type.Union([
        IssueCode,
        Type.String({ description: 'A sentence, where the request is malformed.', pattern: '\\s' }),
      ]),
    },
  },
  Error: { schema: ErrorEnvelope, description: 'The one shape of every answer that is not 2xx.' },
  ...errorComponents,
}

const ownNames = new Map(
  Object.entries(ownComponents).map(([name, { schema }]) => [JSON.stringify(schema), name] as const),
)

/** Schemas with something to add first; of equal ones the first has the name. */
const components: Readonly<Record<string, Component>> = {
  ...Object.fromEntries(
    [...moduleSchemas]
      .filter(([, schema]) => !ownNames.has(JSON.stringify(schema)))
      .map(([name, schema]) => [name, { schema }]),
  ),
  ...ownComponents,
}

const nameOf = new Map(
  Object.entries(components).map(([name, { schema }]) => [JSON.stringify(schema), name] as const),
)

/** The schema for the document: named schemas become references, TypeBox's own spellings the usual ones. */
export function toSchema(schema: TSchema | Json): Json {
  return formatSchema(refer(toJson(schema)), refer)
}

export function namedSchemas(): Json {
  return Object.fromEntries(
    Object.entries(components).map(([name, { schema, shown = schema, ...beyond }]) => [
      name,
      refine(shown, beyond),
    ]),
  )
}

export function refine(schema: TSchema | Json, { description, required, properties }: Refinement): Json {
  const shown = formatSchema(toJson(schema), refer)
  const all = new Set([...requiredOf(shown), ...(required ?? [])])
  const exact = Object.fromEntries(
    Object.entries(properties ?? {}).map(([key, property]) => [key, toSchema(property)]),
  )
  return {
    ...(description !== undefined && { description }),
    ...shown,
    ...(all.size > 0 && { required: [...all] }),
    ...(properties && { properties: { ...(isJson(shown['properties']) && shown['properties']), ...exact } }),
  }
}

function refer(schema: Json): Json {
  const name = nameOf.get(JSON.stringify(schema))
  return name === undefined ? schema : { $ref: `#/components/schemas/${name}` }
}
