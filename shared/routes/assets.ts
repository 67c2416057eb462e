import { Type } from 'typebox'
import { assetModes, assetStatuses, maxRules } from '../assets.ts'
import { AssetApply, AssetMatch, AssetPlanRow, AssetRuleDocs } from '../schemas/assets.ts'
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
import { optional, paging, pagingPlaces, required } from './parameters.ts'

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
