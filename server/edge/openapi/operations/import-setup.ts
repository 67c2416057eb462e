import { Type } from 'typebox'
import { EntityTypeSchema, Uuid } from '#shared/schemas/entities.ts'
import { ImportPreview, ImportProfile, ImportUpload } from '#shared/schemas/imports.ts'
import { Job } from '#shared/schemas/jobs.ts'
import { dataOf, listOf } from '../answer-schemas.ts'
import { exampleJob, exampleProfileId, exampleUploadId } from '../examples.ts'
import type { OperationTable, ParameterDocs } from '../operation-docs.ts'
import { jobId } from './jobs.ts'
import { workspaceParameter } from './owner.ts'

const tag = 'Owner'

const uploadId: ParameterDocs = {
  name: 'id',
  in: 'path',
  description: 'The id of the file that was sent.',
  schema: Uuid,
  example: exampleUploadId,
}

const profileId: ParameterDocs = {
  name: 'id',
  in: 'path',
  description: 'The id of the profile.',
  schema: Uuid,
  example: exampleProfileId,
}

const FileForm = Type.Object(
  { file: Type.String({ contentMediaType: 'application/octet-stream', description: 'The file.' }) },
  { additionalProperties: false },
)

const exampleFile = 'sku;Preis\nCH-100;1.129,50\n'

const exampleUpload = { id: exampleUploadId, name: 'prices.csv', size: 25, format: 'csv' as const }

const examplePreview = {
  format: 'csv' as const,
  encoding: 'utf-8',
  delimiter: ';',
  sheet: null,
  sheets: [],
  first_rows: [['Preis'], ['1.129,50']],
  rows: 1,
  is_whole: true,
  merge_key: 'sku',
  columns: [
    {
      index: 1,
      header: 'Preis',
      samples: ['1.129,50'],
      filled: 1,
      data_type: 'number' as const,
      acceptable_values: [],
      rule: { key: 'price', decimal: 'comma' as const },
      reason: 'mapping' as const,
      converted: ['1129.50'],
    },
  ],
  problems: [],
}

const settings = { merge_key: 'sku', mapping: { Preis: { key: 'price', decimal: 'comma' as const } } }

const exampleProfile = {
  id: exampleProfileId,
  name: 'Price list of Acme',
  entity_type: 'product' as const,
  settings,
}

const oneUpload = (description: string) => ({
  description,
  schema: dataOf(ImportUpload),
  example: { data: exampleUpload },
})

const oneProfile = (description: string) => ({
  description,
  schema: dataOf(ImportProfile),
  example: { data: exampleProfile },
})

const requestIssues = [
  'required',
  'invalid_value',
  'not_a_defined_attribute',
  'not_a_text_attribute',
] as const

const nameTaken = 'There is another profile of this name.'

export const importSetupDocs: OperationTable = {
  'POST /import-uploads': {
    id: 'sendImportFile',
    tag,
    description: 'The file is kept for a day, to be looked at and imported as often as needed.',
    parameters: [workspaceParameter],
    body: { form: FileForm, examples: { prices: { file: exampleFile } } },
    answers: { 201: oneUpload('The file.') },
    issues: ['required'],
  },
  'POST /import-uploads/:id/preview': {
    id: 'previewImport',
    tag,
    description: `Looks at the first 1,000 rows: what each column holds, where it would go and why, how its numbers and dates seem to be written,
and what becomes of a few cells. Send the rules back as \`mapping\`, changed or not. What does not fit between settings and file is in
\`problems\`; an import would be refused for it.`,
    parameters: [workspaceParameter, uploadId],
    body: {
      properties: { type: EntityTypeSchema },
      examples: { first: { type: 'product' }, changed: { type: 'product', ...settings } },
    },
    answers: {
      200: {
        description: 'What there is to see.',
        schema: dataOf(ImportPreview),
        example: { data: examplePreview },
      },
    },
    issues: requestIssues,
  },
  'POST /import-uploads/:id/import': {
    id: 'importSentFile',
    tag,
    description: `As \`POST /imports\`, with a file that was sent before; it stays for the next time. \`images_folder\` is a folder of this computer: cells
of image columns that name a file in it, with or without what follows the dot, get that picture.`,
    parameters: [workspaceParameter, uploadId],
    body: {
      properties: { type: EntityTypeSchema },
      examples: { rehearsal: { type: 'product', ...settings, dry_run: true } },
    },
    answers: {
      202: { description: 'The job.', schema: dataOf(Job), example: { data: exampleJob }, location: true },
    },
    issues: requestIssues,
  },
  'DELETE /import-uploads/:id': {
    id: 'removeImportFile',
    tag,
    parameters: [workspaceParameter, uploadId],
    answers: { 200: oneUpload('The file that was.') },
  },
  'GET /import-profiles': {
    id: 'listImportProfiles',
    tag,
    description: 'Oldest first.',
    parameters: [workspaceParameter],
    answers: {
      200: {
        description: 'The profiles.',
        schema: listOf(ImportProfile),
        example: { data: [exampleProfile] },
      },
    },
  },
  'POST /import-profiles': {
    id: 'createImportProfile',
    tag,
    description: 'Settings of imports under a name, by which `POST /imports` and the command line take them.',
    parameters: [workspaceParameter],
    body: {
      properties: { entity_type: EntityTypeSchema },
      examples: { prices: { name: 'Price list of Beta', entity_type: 'product', settings } },
    },
    answers: { 201: oneProfile('The profile.') },
    issues: ['required', 'too_long', 'invalid_value'],
    conflicts: nameTaken,
  },
  'PATCH /import-profiles/:id': {
    id: 'updateImportProfile',
    tag,
    description: 'Settings are replaced as a whole.',
    parameters: [workspaceParameter, profileId],
    body: { examples: { rename: { name: 'Prices of Acme' }, settings: { settings } } },
    answers: { 200: oneProfile('The profile.') },
    issues: ['required', 'too_long'],
    conflicts: nameTaken,
  },
  'DELETE /import-profiles/:id': {
    id: 'deleteImportProfile',
    tag,
    parameters: [workspaceParameter, profileId],
    answers: { 200: oneProfile('The profile that was.') },
  },
  'POST /jobs/:id/undo': {
    id: 'undoImport',
    tag,
    description:
      'What the import created goes to the trash; what it changed gets its old value, unless somebody has changed it since. New attributes and options stay. A job does it.',
    parameters: [workspaceParameter, { ...jobId, description: 'The id of the job of the import.' }],
    answers: {
      202: { description: 'The job.', schema: dataOf(Job), example: { data: exampleJob }, location: true },
    },
    conflicts: 'The job is no import, still runs, or has changed nothing.',
  },
}
