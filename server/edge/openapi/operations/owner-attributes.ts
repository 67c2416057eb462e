import { FormulaPreview } from '#shared/schemas/app-surface.ts'
import { AttributeConfig } from '#shared/schemas/attributes.ts'
import { EntityTypeSchema } from '#shared/schemas/entities.ts'
import { dataOf, listOf } from '../answer-schemas.ts'
import { exampleId } from '../examples.ts'
import type { OperationTable } from '../operation-docs.ts'
import { exampleConfig, ifNoneMatch, unchangedDefinitions } from './attributes.ts'
import { workspaceParameter } from './owner.ts'

const tag = 'Owner'

export const ownerAttributeDocs: OperationTable = {
  'GET /attributes': {
    id: 'listAttributeConfigs',
    tag,
    parameters: [
      workspaceParameter,
      {
        name: 'type',
        description: 'Whose attributes.',
        schema: EntityTypeSchema,
        required: true,
        example: 'product',
      },
      ifNoneMatch,
    ],
    answers: {
      200: {
        description: 'The full definitions.',
        schema: listOf(AttributeConfig),
        example: { data: [exampleConfig] },
        etag: true,
      },
      304: unchangedDefinitions,
    },
    issues: ['required', 'invalid_value'],
  },
  'POST /formula-preview': {
    id: 'previewFormula',
    tag,
    description:
      'What a formula gives for one entity, or what is wrong with it and where: the characters from `start` up to the one before `end`, counted from 0. Nothing is stored.',
    parameters: [workspaceParameter],
    body: { examples: { margin: { type: 'product', formula: '{{price}} * 2', entity_id: exampleId } } },
    answers: {
      200: {
        description: 'The value or the fault.',
        schema: dataOf(FormulaPreview),
        example: { data: { fault: null, label: 'CH-100', value: 258 } },
      },
    },
    issues: ['invalid_value'],
  },
  'DELETE /attributes/:key': {
    id: 'deleteAttribute',
    tag,
    description: 'Takes every stored value of the attribute along.',
    parameters: [
      workspaceParameter,
      {
        name: 'type',
        description: 'Which entity type the key is defined for; needed where several types have it.',
        schema: EntityTypeSchema,
        example: 'product',
      },
    ],
    answers: {
      200: {
        description: 'The definition as it was.',
        schema: dataOf(AttributeConfig),
        example: { data: exampleConfig },
      },
    },
    issues: ['required', 'invalid_value'],
    conflicts: 'Formulas, lookups or inverse references need the attribute; the message names them.',
  },
  'POST /attributes/:key/move': {
    id: 'moveAttribute',
    tag,
    description: 'The order of the attributes is that of the columns where no view says otherwise.',
    parameters: [workspaceParameter],
    body: { examples: { last: { type: 'product', before: null } } },
    answers: {
      200: {
        description: 'The definition.',
        schema: dataOf(AttributeConfig),
        example: { data: exampleConfig },
      },
    },
    issues: ['required', 'invalid_value', 'not_a_defined_attribute'],
  },
}
