import { Type } from 'typebox'
import { entityTypes, maxBatchItems, pluralOf, upsertableTypes, type EntityType } from '../entities.ts'
import {
  BatchAnswer,
  BatchItem,
  EntityCreate,
  EntityPatch,
  EntityResource,
  EntityUpsert,
  ReferenceStub,
  ListQuery,
} from '../schemas/entities.ts'
import { maxFilterClauses, maxFilterDepth } from '../filters.ts'
import { maxAxes } from '../axes.ts'
import { AxesUpdate, ProductAxes } from '../schemas/axes.ts'
import { dataOf, pageOf, type AnswerDocs, type RouteTable } from './route.ts'
import {
  capitalize,
  rowForEachType,
  toTag,
  entityPlaces,
  fieldsOf,
  fieldsPlaces,
  listPlaces,
  optional,
  paging,
  pagingPlaces,
  required,
  treePlaces,
  valueIssues,
} from './parameters.ts'
import { entityExamples, exampleEntity, exampleId, exampleMergeKey, examplePagination } from './examples.ts'
import { ProposedUpdate, proposedAnswer } from './proposals.ts'

const clash = 'A value that must be unique is taken.'
const notAsExpected =
  'the entity is not as `If-Match`, `If-None-Match` or `If-Unmodified-Since` expects; `error.current` then has it as it is now, and the `ETag` of the answer names this state.'
const Entity = dataOf(EntityResource)
const EntityPage = pageOf(EntityResource)
const StubPage = pageOf(ReferenceStub)
const Axes = dataOf(ProductAxes)
const exampleAxes = { axes: [{ attribute: 'material', values: ['Oak', 'Walnut'] }], origin: 'own' as const }

const knownState = optional(
  Type.String(),
  'The `ETag` of the answer that you keep: 304 as long as the entity reads the same.',
)

const preconditions = {
  'If-Match': optional(
    Type.String(),
    'The `ETag` that you read: the change is written only while the entity still reads so.',
  ),
  'If-None-Match': optional(
    Type.String(),
    'The change is written only if the entity reads otherwise by now.',
  ),
  'If-Unmodified-Since': optional(
    Type.String(),
    'The change is written only if the entity was not written since: a date of HTTP, to the second, or its `updated_at` as it reads. What it inherits, computes or refers to does not count.',
  ),
}

const one = (type: EntityType, description: string): AnswerDocs => [
  description,
  { data: exampleEntity(type) },
  { etag: true },
]
const written = (type: EntityType, description: string): AnswerDocs => [
  description,
  { data: exampleEntity(type) },
  { etag: true, edit: true },
]
const created = (type: EntityType): AnswerDocs => [
  `The new ${type}.`,
  { data: exampleEntity(type) },
  { location: true, etag: true, edit: true },
]

function treeOf(filter: Readonly<Record<string, unknown>>): object {
  const clauses = Object.entries(filter).map(([attribute, value]) =>
    typeof value === 'object' && value !== null
      ? { attribute, operator: Object.keys(value)[0], value: Object.values(value)[0] }
      : { attribute, value },
  )
  return { or: [{ and: clauses }, { attribute: 'updated_at', operator: 'gte', value: '2026-01-01' }] }
}

const readingRoutes = {
  ...rowForEachType(entityTypes, 'GET /{plural}', (type) => ({
    id: `list${capitalize(pluralOf[type])}`,
    tag: toTag(type),
    summary: `List ${pluralOf[type]}`,
    scopes: [`read:${pluralOf[type]}`],
    list: entityExamples[type],
    answers: { 200: EntityPage },
    issues: listPlaces,
    docs: () => ({
      description: 'Filters, sorts and pages. `pagination.total` counts what matches.',
      answers: {
        200: [`A page of ${pluralOf[type]}.`, { data: [exampleEntity(type)], pagination: examplePagination }],
      },
    }),
  })),
  ...rowForEachType(entityTypes, 'POST /{plural}/query', (type) => ({
    id: `query${capitalize(pluralOf[type])}`,
    tag: toTag(type),
    summary: `List ${pluralOf[type]} by a filter with groups`,
    scopes: [`read:${pluralOf[type]}`],
    body: ListQuery,
    answers: { 200: EntityPage },
    issues: { ...listPlaces, ...treePlaces },
    docs: () => ({
      description: `An extension. The body takes what \`GET /${pluralOf[type]}\` takes, and a \`filter\` written as JSON: a key to a value, to
\`{operator: value}\` or to a list of these; or groups, \`{"and": […]}\` and \`{"or": […]}\`, of clauses \`{"attribute", "operator", "value"}\` and
further groups, ${maxFilterDepth} deep and ${maxFilterClauses} clauses at most. An operator that is left out is \`eq\`. Pages, cursors and snapshots are those of the
list; only the place of a fault differs, such as \`filter.or[1].operator\`. \`GET\` takes the same JSON as \`filter\`.`,
      body: {
        examples: {
          groups: { filter: treeOf(entityExamples[type].filter), sort: '-updated_at', limit: 20 },
          keys: { filter: entityExamples[type].filter, fields: entityExamples[type].fields },
        },
      },
      answers: {
        200: [`A page of ${pluralOf[type]}.`, { data: [exampleEntity(type)], pagination: examplePagination }],
      },
    }),
  })),
  ...rowForEachType(entityTypes, 'GET /{plural}/{id}', (type) => ({
    id: `get${capitalize(type)}`,
    tag: toTag(type),
    summary: `Read one ${type}`,
    scopes: [`read:${pluralOf[type]}`],
    query: { fields: fieldsOf(entityExamples[type].fields) },
    headers: { 'If-None-Match': knownState },
    answers: { 200: Entity, 304: null },
    issues: fieldsPlaces,
    docs: () => ({
      description: `The whole ${type}, or \`attributes\` narrowed to \`fields\`. The \`ETag\` names its state either way, for \`If-None-Match\` and for \`If-Match\` of a write.`,
      answers: {
        200: one(type, `The ${type}.`),
        304: [`The ${type} is as in the answer with this \`ETag\`. No body.`, undefined, { etag: true }],
      },
    }),
  })),
  ...rowForEachType(entityTypes, 'GET /{plural}/{id}/references', (type) => ({
    id: `list${capitalize(type)}References`,
    tag: toTag(type),
    summary: `List what a reference attribute of one ${type} refers to`,
    scopes: [`read:${pluralOf[type]}`],
    query: {
      attribute: required(Type.String(), 'The key of the reference.', entityExamples[type].reference),
      ...paging,
    },
    answers: { 200: StubPage },
    issues: {
      attribute: ['required', 'not_a_defined_attribute', 'not_a_reference_attribute'],
      ...pagingPlaces,
    },
    docs: () => ({
      description:
        'What a reference, list reference or inverse reference of the entity leads to: in the order of the list, an inverse in the order of creation.',
      answers: {
        200: [
          'A page of stubs.',
          {
            data: [{ id: exampleId, type: 'vendor', label: 'Nordlys' }],
            pagination: examplePagination,
          },
        ],
      },
    }),
  })),
  'GET /products/{id}/variants': {
    id: 'listVariants',
    tag: 'Variants',
    summary: 'List the variants of one product',
    scopes: ['read:products'],
    list: entityExamples.product,
    answers: { 200: EntityPage },
    issues: listPlaces,
    docs: () => ({
      description: 'The products whose parent the product is, filtered, sorted and paged like any list.',
      answers: {
        200: [
          'A page of products.',
          { data: [{ ...exampleEntity('product'), parent_id: exampleId }], pagination: examplePagination },
        ],
      },
    }),
  },
  'GET /products/{id}/axes': {
    id: 'readAxes',
    tag: 'Variants',
    summary: 'Read by what the variants of one product differ',
    scopes: ['read:products'],
    answers: { 200: Axes },
    docs: () => ({
      description: `An extension. The attributes that tell the variants apart, in their order, each with its values in theirs. \`own\` are those that were set,
or that came with the file of a shop, \`class\` those that a class of its categories names; without any they are \`derived\`: the first choices, texts and numbers that name each variant once, ${maxAxes} at most.
Values that only variants have stand behind those that were set.`,
      answers: { 200: ['The axes of the product.', { data: exampleAxes }] },
    }),
  },
} satisfies RouteTable

const writingRoutes = {
  'PUT /products/{id}/axes': {
    id: 'setAxes',
    tag: 'Variants',
    summary: 'Set by what the variants of one product differ',
    scopes: ['write:products'],
    body: AxesUpdate,
    answers: { 200: Axes },
    issues: {
      axes: ['too_many_values'],
      'axes[<n>].attribute': ['not_a_defined_attribute', 'invalid_value'],
      'axes[<n>].values': ['too_many_values'],
    },
    docs: () => ({
      description: `An extension. Replaces the axes of the product; an empty list has them derived again. Channels take them as options, in this order. No variant is
made or changed by it.`,
      body: {
        examples: {
          one: { axes: [{ attribute: 'material', values: ['Oak', 'Walnut'] }] },
          derived: { axes: [] },
        },
      },
      answers: { 200: ['The axes as they are now.', { data: exampleAxes }, { edit: true }] },
    }),
  },
  ...rowForEachType(entityTypes, 'PATCH /{plural}/{id}', (type) => ({
    id: `update${capitalize(type)}`,
    tag: toTag(type),
    summary: `Update attribute values and parent of one ${type}`,
    scopes: [`write:${pluralOf[type]}`],
    proposes: true,
    headers: preconditions,
    body: EntityPatch,
    answers: { 200: Entity, 202: ProposedUpdate },
    issues: {
      parent_id: ['expected_uuid_or_null', 'referenced_entity_not_found', 'self_reference'],
      'attributes.<key>': valueIssues,
      'If-Unmodified-Since': ['expected_date'],
    },
    docs: () => ({
      description:
        'Sets the given values and leaves the others; `null` or an empty string clears one. A `parent_id` moves it, null detaches it.',
      body: {
        examples: { values: { attributes: entityExamples[type].patch }, detach: { parent_id: null } },
      },
      answers: {
        200: written(type, `The whole updated ${type}.`),
        202: proposedAnswer(type),
      },
      conflicts: `${clash} Or: ${notAsExpected}`,
    }),
  })),
  ...rowForEachType(upsertableTypes, 'POST /{plural}', (type) => ({
    id: `create${capitalize(type)}`,
    tag: toTag(type),
    summary: `Create one ${type}`,
    scopes: [`write:${pluralOf[type]}`],
    body: EntityCreate,
    answers: { 201: Entity },
    issues: entityPlaces,
    docs: () => {
      const { shown } = entityExamples[type]
      const mergeKey = exampleMergeKey[type]
      return {
        description: 'Needs a value for the primary attribute of the type. Defaults fill what is not given.',
        body: {
          examples: { [type]: { attributes: { ...shown, [mergeKey]: `${String(shown[mergeKey])} 2` } } },
        },
        answers: { 201: created(type) },
        conflicts: clash,
      }
    },
  })),
  ...rowForEachType(upsertableTypes, 'POST /{plural}/upsert', (type) => ({
    id: `upsert${capitalize(type)}`,
    tag: toTag(type),
    summary: `Create or update one ${type} by a customer key`,
    scopes: [`write:${pluralOf[type]}`],
    body: EntityUpsert,
    answers: { 200: Entity, 201: Entity },
    issues: {
      merge_key: ['not_a_defined_attribute', 'not_a_text_attribute', 'merge_key_value_required'],
      'attributes.<key>': valueIssues,
    },
    docs: () => {
      const { shown, patch } = entityExamples[type]
      return {
        description: `Looks for the one ${type} whose \`merge_key\` attribute equals the given value, white space around it and case ignored: updates it, or creates it where there is none. Safe to repeat.`,
        body: {
          examples: { [type]: { merge_key: exampleMergeKey[type], attributes: { ...shown, ...patch } } },
        },
        answers: { 200: written(type, `The updated ${type}.`), 201: created(type) },
        conflicts: `Several match the merge key, and the message lists their ids; or: ${clash}`,
      }
    },
  })),
} satisfies RouteTable

// Items are checked one by one by the catalog: a malformed item fails alone (decisions, Batch).
const BatchEnvelope = Type.Object(
  { merge_key: Type.Optional(Type.String()), items: Type.Array(Type.Unknown()) },
  { additionalProperties: false },
)

const batchRoutes = rowForEachType(upsertableTypes, 'POST /{plural}/batch', (type) => ({
  id: `batch${capitalize(pluralOf[type])}`,
  tag: toTag(type),
  summary: `Create or update up to 100 ${pluralOf[type]}`,
  scopes: [`write:${pluralOf[type]}`],
  body: BatchEnvelope,
  answers: { 200: BatchAnswer },
  issues: { items: ['expected_values', 'too_many_values'] },
  docs: () => {
    const { shown, patch } = entityExamples[type]
    const mergeKey = exampleMergeKey[type]
    const second = { ...shown, [mergeKey]: `${String(shown[mergeKey])} B` }
    return {
      description: `Runs the items in order, in one durable transaction. Each is atomic on its own: a failed item changes nothing and does not stop the others. An item with an \`id\` is updated, one with a merge key created or updated, one with neither created. The summary counts items that had nothing to change as \`unchanged\` and not as \`updated\`; in the list they are \`updated\` too.`,
      body: {
        properties: { items: Type.Array(BatchItem, { minItems: 1, maxItems: maxBatchItems }) },
        examples: {
          by_key: { merge_key: mergeKey, items: [{ attributes: shown }, { attributes: second }] },
          by_id: { items: [{ id: exampleId, attributes: patch }] },
        },
      },
      answers: { 200: ['What became of each item.', exampleBatch(type), { edit: true }] },
    }
  },
}))

function exampleBatch(type: EntityType) {
  return {
    data: [
      { index: 0, status: 'created', status_code: 201, id: exampleId, data: exampleEntity(type) },
      {
        index: 1,
        status: 'failed',
        status_code: 400,
        id: null,
        error: {
          code: 'validation_failed',
          message:
            'attributes.colour: No attribute of that key is defined for the entity type. GET /attributes lists the keys.',
          is_retriable: false,
          field_errors: [{ field: 'attributes.colour', issue: 'not_a_defined_attribute' }],
        },
      },
    ],
    summary: { total: 2, created: 1, updated: 0, unchanged: 0, failed: 1 },
  }
}

/** Every entity type has the same routes under its plural. Sources are created by a job and have neither upsert nor batch. */
export const entityRoutes = { ...readingRoutes, ...writingRoutes, ...batchRoutes }
