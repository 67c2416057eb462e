import { Type } from 'typebox'
import { ChannelKeySchema } from '../schemas/channels.ts'
import {
  exportDays,
  exportDelimiters,
  exportFormats,
  exportHeaders,
  exportReferences,
  exportValues,
} from '../exports.ts'
import { filterJoins } from '../filters.ts'
import { decimalMarks } from '../imports.ts'
import { EntityTypeSchema, Uuid } from '../schemas/entities.ts'
import { Job, NewExportByProfile } from '../schemas/jobs.ts'
import { dataOf, type BodyDocs, type RouteTable } from './route.ts'
import { exampleExportId, exampleId, startedJob } from './examples.ts'
import { filterPlaces, required } from './parameters.ts'

const conflicts = 'The export is not finished yet.'

const jobId = required(Uuid, 'The id of the job.', exampleExportId)

const Bytes = Type.String({ contentMediaType: 'application/octet-stream' })

/** Exports: a job writes a file, which can be fetched until it expires (decisions, Imports and exports). */
export const exportRoutes = {
  'POST /exports': {
    id: 'startExport',
    audit: {
      action: 'export_made',
      details: { type: 'body.type', channel: 'body.channel', format: 'body.format' },
    },
    tag: 'Imports and exports',
    summary: 'Export to a file',
    typeScope: 'read',
    body: NewExportByProfile,
    mayWait: true,
    answers: { 202: dataOf(Job) },
    issues: {
      type: ['required', 'invalid_value'],
      format: ['invalid_value'],
      channel: ['invalid_value'],
      ...filterPlaces,
      sort: ['not_a_defined_attribute', 'not_sortable'],
      fields: ['not_a_defined_attribute', 'not_selectable_inverse_reference', 'expected_values'],
      ids: ['expected_values', 'too_many_values'],
      'ids[<n>]': ['expected_uuid'],
      view: ['invalid_value'],
      values: ['invalid_value'],
      references: ['invalid_value'],
      headers: ['invalid_value'],
      delimiter: ['invalid_value'],
      decimal: ['invalid_value'],
      recipe: ['invalid_value'],
      pattern: ['invalid_value'],
    },
    docs: () => ({
      description: `A job writes a file of one state of the workspace. What is exported: everything of the type; what \`filter\` (as in
\`POST /bulk-edits\`), \`q\` and \`sort\` (as in lists) say; the entities of \`ids\`, in their order; or what a saved \`view\` (id or name)
shows, whose filters a \`filter\` narrows. \`fields\` names the columns in their order: attribute keys and \`id\`, \`parent_id\`, \`type\`,
\`label\`, \`created_at\`, \`updated_at\`; without it \`id\`, \`parent_id\` and every attribute. \`values\`: \`own\` or \`effective\` (with what is
inherited, rolled up, looked up and computed). \`references\`: \`labels\` where a label finds the entity again, else ids; or \`ids\`.
\`headers\`: \`keys\` or \`names\`. Lists of references are joined by commas, in JSONL they are arrays. Excel opens a CSV
as a table with \`bom\`, and where it writes 1,5 with \`delimiter\` \`;\` and \`decimal\` \`comma\`. Texts stay texts: in CSV one that
begins with = + - @, a tab or a return, with or without apostrophes before it, gets one apostrophe more, which an import takes away
again; in a workbook it is a text cell. The result tells \`rows\`, \`columns\`, \`file\` and \`expires_at\`, ${exportDays} days on. Importing the
file changes nothing.

With \`channel\` (and \`read:channels\`) it is the file that an enabled channel takes: XML or TSV for google_merchant, CSV for shopify
and woocommerce, a flat file to be uploaded by hand (TSV) or the listings feed of the Selling Partner API (JSON)
for amazon, with variants as the channel has them. Values are effective. \`currency\` (ISO 4217) is for prices whose
attribute has no currency as its unit. A product without a sound value in every required field is left out, another unsound value is
left out alone; the result counts \`products\`, \`exported\`, \`left_out\`, \`values_left_out\` and \`reasons\` with remedies, tells in
\`not_sent\` the attributes that no field takes, and names a \`report\` of every case. Where no product would be in the file the job is
\`failed\`, and \`result.error\` says what is missing beside those counts. Pictures that the workspace holds stand in the file below the
public address that the owner names under Channels; with \`pictures\` the job packs them into an archive, which has to be put there. They are renditions by \`recipe\`, or by that of the channel, under the names of \`pattern\`
(as in \`POST /asset-exports\`), or by SKU, number and the beginning of their hash.`,
      body: exportRequest(),
      answers: {
        202: [
          'The job.',
          { data: { ...startedJob('export', { type: 'product', format: 'csv' }), id: exampleExportId } },
          { location: true },
        ],
      },
    }),
  },
  'GET /exports/{job_id}/file': {
    id: 'getExportFile',
    audit: { action: 'export_downloaded', subject: 'params.job_id' },
    tag: 'Imports and exports',
    summary: 'Download the file of an export',
    typeScope: 'read',
    params: { job_id: jobId },
    answers: { 200: Bytes },
    docs: () => ({
      description: 'The whole file, under the name that the result of the job tells.',
      answers: { 200: ['The file.', undefined, { mediaType: '*/*' }] },
      conflicts,
    }),
  },
  'GET /exports/{job_id}/pictures': {
    id: 'getExportPictures',
    audit: { action: 'export_downloaded', subject: 'params.job_id' },
    tag: 'Imports and exports',
    summary: 'Download the pictures that the file of a channel names',
    typeScope: 'read',
    params: { job_id: jobId },
    answers: { 200: Bytes },
    docs: () => ({
      description:
        'A ZIP of the pictures of the workspace that the file names, for an export with `pictures`. Each has the name that stands in the file behind the picture address of the channel.',
      answers: { 200: ['The archive.', undefined, { mediaType: '*/*' }] },
      conflicts,
    }),
  },
  'GET /exports/{job_id}/report': {
    id: 'getExportReport',
    audit: { action: 'export_downloaded', subject: 'params.job_id' },
    tag: 'Imports and exports',
    summary: 'Download what a channel export has left out',
    typeScope: 'read',
    params: { job_id: jobId },
    answers: { 200: Bytes },
    docs: () => ({
      description:
        'What an export to a channel has left out: a CSV of every product and value, with the field and the reason.',
      answers: { 200: ['The report.', undefined, { mediaType: '*/*' }] },
      conflicts,
    }),
  },
} satisfies RouteTable

function exportRequest(): BodyDocs {
  return {
    properties: {
      type: EntityTypeSchema,
      format: Type.Enum([...exportFormats, 'xml', 'tsv', 'json'], {
        description: 'csv if none is given; of a channel the first it takes.',
      }),
      channel: ChannelKeySchema,
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      filter_join: Type.Enum([...filterJoins], { default: 'and' }),
      ids: Type.Array(Uuid, { minItems: 1, maxItems: 100_000 }),
      values: Type.Enum([...exportValues], { default: 'own' }),
      references: Type.Enum([...exportReferences], { default: 'labels' }),
      headers: Type.Enum([...exportHeaders], { default: 'keys' }),
      delimiter: Type.Enum([...exportDelimiters], { default: ',' }),
      decimal: Type.Enum([...decimalMarks], {
        default: 'point',
        description: 'What stands before the decimals of the numbers of a CSV.',
      }),
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
      excel: { type: 'product', delimiter: ';', decimal: 'comma', bom: true },
      selected: { type: 'product', format: 'jsonl', ids: [exampleId] },
      channel: { channel: 'google_merchant', format: 'xml', currency: 'EUR', pictures: true },
    },
  }
}
