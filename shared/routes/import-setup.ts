import { Type } from 'typebox'
import { EntityTypeSchema, Uuid } from '../schemas/entities.ts'
import {
  PreviewRequest,
  UploadedImport,
  ImportPreview,
  ImportUpload,
  ImportProfile,
  ImportProfilePatch,
  NewImportProfile,
} from '../schemas/imports.ts'
import { Job } from '../schemas/jobs.ts'
import { dataOf, listOf, type AnswerDocs, type IssuePlaces, type AppRouteTable } from './route.ts'
import { exampleJob, exampleProfileId, exampleUploadId } from './examples.ts'
import { required } from './parameters.ts'

const uploadId = required(Uuid, 'The id of the file that was sent.', exampleUploadId)

const profileId = required(Uuid, 'The id of the profile.', exampleProfileId)

const FileForm = Type.Object(
  { file: Type.String({ contentMediaType: 'application/octet-stream', description: 'The file.' }) },
  { additionalProperties: false },
)

const PicturesForm = Type.Object(
  {
    files: Type.String({
      contentMediaType: 'application/octet-stream',
      description: 'The pictures, each in a part of this name.',
    }),
  },
  { additionalProperties: false },
)

const UploadPictures = Type.Object({ pictures: Type.Integer() })

const exampleFile = 'sku;Preis\nCH-100;1.129,50\n'

const exampleUpload = { id: exampleUploadId, name: 'prices.csv', size: 25, format: 'csv' as const }

const examplePreview = {
  format: 'csv' as const,
  encoding: 'utf-8',
  delimiter: ';',
  sheet: null,
  sheets: [],
  shape: null,
  creations: [],
  first_rows: [['Preis'], ['1.129,50']],
  rows: 1,
  is_whole: true,
  merge_key: 'sku',
  merge_keys: [
    {
      key: 'sku',
      header: 'sku',
      reason: 'It holds article numbers.',
      rows: 1,
      is_estimate: false,
      unique: true,
      filled: 1,
      known: 1,
      new: 0,
      is_sure: true,
    },
  ],
  remembered: null,
  missing_references: [],
  warnings: [],
  columns: [
    {
      index: 1,
      header: 'Preis',
      samples: ['1.129,50'],
      filled: 1,
      data_type: 'number' as const,
      acceptable_values: [],
      rule: { key: 'price', decimal: 'comma' as const },
      new_key: 'preis',
      reason: 'mapping' as const,
      because: 'Chosen by hand or by saved settings.',
      confidence: 'certain' as const,
      converted: ['1129.50'],
      proposals: [],
      names_pictures: false,
      misfits: [],
    },
  ],
  questions: [],
  problems: [],
}

const settings = { merge_key: 'sku', mapping: { Preis: { key: 'price', decimal: 'comma' as const } } }

const exampleProfile = {
  id: exampleProfileId,
  name: 'Price list of Acme',
  entity_type: 'product' as const,
  settings,
}

const oneUpload = (description: string): AnswerDocs => [description, { data: exampleUpload }]

const oneProfile = (description: string): AnswerDocs => [description, { data: exampleProfile }]

const requestPlaces: IssuePlaces = {
  type: ['required', 'invalid_value'],
  merge_key: ['not_a_defined_attribute', 'not_a_text_attribute'],
}

const nameTaken = 'There is another profile of this name.'

/**
 * Imports of the owner's app: a file is sent once, previewed as often as needed, then imported; settings
 * are saved as profiles.
 */
export const importSetupRoutes = {
  'POST /import-uploads': {
    id: 'sendImportFile',
    role: 'editor',
    summary: 'Send a file to import',
    form: FileForm,
    answers: { 201: dataOf(ImportUpload) },
    issues: { file: ['required'] },
    docs: () => ({
      description: 'The file is kept for a day, to be looked at and imported as often as needed.',
      body: { examples: { prices: { file: exampleFile } } },
      answers: { 201: oneUpload('The file.') },
    }),
  },
  'POST /import-uploads/{id}/pictures': {
    id: 'sendImportPictures',
    role: 'editor',
    summary: 'Send the pictures that a file names',
    params: { id: uploadId },
    form: PicturesForm,
    answers: { 200: dataOf(UploadPictures) },
    issues: { files: ['required'] },
    docs: () => ({
      description:
        'Pictures, or archives of them, that cells of the file name. They are kept as long as the file, and its previews and imports find them where no `images_folder` is given.',
      body: { examples: { pictures: { files: 'chair.jpg' } } },
      answers: { 200: ['How many pictures there are by now.', { data: { pictures: 20 } }] },
    }),
  },
  'POST /import-uploads/{id}/preview': {
    id: 'previewImport',
    role: 'editor',
    summary: 'Look at a file to import',
    params: { id: uploadId },
    body: PreviewRequest,
    answers: { 200: dataOf(ImportPreview) },
    issues: requestPlaces,
    docs: () => ({
      description: `Looks at the first 100,000 rows, of a workbook at 10,000: what each column holds, where it would go and why, how its numbers and dates seem to be written,
and what becomes of a few cells; by which columns rows may find what is there (\`merge_keys\`); and the settings of an earlier import of a
file with the same columns and a name that differs in its digits only (\`remembered\`); and what the cells name and is not there
(\`missing_references\`). Send the rules back as \`mapping\`, changed or not. What does not fit between settings and file is in
\`problems\`; an import would be refused for it. What can be read in two ways, and nothing in the file decides, is among the
\`questions\` with both readings shown on its own cells; \`decimal\` and \`dates\` answer them.`,
      body: {
        properties: { type: EntityTypeSchema },
        examples: { first: { type: 'product' }, changed: { type: 'product', ...settings } },
      },
      answers: { 200: ['What there is to see.', { data: examplePreview }] },
    }),
  },
  'POST /import-uploads/{id}/import': {
    id: 'importSentFile',
    role: 'editor',
    summary: 'Import a file that was sent',
    params: { id: uploadId },
    body: UploadedImport,
    answers: { 202: dataOf(Job) },
    issues: requestPlaces,
    docs: () => ({
      description: `As \`POST /imports\`, with a file that was sent before; it stays for the next time. \`images_folder\` is a folder of this computer: cells
of image columns that name a file in it, with or without what follows the dot, get that picture.`,
      body: {
        properties: { type: EntityTypeSchema },
        examples: { rehearsal: { type: 'product', ...settings, dry_run: true } },
      },
      answers: { 202: ['The job.', { data: exampleJob }, { location: true }] },
    }),
  },
  'DELETE /import-uploads/{id}': {
    id: 'removeImportFile',
    role: 'editor',
    summary: 'Remove a file that was sent',
    params: { id: uploadId },
    answers: { 200: dataOf(ImportUpload) },
    docs: () => ({ answers: { 200: oneUpload('The file that was.') } }),
  },
  'GET /import-profiles': {
    id: 'listImportProfiles',
    role: 'editor',
    summary: 'List import profiles',
    answers: { 200: listOf(ImportProfile) },
    docs: () => ({
      description: 'Oldest first.',
      answers: { 200: ['The profiles.', { data: [exampleProfile] }] },
    }),
  },
  'POST /import-profiles': {
    id: 'createImportProfile',
    role: 'editor',
    summary: 'Save an import profile',
    body: NewImportProfile,
    answers: { 201: dataOf(ImportProfile) },
    issues: { name: ['required', 'too_long'], entity_type: ['invalid_value'] },
    docs: () => ({
      description:
        'Settings of imports under a name, by which `POST /imports` and the command line take them.',
      body: {
        properties: { entity_type: EntityTypeSchema },
        examples: { prices: { name: 'Price list of Beta', entity_type: 'product', settings } },
      },
      answers: { 201: oneProfile('The profile.') },
      conflicts: nameTaken,
    }),
  },
  'PATCH /import-profiles/{id}': {
    id: 'updateImportProfile',
    role: 'editor',
    summary: 'Change an import profile',
    params: { id: profileId },
    body: ImportProfilePatch,
    answers: { 200: dataOf(ImportProfile) },
    issues: { name: ['required', 'too_long'] },
    docs: () => ({
      description: 'Settings are replaced as a whole.',
      body: { examples: { rename: { name: 'Prices of Acme' }, settings: { settings } } },
      answers: { 200: oneProfile('The profile.') },
      conflicts: nameTaken,
    }),
  },
  'DELETE /import-profiles/{id}': {
    id: 'deleteImportProfile',
    role: 'editor',
    summary: 'Delete an import profile',
    params: { id: profileId },
    answers: { 200: dataOf(ImportProfile) },
    docs: () => ({ answers: { 200: oneProfile('The profile that was.') } }),
  },
} satisfies AppRouteTable
