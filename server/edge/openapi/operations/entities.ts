import { Type } from 'typebox'
import type { IssueCode } from '#shared/errors.ts'
import {
  entityTypes,
  pluralOf,
  upsertableTypes,
  type EntityType,
  type UpsertableType,
} from '#shared/entities.ts'
import { EntityResource, ReferenceStub } from '#shared/schemas/entities.ts'
import { dataOf, pageOf } from '../answer-schemas.ts'
import { entityExamples, exampleEntity, exampleId, exampleMergeKey, examplePagination } from '../examples.ts'
import type { AnswerDocs, OperationDocs, OperationTable } from '../operation-docs.ts'
import { fieldsIssues, fieldsOf, listIssues, listParametersOf, paging, pagingIssues } from '../parameters.ts'
import { capitalize, toTag } from '../tags.ts'

/** What a value that is written may be refused with. */
export const valueIssues: readonly IssueCode[] = [
  'not_a_defined_attribute',
  'read_only_attribute',
  'expected_scalar',
  'expected_uuid_or_null',
  'expected_uuid_array',
  'expected_url',
  'expected_json',
  'expected_number',
  'expected_date',
  'expected_boolean',
  'not_an_acceptable_value',
  'referenced_entity_not_found',
  'required',
  'out_of_range',
  'too_short',
  'too_long',
  'pattern_mismatch',
  'invalid_check_digit',
]

const clash = 'A value that must be unique is taken.'

export const entityDocs: OperationTable = Object.fromEntries([
  ...entityTypes.flatMap((type) => Object.entries({ ...readAndPatch(type), ...references(type) })),
  ...upsertableTypes.flatMap((type) => Object.entries(createAndUpsert(type))),
  ...Object.entries(variants()),
])

function variants(): OperationTable {
  const { filter, fields } = entityExamples.product
  return {
    'GET /products/:id/variants': {
      id: 'listVariants',
      tag: 'Products',
      description: 'The products whose parent the product is, filtered, sorted and paged like any list.',
      parameters: listParametersOf({ filter, fields }),
      answers: {
        200: {
          description: 'A page of products.',
          schema: pageOf(EntityResource),
          example: {
            data: [{ ...exampleEntity('product'), parent_id: exampleId }],
            pagination: examplePagination,
          },
        },
      },
      issues: listIssues,
    },
  }
}

function readAndPatch(type: EntityType): Record<string, OperationDocs> {
  const { filter, fields, patch } = entityExamples[type]
  const plural = pluralOf[type]
  const Name = capitalize(type)
  const shared = { tag: toTag(type) }
  return {
    [`GET /${plural}`]: {
      ...shared,
      id: `list${capitalize(plural)}`,
      description: 'Filters, sorts and pages. `pagination.total` counts what matches.',
      parameters: listParametersOf({ filter, fields }),
      answers: {
        200: {
          description: `A page of ${plural}.`,
          schema: pageOf(EntityResource),
          example: { data: [exampleEntity(type)], pagination: examplePagination },
        },
      },
      issues: listIssues,
    },
    [`GET /${plural}/:id`]: {
      ...shared,
      id: `get${Name}`,
      parameters: [fieldsOf(fields)],
      answers: { 200: answer(type, `The ${type}.`) },
      issues: fieldsIssues,
    },
    [`PATCH /${plural}/:id`]: {
      ...shared,
      id: `update${Name}`,
      description:
        'Sets the given values and leaves the others; `null` or an empty string clears one. A `parent_id` moves it, null detaches it.',
      body: { examples: { values: { attributes: patch }, detach: { parent_id: null } } },
      answers: { 200: answer(type, `The whole updated ${type}.`) },
      issues: [...valueIssues, 'self_reference'],
      conflicts: clash,
    },
  }
}

function references(type: EntityType): Record<string, OperationDocs> {
  return {
    [`GET /${pluralOf[type]}/:id/references`]: {
      tag: toTag(type),
      id: `list${capitalize(type)}References`,
      description:
        'What a reference, list reference or inverse reference of the entity leads to: in the order of the list, an inverse in the order of creation.',
      parameters: [
        {
          name: 'attribute',
          description: 'The key of the reference.',
          schema: Type.String(),
          required: true,
          example: entityExamples[type].reference,
        },
        ...paging,
      ],
      answers: {
        200: {
          description: 'A page of stubs.',
          schema: pageOf(ReferenceStub),
          example: {
            data: [{ id: exampleId, type: 'vendor', label: 'Nordlys' }],
            pagination: examplePagination,
          },
        },
      },
      issues: [...pagingIssues, 'required', 'not_a_defined_attribute', 'not_a_reference_attribute'],
    },
  }
}

function createAndUpsert(type: UpsertableType): Record<string, OperationDocs> {
  const { shown, patch } = entityExamples[type]
  const plural = pluralOf[type]
  const Name = capitalize(type)
  const mergeKey = exampleMergeKey[type]
  const shared = { tag: toTag(type) }
  const renamed = { ...shown, [mergeKey]: `${String(shown[mergeKey])} 2` }
  return {
    [`POST /${plural}`]: {
      ...shared,
      id: `create${Name}`,
      description: 'Needs a value for the primary attribute of the type. Defaults fill what is not given.',
      body: { examples: { [type]: { attributes: renamed } } },
      answers: { 201: { ...answer(type, `The new ${type}.`), location: true } },
      issues: valueIssues,
      conflicts: clash,
    },
    [`POST /${plural}/upsert`]: {
      ...shared,
      id: `upsert${Name}`,
      description: `Looks for the one ${type} whose \`merge_key\` attribute equals the given value, white space around it and case ignored: updates it, or creates it where there is none. Safe to repeat.`,
      body: { examples: { [type]: { merge_key: mergeKey, attributes: { ...shown, ...patch } } } },
      answers: {
        200: answer(type, `The updated ${type}.`),
        201: { ...answer(type, `The new ${type}.`), location: true },
      },
      issues: [...valueIssues, 'merge_key_value_required', 'not_a_text_attribute'],
      conflicts: `Several match the merge key, and the message lists their ids; or: ${clash}`,
    },
  }
}

function answer(type: EntityType, description: string): AnswerDocs {
  return {
    description,
    schema: dataOf(EntityResource),
    example: { data: { ...exampleEntity(type), id: exampleId } },
  }
}
