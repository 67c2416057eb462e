import { Type } from 'typebox'
import { EntityTypeSchema, Uuid } from '#shared/schemas/entities.ts'
import {
  exportDays,
  exportDelimiters,
  exportFormats,
  exportHeaders,
  exportReferences,
  exportValues,
} from '#shared/exports.ts'
import { channelKeys } from '#shared/channels.ts'
import { filterJoins } from '#shared/filters.ts'
import { Job } from '#shared/schemas/jobs.ts'
import { dataOf } from '../answer-schemas.ts'
import { exampleExportId, exampleId, exampleJob } from '../examples.ts'
import type { OperationTable, ParameterDocs } from '../operation-docs.ts'

const access = 'Needs the read scope of the type, such as `read:products`.'

const conflicts = 'The export is not finished yet.'

const jobId: ParameterDocs = {
  name: 'job_id',
  in: 'path',
  description: 'The id of the job.',
  schema: Uuid,
  example: exampleExportId,
}

const bytes = {
  schema: Type.String({ contentMediaType: 'application/octet-stream' }),
  example: undefined,
  mediaType: '*/*',
}

export const exportDocs: OperationTable = {
  'POST /exports': {
    id: 'startExport',
    tag: 'Imports and exports',
    access,
    description: `A job writes a file of one state of the workspace. What is exported: everything of the type; what \`filter\` (as in
\`POST /bulk-edits\`), \`q\` and \`sort\` (as in lists) say; the entities of \`ids\`, in their order; or what a saved \`view\` (id or name)
shows, whose filters a \`filter\` narrows. \`fields\` names the columns in their order: attribute keys and \`id\`, \`parent_id\`, \`type\`,
\`label\`, \`created_at\`, \`updated_at\`; without it \`id\`, \`parent_id\` and every attribute. \`values\`: \`own\` or \`effective\` (with what is
inherited, rolled up, looked up and computed). \`references\`: \`labels\` where a label finds the entity again, else ids; or \`ids\`.
\`headers\`: \`keys\` or \`names\`. Lists of references are joined by commas, in JSONL they are arrays. Texts stay texts: in CSV one that
begins with = + - @, a tab or a return, with or without apostrophes before it, gets one apostrophe more, which an import takes away
again; in a workbook it is a text cell. The result tells \`rows\`, \`columns\`, \`file\` and \`expires_at\`, ${exportDays} days on. Importing the
file changes nothing.

With \`channel\` (and \`read:channels\`) it is the file that an enabled channel takes: XML or TSV for google_merchant, CSV for shopify
and woocommerce, TSV for amazon, with variants as the channel has them. Values are effective. \`currency\` (ISO 4217) is for prices whose
attribute has no currency as its unit. A product without a sound value in every required field is left out, another unsound value is
left out alone; the result counts \`products\`, \`exported\`, \`left_out\`, \`values_left_out\` and \`reasons\` and names a \`report\` of
every case.`,
    body: {
      properties: {
        type: EntityTypeSchema,
        format: Type.Enum([...exportFormats, 'xml', 'tsv'], {
          description: 'csv if none is given; of a channel the first it takes.',
        }),
        channel: Type.Enum([...channelKeys]),
        currency: Type.String({ pattern: '^[A-Z]{3}$' }),
        filter_join: Type.Enum([...filterJoins], { default: 'and' }),
        ids: Type.Array(Uuid, { minItems: 1, maxItems: 100_000 }),
        values: Type.Enum([...exportValues], { default: 'own' }),
        references: Type.Enum([...exportReferences], { default: 'labels' }),
        headers: Type.Enum([...exportHeaders], { default: 'keys' }),
        delimiter: Type.Enum([...exportDelimiters], { default: ',' }),
        bom: Type.Boolean({
          default: false,
          description: 'Begin a CSV with a byte order mark, by which Excel reads it as UTF-8.',
        }),
      },
      examples: {
        everything: { type: 'product' },
        filtered: {
          type: 'product',
          format: 'xlsx',
          filter: { material: 'Oak' },
          sort: '-price',
          fields: ['id', 'sku', 'product_name', 'price'],
          values: 'effective',
        },
        selected: { type: 'product', format: 'jsonl', ids: [exampleId] },
        channel: { channel: 'google_merchant', format: 'xml', currency: 'EUR' },
      },
    },
    answers: {
      202: {
        description: 'The job.',
        schema: dataOf(Job),
        example: { data: { ...exampleJob, id: exampleExportId, name: 'export' } },
        location: true,
      },
    },
    issues: [
      'required',
      'invalid_value',
      'not_a_defined_attribute',
      'not_sortable',
      'not_selectable_inverse_reference',
      'unknown_operator',
      'operator_not_supported_for_type',
      'expected_value_or_use_exists',
      'expected_values',
      'expected_uuid',
      'too_many_values',
    ],
  },
  'GET /exports/:job_id/file': {
    id: 'getExportFile',
    tag: 'Imports and exports',
    access,
    description: 'The whole file, under the name that the result of the job tells.',
    parameters: [jobId],
    answers: { 200: { description: 'The file.', ...bytes } },
    conflicts,
  },
  'GET /exports/:job_id/report': {
    id: 'getExportReport',
    tag: 'Imports and exports',
    access,
    description:
      'What an export to a channel has left out: a CSV of every product and value, with the field and the reason.',
    parameters: [jobId],
    answers: { 200: { description: 'The report.', ...bytes } },
    conflicts,
  },
}
