import { Type } from 'typebox'
import { qualityFixes } from '../quality.ts'
import { EntityTypeSchema } from '../schemas/entities.ts'
import { Job } from '../schemas/jobs.ts'
import { FixResult, QualityChecks, QualityFix } from '../schemas/quality.ts'
import { dataOf, type RouteTable } from './route.ts'
import { exampleId, startedJob } from './examples.ts'

export const qualityWorkRoutes = {
  'POST /quality/checks': {
    id: 'startQualityChecks',
    tag: 'Quality',
    summary: 'Bring the checks up to date that take a job',
    typeScope: 'write',
    body: QualityChecks,
    mayWait: true,
    answers: { 202: dataOf(Job) },
    issues: { type: ['invalid_value'] },
    docs: () => ({
      description: `Pictures, links, spelling and languages of what has changed since the last time, or all of it for rules that are new; every other check is exact at
every read. Findings tell in \`checked_at\` when they were made.`,
      body: { properties: { type: EntityTypeSchema }, examples: { products: { type: 'product' } } },
      answers: {
        202: ['The job.', { data: startedJob('quality_check', { type: 'product' }) }, { location: true }],
      },
    }),
  },
  'POST /quality/fix': {
    id: 'fixQuality',
    tag: 'Quality',
    summary: 'Mend the values of an attribute',
    typeScope: 'write',
    body: QualityFix,
    mayWait: true,
    answers: { 200: dataOf(FixResult), 202: dataOf(Job) },
    issues: {
      type: ['invalid_value'],
      attribute: ['not_a_defined_attribute', 'not_a_text_attribute', 'read_only_attribute'],
      fix: ['invalid_value'],
      filter: ['not_a_defined_attribute'],
    },
    docs: () => ({
      description: `\`fix\` is one of ${qualityFixes.map((name) => `\`${name}\``).join(', ')}: white space around a text, runs of spaces in it, tags, texts all in capitals, measures
brought to the unit that most values have, and the check digits of GTINs. With \`dry_run\` nothing is written; of many values a job does it, whose result is the same. \`POST /edits/{edit_id}/undo\` takes it back.`,
      body: {
        properties: { type: EntityTypeSchema, fix: Type.Enum([...qualityFixes]) },
        examples: {
          trial: { type: 'product', attribute: 'product_name', fix: 'collapse_spaces', dry_run: true },
          fix: { type: 'product', attribute: 'product_name', fix: 'trim' },
        },
      },
      answers: {
        200: [
          'What came of it.',
          {
            data: {
              matching: 200,
              changed: 1,
              edit_id: exampleId,
              sample: [{ id: exampleId, label: 'Oak chair', old: 'Oak  chair', new: 'Oak chair' }],
            },
          },
        ],
        202: [
          'The job of a fix of many values.',
          { data: startedJob('quality_fix', { type: 'product', edit_id: exampleId }) },
          { location: true },
        ],
      },
    }),
  },
} satisfies RouteTable
