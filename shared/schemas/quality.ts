import { Type, type Static } from 'typebox'
import { fileProblems, qualityFixes, ruleOrigins, severities } from '../quality.ts'
import type { DeepReadonly } from '../routes/route.ts'
import { EntityTypeSchema, ReferenceStub, Uuid } from './entities.ts'
import { Actor } from './events.ts'
import { messageReference } from './errors.ts'
import { nullable } from './paging.ts'

export const FixResult = Type.Object({
  matching: Type.Integer({ description: 'Entities that have a value and meet the filter.' }),
  changed: Type.Integer({ description: 'Those whose value the fix changes.' }),
  edit_id: nullable(Type.String()),
  sample: Type.Array(
    Type.Object({
      id: Uuid,
      label: nullable(Type.String()),
      old: Type.Unknown(),
      new: Type.Unknown(),
    }),
  ),
})
export type FixResult = DeepReadonly<Static<typeof FixResult>>

export const QualityChecksResult = Type.Object({
  checked: Type.Integer({ description: 'Entities that were looked at, once for each rule.' }),
  found: Type.Integer({ description: 'Those of them with a finding.' }),
  rules: Type.Array(Type.String()),
  missing_dictionaries: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Languages whose spelling was not checked, since nobody has added their dictionaries.',
    }),
  ),
})
export type QualityChecksResult = DeepReadonly<Static<typeof QualityChecksResult>>

const DateTime = Type.String({ format: 'date-time' })
const Severity = Type.Enum([...severities])
const closed = { additionalProperties: false }

export const QualityCheck = Type.Object(
  {
    kind: Type.String(),
    attributes: Type.Optional(Type.Array(Type.String())),
    must_match: Type.Optional(Type.String({ description: 'A filter string: what does not match is found.' })),
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    pattern: Type.Optional(Type.String()),
    values: Type.Optional(Type.Array(Type.String())),
    words: Type.Optional(Type.Array(Type.String())),
    within: Type.Optional(nullable(Type.String())),
    times: Type.Optional(Type.Number()),
    min_width: Type.Optional(Type.Number()),
    min_height: Type.Optional(Type.Number()),
    max_bytes: Type.Optional(Type.Number()),
    formats: Type.Optional(Type.Array(Type.String())),
    aspect: Type.Optional(Type.String({ description: 'Width to height, such as `1:1` or `4:3`.' })),
    language: Type.Optional(Type.String()),
    word_length: Type.Optional(
      Type.Number({
        description: 'Of texts in capitals, how many letters of one word stand beside each other at least.',
      }),
    ),
    problem: Type.Optional(
      Type.String({ description: `Of files, what is looked for: ${fileProblems.join(', ')}.` }),
    ),
    channel: Type.Optional(Type.String({ description: 'Of rules of a channel alone.' })),
  },
  closed,
)
export type QualityCheck = DeepReadonly<Static<typeof QualityCheck>>

export const QualityRule = Type.Object({
  id: Uuid,
  key: Type.String(),
  name: Type.String(),
  entity_type: EntityTypeSchema,
  severity: Severity,
  weight: Type.Integer({ minimum: 1, maximum: 10 }),
  applies_to: Type.String({ description: 'A filter string; empty for all.' }),
  check: QualityCheck,
  message: Type.String(),
  enabled: Type.Boolean(),
  origin: Type.Enum([...ruleOrigins]),
  checked_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'When a job last brought it up to date; null for what is exact at every read.',
    }),
  ),
})
export type QualityRule = DeepReadonly<Static<typeof QualityRule>>

const written = {
  name: Type.String(),
  severity: Type.Optional(Type.String()),
  weight: Type.Optional(Type.Number()),
  applies_to: Type.Optional(Type.String()),
  check: QualityCheck,
  message: Type.Optional(Type.String()),
  enabled: Type.Optional(Type.Boolean()),
}

export const NewQualityRule = Type.Object(
  { key: Type.Optional(Type.String()), entity_type: Type.String(), ...written },
  closed,
)
export type NewQualityRule = Static<typeof NewQualityRule>

export const QualityRulePatch = Type.Object(
  { ...written, name: Type.Optional(Type.String()), check: Type.Optional(QualityCheck) },
  closed,
)
export type QualityRulePatch = Static<typeof QualityRulePatch>

export const AcceptedFinding = Type.Object({ reason: Type.String(), at: DateTime, by: Actor })
export type AcceptedFinding = DeepReadonly<Static<typeof AcceptedFinding>>

export const QualityFinding = Type.Object({
  rule: Type.String({ description: 'The key of the rule.' }),
  severity: Severity,
  entity: ReferenceStub,
  attribute: nullable(Type.String()),
  value: Type.Unknown({ description: 'As it is stored; null where nothing is.' }),
  message: Type.String(),
  ...messageReference,
  checked_at: nullable(DateTime),
  accepted: Type.Optional(AcceptedFinding),
})
export type QualityFinding = DeepReadonly<Static<typeof QualityFinding>>

const Score = Type.Integer({ minimum: 0, maximum: 100 })
const Count = Type.Integer({ minimum: 0 })

export const QualitySummary = Type.Object({
  score: Score,
  rules: Type.Array(Type.Object({ rule: Type.String(), failing: Count, checked: Count })),
})
export type QualitySummary = DeepReadonly<Static<typeof QualitySummary>>

export const QualityOf = Type.Object({ score: Score, findings: Type.Array(QualityFinding) })
export type QualityOf = DeepReadonly<Static<typeof QualityOf>>

export const AcceptFinding = Type.Object(
  {
    type: Type.String(),
    rule: Type.String(),
    entity_id: Type.String(),
    attribute: Type.Optional(nullable(Type.String())),
    reason: Type.String(),
  },
  closed,
)
export type AcceptFinding = Static<typeof AcceptFinding>

export const ReopenFinding = Type.Object(
  {
    type: Type.String(),
    rule: Type.String(),
    entity_id: Type.String(),
    attribute: Type.Optional(nullable(Type.String())),
  },
  closed,
)
export type ReopenFinding = Static<typeof ReopenFinding>

export const QualityChecks = Type.Object({ type: Type.String() }, closed)

export const QualityFix = Type.Object(
  {
    type: Type.String(),
    attribute: Type.String(),
    fix: Type.String({ description: qualityFixes.join(', ') }),
    filter: Type.Optional(Type.String()),
    dry_run: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type QualityFix = Static<typeof QualityFix>

export const QualityTryRequest = Type.Object(
  {
    entity_type: Type.String(),
    applies_to: Type.Optional(Type.String()),
    check: QualityCheck,
    message: Type.Optional(Type.String()),
    sample: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
  },
  closed,
)
export type QualityTryRequest = Static<typeof QualityTryRequest>

export const QualityTry = Type.Object({
  checked: Count,
  failing: Count,
  findings: Type.Array(QualityFinding),
})
export type QualityTry = DeepReadonly<Static<typeof QualityTry>>

export const QualityScores = Type.Object({
  score: Score,
  by: nullable(Type.String({ description: 'The reference attribute that groups the scores.' })),
  attributes: Type.Array(Type.Object({ key: Type.String(), name: Type.String(), type: EntityTypeSchema })),
  groups: Type.Array(
    Type.Object({
      entity: nullable(ReferenceStub),
      entities: Count,
      score: Score,
    }),
  ),
  course: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), score: Score, entities: Count })),
})
export type QualityScores = DeepReadonly<Static<typeof QualityScores>>
