import { Type } from 'typebox'
import { qualityFixes } from '../quality.ts'
import { EntityTypeSchema, Uuid } from '../schemas/entities.ts'
import { Job } from '../schemas/jobs.ts'
import {
  FixResult,
  QualityChecks,
  QualityFix,
  QualityFinding,
  QualityRule,
  QualityScores,
  QualityTry,
  QualityTryRequest,
  ReopenFinding,
} from '../schemas/quality.ts'
import { dataOf, type RouteTable, type AppRouteTable } from './route.ts'
import { exampleId, startedJob, exampleRuleId } from './examples.ts'
import { optional, required } from './parameters.ts'
import { checkPlaces, exampleFinding, exampleRule, qualityType } from './quality.ts'

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

/** Actions of the owner alone on rules: delete them, try them, and read the history of the score. */
export const ownerQualityRoutes = {
  'POST /quality/try': {
    id: 'tryQualityRule',
    role: 'manager',
    summary: 'Tell what a rule would find that is still being written',
    body: QualityTryRequest,
    answers: { 200: dataOf(QualityTry) },
    issues: { entity_type: ['invalid_value'], ...checkPlaces },
    docs: () => ({
      description:
        'Exact counts and the first findings of what SQL can say; of what takes a job there are none yet. Nothing is stored.',
      body: {
        properties: { entity_type: EntityTypeSchema },
        examples: {
          length: {
            entity_type: 'product',
            check: { kind: 'length', attributes: ['product_name'], max: 5 },
            sample: 3,
          },
        },
      },
      answers: {
        200: ['The counts.', { data: { checked: 200, failing: 1, findings: [exampleFinding] } }],
      },
    }),
  },
  'POST /quality/findings/reopen': {
    id: 'reopenFinding',
    role: 'editor',
    summary: 'Take back that a finding is right as it is',
    body: ReopenFinding,
    answers: { 200: dataOf(QualityFinding) },
    issues: {
      type: ['invalid_value'],
      rule: ['invalid_value'],
      entity_id: ['expected_uuid', 'referenced_entity_not_found'],
      attribute: ['invalid_value'],
    },
    docs: () => ({
      body: {
        properties: { type: EntityTypeSchema },
        examples: {
          again: { type: 'product', rule: 'price_above_zero', entity_id: exampleId, attribute: 'price' },
        },
      },
      answers: { 200: ['The finding.', { data: exampleFinding }] },
    }),
  },
  'GET /quality/scores': {
    id: 'readQualityScores',
    role: 'viewer',
    summary: 'Tell the score per category or vendor, and its course',
    query: {
      type: qualityType,
      by: optional(
        Type.String(),
        'A reference to categories or vendors; the first that there is unless given.',
        'vendor',
      ),
    },
    answers: { 200: dataOf(QualityScores) },
    issues: { type: ['invalid_value'], by: ['invalid_value'] },
    docs: () => ({
      description:
        'The worst groups first; `entity` is null for what leads to none. `course` has one point a day.',
      answers: {
        200: [
          'The scores.',
          {
            data: {
              score: 92,
              by: 'vendor',
              attributes: [{ key: 'vendor', name: 'Vendor', type: 'vendor' }],
              groups: [
                {
                  entity: { id: exampleId, type: 'vendor', label: 'Nordlys' },
                  entities: 40,
                  score: 81,
                },
              ],
              course: [{ day: '2026-01-05', score: 90, entities: 200 }],
            },
          },
        ],
      },
    }),
  },
  'DELETE /quality/rules/{id}': {
    id: 'deleteQualityRule',
    role: 'manager',
    summary: 'Delete a rule of quality',
    params: { id: required(Uuid, 'The id of the rule.', exampleRuleId) },
    answers: { 200: dataOf(QualityRule) },
    docs: () => ({
      description:
        'With what was accepted of it. Rules that ship, or that constraints and channels come to, are 403 `forbidden`.',
      answers: { 200: ['The rule that was.', { data: exampleRule }] },
    }),
  },
} satisfies AppRouteTable
