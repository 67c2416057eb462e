import { Type } from 'typebox'
import { assetModes, assetStatuses, maxRules } from '../assets.ts'
import { filterJoins } from '../filters.ts'
import { defaultNamePattern, maxExportedFiles } from '../exports.ts'
import { AssetApply, AssetMatch, AssetPlanRow, AssetRuleDocs, NewAssetExport } from '../schemas/assets.ts'
import { DuplicateGroup } from '../schemas/duplicates.ts'
import { Uuid } from '../schemas/entities.ts'
import { AssetApplyResult, Job } from '../schemas/jobs.ts'
import { dataOf, pageOf, type RouteTable } from './route.ts'
import {
  exampleGroupId,
  exampleHash,
  exampleId,
  exampleJobId,
  exampleMergedId,
  examplePagination,
  startedJob,
} from './examples.ts'
import { filterPlaces, optional, paging, pagingPlaces, required } from './parameters.ts'

const jobId = { job_id: required(Uuid, 'The id of the job of the match.', exampleJobId) }

const examplePlanRow = {
  index: 0,
  file: { name: 'CH-100_1.jpg', hash: exampleHash, size: 812_345, width: 2400, height: 1600 },
  status: 'matched',
  rule: 0,
  entity: { id: exampleId, type: 'product', label: 'CH-100' },
  attribute: 'gallery_images',
  position: 1,
  candidates: [],
  note: null,
}

const matched = { type: 'product', attribute: 'gallery_images' }

export const assetRoutes = {
  'POST /asset-matches': {
    id: 'matchAssets',
    tag: 'Files',
    summary: 'Find the products of files by their names',
    scopes: ['write:images', 'write:products'],
    body: AssetMatch,
    takesForm: true,
    mayWait: true,
    answers: { 202: dataOf(Job) },
    issues: {
      files: ['required', 'invalid_value', 'expected_values', 'too_many_values'],
      'files[<n>].hash': ['invalid_value'],
      'files[<n>].name': ['required'],
      rules: ['required', 'expected_values', 'too_many_values'],
      'rules[<n>].by': ['invalid_value'],
      'rules[<n>].attribute': ['not_a_defined_attribute', 'not_a_text_attribute'],
      'rules[<n>].pattern': ['required', 'invalid_value'],
      'rules[<n>].csv': ['required'],
      'rules[<n>].field': ['invalid_value'],
      attribute: ['required', 'not_a_defined_attribute', 'not_a_reference_attribute'],
      as: ['invalid_value'],
    },
    docs: () => ({
      description: `Tries the rules (1 to ${maxRules}) in their order for each file; the first that finds exactly one product decides. \`key\` reads a key at the beginning of the name, or where \`pattern\`, such as \`{key}[_- ]{n}\`, has it; \`gtin\` any GTIN in the name; \`folder\` the name of the folder at \`level\`, the outermost being 1; \`column\` a list (\`csv\`) of file names and keys; \`iptc\` a text in the picture; \`pattern\` an expression with the groups \`key\`, \`n\` and \`view\`.
\`attribute\` refers to images or holds a file. The job makes a plan, which \`GET /asset-matches/{job_id}/rows\` pages and \`POST /asset-matches/{job_id}/apply\` writes as one edit; with \`dry_run: false\` the job applies what it has matched itself.
The files are at most 10,000 stored ones (\`files\`, each with \`hash\` and \`name\`), or parts of a \`multipart/form-data\` named \`files\`, each with its name, behind the other members as text parts (\`rules\` as JSON); a part that is a ZIP is opened, and its folders count. The owner may name a folder of this computer instead.`,
      body: {
        required: ['rules', 'attribute'],
        properties: {
          rules: Type.Array(AssetRuleDocs, { minItems: 1, maxItems: maxRules }),
          as: Type.Enum([...assetModes], { default: 'append' }),
        },
        examples: {
          stored: {
            files: [{ hash: exampleHash, name: 'CH-100_1.jpg' }],
            rules: [{ by: 'key', attribute: 'sku', pattern: '{key}[_- ]{n}' }, { by: 'gtin' }],
            attribute: 'gallery_images',
          },
        },
      },
      answers: {
        202: ['The job.', { data: startedJob('asset_match', matched) }, { location: true }],
      },
    }),
  },
  'GET /asset-matches/{job_id}/rows': {
    id: 'listAssetPlan',
    tag: 'Files',
    summary: 'List the rows of the plan of a match',
    scopes: ['read:images', 'read:products'],
    params: jobId,
    query: {
      ...paging,
      status: optional(Type.Enum([...assetStatuses]), 'Only rows of this status.', 'ambiguous'),
    },
    answers: { 200: pageOf(AssetPlanRow) },
    issues: { ...pagingPlaces, status: ['invalid_value'] },
    docs: () => ({
      description:
        'In the order of the files. `note` says why a file is not simply matched; `candidates` are products that it may mean. A plan is kept for seven days.',
      answers: { 200: ['A page of rows.', { data: [examplePlanRow], pagination: examplePagination }] },
      conflicts: 'The job is no match of files.',
    }),
  },
  'POST /asset-matches/{job_id}/apply': {
    id: 'applyAssetPlan',
    tag: 'Files',
    summary: 'Place the files of a plan at their products',
    scopes: ['write:images', 'write:products'],
    params: jobId,
    body: AssetApply,
    mayWait: true,
    answers: { 200: dataOf(AssetApplyResult), 202: dataOf(Job) },
    issues: {
      accept: ['required', 'invalid_value'],
      'accept[<n>]': ['invalid_value'],
      'corrections[<n>].index': ['invalid_value'],
      'corrections[<n>].entity_id': ['expected_uuid', 'referenced_entity_not_found'],
    },
    docs: () => ({
      description:
        '`accept` is `all`, which takes the rows that are `matched` or `replaces`, or a list of their numbers; `corrections` give a row another product and position, or with `null` none. Rows that mean another product by now are left out and told in `conflicts`. A plan is applied once, under one `edit_id`, by which it can be undone.',
      body: {
        required: ['accept'],
        examples: {
          corrected: { accept: 'all', corrections: [{ index: 0, entity_id: exampleId, position: 1 }] },
        },
      },
      answers: {
        200: ['Nothing was to be placed.', { data: { edit_id: null, applied: 0, conflicts: [] } }],
        202: [
          'The job that places the files.',
          { data: startedJob('asset_apply', matched) },
          { location: true },
        ],
      },
      conflicts: 'The match is still running, was applied before, or every row has changed its meaning.',
    }),
  },
  'POST /asset-exports': {
    id: 'exportAssets',
    audit: { action: 'export_made', details: { type: 'body.type' } },
    tag: 'Files',
    summary: 'Write pictures to an archive',
    scopes: ['read:images', 'read:products'],
    body: NewAssetExport,
    answers: { 202: dataOf(Job) },
    issues: {
      type: ['invalid_value'],
      ...filterPlaces,
      ids: ['expected_values', 'too_many_values'],
      'ids[<n>]': ['expected_uuid'],
      view: ['invalid_value'],
      attribute: ['not_a_defined_attribute', 'not_a_reference_attribute'],
      recipe: ['invalid_value'],
      pattern: ['invalid_value'],
    },
    docs: () => ({
      description: `A job writes pictures to a ZIP, which \`GET /exports/{job_id}/file\` sends. With \`type\` \`image\` (left out) they are images, all of them or those of \`ids\`, \`filter\`, \`q\` or \`view\`; with \`product\` the pictures of products that are named in the same way, all of their attributes or those of \`attribute\`. \`recipe\` makes renditions of them, with the steps of each image; without it they are the files as they are.
\`pattern\` (\`${defaultNamePattern}\`, or by the primary attribute of products) names them: \`{n}\` is the place of the picture at its product, \`{ext}\` the extension, \`{name}\` the name of the file without it, \`{hash}\` its first 8 digits, and any other word the key of an attribute of the product that uses the picture, or else of the image; a \`/\` makes folders. A picture that several products use is there under the name of each. A picture without a product goes by its own name. A name that is taken gets a number, and the result tells \`files\`, \`collisions\` and what was left out. At most ${maxExportedFiles.toLocaleString('en')} files and 4 GiB.`,
      body: {
        properties: {
          type: Type.Enum(['image', 'product'], { default: 'image' }),
          filter_join: Type.Enum([...filterJoins], { default: 'and' }),
          ids: Type.Array(Uuid, { minItems: 1, maxItems: 100_000 }),
        },
        examples: {
          all: { pattern: '{name}.{ext}' },
          chosen: { type: 'product', ids: [exampleId], pattern: '{sku}/{n}.{ext}' },
        },
      },
      answers: {
        202: ['The job.', { data: startedJob('asset_export', { type: 'image' }) }, { location: true }],
      },
    }),
  },
  'GET /assets/duplicates': {
    id: 'listNearSame',
    tag: 'Files',
    summary: 'List images that show the same picture',
    scopes: ['read:images'],
    query: paging,
    answers: { 200: pageOf(DuplicateGroup) },
    issues: pagingPlaces,
    docs: () => ({
      description:
        'Groups of images of the same file, or of files that differ in size, format, brightness or a small crop; one shape in two colours is two pictures. Merging images is `POST /entities/merge`. Files of matches and of linked libraries are compared once they were looked into.',
      answers: {
        200: [
          'A page of groups.',
          {
            data: [
              {
                id: exampleGroupId,
                score: 90,
                entities: [
                  { id: exampleId, type: 'image', label: 'CH-100_1.jpg' },
                  { id: exampleMergedId, type: 'image', label: 'CH-100 small.webp' },
                ],
                reasons: [{ by: 'picture', detail: 'looks the same' }],
                status: 'open',
              },
            ],
            pagination: examplePagination,
          },
        ],
      },
    }),
  },
} satisfies RouteTable
