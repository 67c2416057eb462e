import { Type } from 'typebox'
import { maxBatchItems, pluralOf, upsertableTypes, type UpsertableType } from '#shared/entities.ts'
import { BatchAnswer, BatchItem } from '#shared/schemas/entities.ts'
import { entityExamples, exampleEntity, exampleId, exampleMergeKey } from '../examples.ts'
import type { OperationDocs, OperationTable } from '../operation-docs.ts'
import { capitalize, toTag } from '../tags.ts'

export const batchDocs: OperationTable = Object.fromEntries(
  upsertableTypes.map((type) => [`POST /${pluralOf[type]}/batch`, batchOf(type)]),
)

function batchOf(type: UpsertableType): OperationDocs {
  const plural = pluralOf[type]
  const { shown, patch } = entityExamples[type]
  const mergeKey = exampleMergeKey[type]
  const second = { ...shown, [mergeKey]: `${String(shown[mergeKey])} B` }
  return {
    id: `batch${capitalize(plural)}`,
    tag: toTag(type),
    description: `Runs the items in order, in one durable transaction. Each is atomic on its own: a failed item changes nothing and does not stop the others. An item with an \`id\` is updated, one with a merge key created or updated, one with neither created.`,
    body: {
      properties: { items: Type.Array(BatchItem, { minItems: 1, maxItems: maxBatchItems }) },
      examples: {
        by_key: { merge_key: mergeKey, items: [{ attributes: shown }, { attributes: second }] },
        by_id: { items: [{ id: exampleId, attributes: patch }] },
      },
    },
    answers: {
      200: {
        description: 'What became of each item.',
        schema: BatchAnswer,
        example: {
          data: [
            { index: 0, status: 'created', status_code: 201, id: exampleId, data: exampleEntity(type) },
            {
              index: 1,
              status: 'failed',
              status_code: 400,
              id: null,
              error: {
                code: 'validation_failed',
                message: 'The request has faults in attributes.colour; field_errors lists them.',
                is_retriable: false,
                field_errors: [{ field: 'attributes.colour', issue: 'not_a_defined_attribute' }],
              },
            },
          ],
          summary: { total: 2, created: 1, updated: 0, failed: 1 },
        },
      },
    },
    issues: ['expected_values', 'too_many_values'],
  }
}
