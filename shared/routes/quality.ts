import { Type } from 'typebox'
import { entityTypes } from '../entities.ts'
import { checkKindNames, maxCheckValues, severities, weightBounds } from '../quality.ts'
import { EntityTypeSchema, Uuid } from '../schemas/entities.ts'
import {
  AcceptFinding,
  NewQualityRule,
  QualityFinding,
  QualityOf,
  QualityRule,
  QualityRulePatch,
  QualitySummary,
} from '../schemas/quality.ts'
import { nullable } from '../schemas/paging.ts'
import { dataOf, listOf, pageOf, type AnswerDocs, type IssuePlaces, type RouteTable } from './route.ts'
import { capitalize, rowForEachType, toTag, optional, paging, pagingPlaces, required } from './parameters.ts'
import { exampleId, examplePagination, exampleRuleId } from './examples.ts'

export const exampleRule = {
  id: exampleRuleId,
  key: 'price_above_zero',
  name: 'Price is above zero',
  entity_type: 'product',
  severity: 'error',
  weight: 2,
  applies_to: 'filter[status]=Published',
  check: { kind: 'filter', must_match: 'filter[price][gt]=0' },
  message: 'The price is {{price}}.',
  enabled: true,
  origin: 'own',
  checked_at: null,
}
export const exampleFinding = {
  rule: 'price_above_zero',
  severity: 'error',
  entity: { id: exampleId, type: 'product', label: 'Oak chair' },
  attribute: 'price',
  value: 0,
  message: 'The price is 0.',
  checked_at: null,
}
const exampleAccepted = {
  ...exampleFinding,
  accepted: {
    reason: 'It comes with the table.',
    at: '2026-01-05T10:00:00.000Z',
    by: { type: 'owner', id: null, name: null },
  },
}

export const qualityType = optional(EntityTypeSchema, 'Of which entities; products unless given.', 'product')
const ruleKey = optional(Type.String(), 'The key of one rule.', 'price_above_zero')
const filterText = optional(
  Type.String(),
  'Clauses as in a list, or in one text its query string, with `filter…` and `filter_join` only.',
  'filter[price][lt]=100',
)
const ruleId = required(Uuid, 'The id of the rule.', exampleRuleId)

export const checkPlaces: IssuePlaces = {
  applies_to: ['not_a_defined_attribute', 'unknown_operator', 'operator_not_supported_for_type'],
  'check.kind': ['invalid_value'],
  'check.must_match': ['required', 'not_a_defined_attribute'],
  'check.attributes': ['required'],
  'check.attributes[<n>]': ['not_a_defined_attribute', 'invalid_value'],
  'check.min': ['out_of_range'],
  'check.pattern': ['required', 'invalid_value'],
  'check.values': ['required', 'expected_values'],
  'check.words': ['required'],
  'check.within': ['not_a_defined_attribute'],
  'check.language': ['invalid_value'],
  message: ['not_a_defined_attribute', 'too_long'],
}
const rulePlaces: IssuePlaces = {
  name: ['required', 'too_long'],
  severity: ['invalid_value'],
  weight: ['out_of_range'],
  ...checkPlaces,
}

const kindsText = `\`check.kind\` is one of ${checkKindNames.map((kind) => `\`${kind}\``).join(', ')}. \`filter\` takes \`must_match\`, a filter string:
what does not match is found. Every other kind takes \`attributes\`, and beside them \`length\` \`min\` and \`max\`; \`pattern\` \`pattern\`, as in \`constraints\`; \`one_of\` \`values\`,
compared without regard to case; \`banned_words\` \`words\`; \`outlier\` \`within\`, a reference, and \`times\` (5 unless given); \`picture\` \`min_width\`, \`min_height\`,
\`max_bytes\`, \`formats\` and \`aspect\`; \`spelling\` \`language\`. Up to ${maxCheckValues.toLocaleString('en')} values, words and attributes.`

const one = (description: string): AnswerDocs => [description, { data: exampleRule }]

export const qualityRoutes = {
  'GET /quality/rules': {
    id: 'listQualityRules',
    tag: 'Quality',
    summary: 'List the rules of quality',
    scopes: ['read:attributes'],
    query: { type: optional(EntityTypeSchema, 'Only those about entities of this type.', 'product') },
    answers: { 200: listOf(QualityRule) },
    issues: { type: ['invalid_value'] },
    docs: () => ({
      description: `All of them, with those that ship (\`origin\` \`shipped\`, switched off at first), and those that the constraints of attributes and the enabled
channels come to (\`constraint\`, \`channel\`), which nobody can edit.`,
      answers: { 200: ['The rules.', { data: [exampleRule] }] },
    }),
  },
  'POST /quality/rules': {
    id: 'createQualityRule',
    tag: 'Quality',
    summary: 'Make a rule of quality',
    scopes: ['write:attributes'],
    body: NewQualityRule,
    answers: { 201: dataOf(QualityRule) },
    issues: { entity_type: ['invalid_value'], key: ['invalid_value'], ...rulePlaces },
    docs: () => ({
      description: `A rule is one check per entity that \`applies_to\` matches (a filter string; empty for all). ${kindsText}

\`severity\` is ${severities.map((name) => `\`${name}\``).join(', ')} (\`warning\` unless given); \`weight\` from ${weightBounds.min} to ${weightBounds.max} counts in the score; \`{{key}}\` in \`message\` prints what the entity shows.`,
      body: {
        properties: { entity_type: EntityTypeSchema, severity: Type.Enum([...severities]) },
        examples: {
          filter: {
            name: 'Price is above zero',
            entity_type: 'product',
            severity: 'error',
            check: { kind: 'filter', must_match: 'filter[price][gt]=0' },
            message: 'The price is {{price}}.',
          },
          required: {
            name: 'Has a material',
            entity_type: 'product',
            check: { kind: 'required', attributes: ['material'] },
          },
        },
      },
      answers: { 201: one('The rule.') },
      conflicts: 'The type has another rule of this key.',
    }),
  },
  'PATCH /quality/rules/{id}': {
    id: 'updateQualityRule',
    tag: 'Quality',
    summary: 'Change a rule of quality',
    scopes: ['write:attributes'],
    params: { id: ruleId },
    body: QualityRulePatch,
    answers: { 200: dataOf(QualityRule) },
    issues: rulePlaces,
    docs: () => ({
      description: `Takes a subset of the members. A rule that ships can be changed and switched on, where its attributes are there; one that constraints or a
channel come to is 403 \`forbidden\`.`,
      body: { examples: { off: { enabled: false }, severity: { severity: 'info', weight: 1 } } },
      answers: { 200: one('The rule.') },
    }),
  },
  'GET /quality/findings': {
    id: 'listFindings',
    tag: 'Quality',
    summary: 'List what the rules find',
    typeScope: 'read',
    query: {
      ...paging,
      type: qualityType,
      rule: ruleKey,
      severity: optional(Type.Enum([...severities]), 'Only findings of this severity.', 'error'),
      attribute: optional(Type.String(), 'Only those about this attribute.', 'price'),
      entity_id: optional(Type.String(), 'Only those on this entity.', exampleId),
      filter: filterText,
      accepted: optional(Type.Boolean(), '`true` lists those that somebody has accepted instead.', false),
    },
    answers: { 200: pageOf(QualityFinding) },
    issues: {
      ...pagingPlaces,
      type: ['invalid_value'],
      rule: ['invalid_value'],
      severity: ['invalid_value'],
      attribute: ['not_a_defined_attribute'],
      entity_id: ['expected_uuid'],
      filter: ['not_a_defined_attribute'],
      accepted: ['expected_boolean'],
    },
    docs: () => ({
      description: `Computed from what is stored now: rule by rule, the most serious first. One finding for each attribute that fails; \`checked_at\` is the time of
the job that made it, null for what is exact at every read.`,
      answers: {
        200: ['A page of findings.', { data: [exampleFinding], pagination: examplePagination }],
      },
    }),
  },
  'GET /quality/summary': {
    id: 'summarizeQuality',
    tag: 'Quality',
    summary: 'Count what each rule finds',
    typeScope: 'read',
    query: { type: qualityType },
    answers: { 200: dataOf(QualitySummary) },
    issues: { type: ['invalid_value'] },
    docs: () => ({
      description: `Entities that each rule that is switched on checks and finds something on, and the score: floor(100 · weight of checks met / weight of checks that apply), 100
where none applies. What constraints and channels find is counted and not in the score.`,
      answers: {
        200: [
          'The score and the counts.',
          { data: { score: 92, rules: [{ rule: 'price_above_zero', failing: 8, checked: 100 }] } },
        ],
      },
    }),
  },
  ...rowForEachType(entityTypes, 'GET /{plural}/{id}/quality', (entity) => ({
    id: `read${capitalize(entity)}Quality`,
    tag: toTag(entity),
    summary: `Tell the quality of one ${entity}`,
    typeScope: 'read',
    answers: { 200: dataOf(QualityOf) },
    docs: () => ({
      description: 'Its score and all of its findings that nobody has accepted.',
      answers: { 200: ['The score and the findings.', { data: { score: 50, findings: [exampleFinding] } }] },
    }),
  })),
  'POST /quality/findings/accept': {
    id: 'acceptFinding',
    tag: 'Quality',
    summary: 'Say that a finding is right as it is',
    typeScope: 'write',
    body: AcceptFinding,
    answers: { 200: dataOf(QualityFinding) },
    issues: {
      type: ['invalid_value'],
      rule: ['invalid_value'],
      entity_id: ['expected_uuid', 'referenced_entity_not_found', 'invalid_value'],
      attribute: ['invalid_value'],
      reason: ['required', 'too_long'],
    },
    docs: () => ({
      description: 'It leaves the findings, and counts as met, until its value changes.',
      body: {
        properties: { type: EntityTypeSchema, attribute: nullable(Type.String()) },
        examples: {
          gift: {
            type: 'product',
            rule: 'price_above_zero',
            entity_id: exampleId,
            attribute: 'price',
            reason: 'It comes with the table.',
          },
        },
      },
      answers: { 200: ['The finding.', { data: exampleAccepted }] },
    }),
  },
} satisfies RouteTable
