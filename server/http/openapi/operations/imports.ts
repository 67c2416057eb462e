import { Type } from 'typebox'
import { EntityTypeSchema } from '#shared/schemas/entities.ts'
import { Job } from '#shared/schemas/jobs.ts'
import { dataOf } from '../answer-schemas.ts'
import { exampleJob } from '../examples.ts'
import type { OperationTable } from '../operation-docs.ts'

const ImportForm = Type.Object(
  {
    type: EntityTypeSchema,
    format: Type.Enum(['csv']),
    merge_key: Type.Optional(Type.String({ description: 'Without it every row is a new entity.' })),
    mapping: Type.Optional(
      Type.String({
        description: 'A JSON object from column names to attribute keys; null leaves a column out.',
      }),
    ),
    create_missing_attributes: Type.Optional(Type.Enum(['true', 'false'])),
    empty_cells: Type.Optional(Type.Enum(['ignore', 'clear'])),
    dry_run: Type.Optional(Type.Enum(['true', 'false'])),
    file: Type.String({
      contentMediaType: 'application/octet-stream',
      description: 'The file, as the last part.',
    }),
  },
  { additionalProperties: false },
)

export const importDocs: OperationTable = {
  'POST /imports': {
    id: 'startImport',
    tag: 'Imports and exports',
    access:
      'Needs the write scope of the type, such as `write:products`, and `write:attributes` where missing attributes are created.',
    description:
      'Takes the file in and works it off by a job. A dry run answers the same counts and changes nothing.',
    body: {
      form: ImportForm,
      examples: {
        products: {
          type: 'product',
          format: 'csv',
          merge_key: 'sku',
          dry_run: 'true',
          file: 'sku,product_name,price\nCH-100,Oak chair,129\n',
        },
      },
    },
    answers: {
      202: { description: 'The job.', schema: dataOf(Job), example: { data: exampleJob }, location: true },
    },
    issues: [
      'required',
      'invalid_value',
      'expected_boolean',
      'not_a_defined_attribute',
      'not_a_text_attribute',
    ],
  },
}
