import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/route.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { CodedMessage, IssueSchema, messageReference } from './errors.ts'
import { Actor, Change } from './events.ts'
import { nullable } from './paging.ts'

const strict = { additionalProperties: false }
const DateTime = Type.String({ format: 'date-time' })
const Count = Type.Integer({ minimum: 0 })

export const triggerKinds = ['change', 'enters', 'schedule', 'feed', 'manual'] as const
export type TriggerKind = (typeof triggerKinds)[number]

export const actionKinds = [
  'set',
  'clear',
  'append',
  'saved_action',
  'add_to_category',
  'generate',
  'check_quality',
  'run_feed',
  'sync',
  'notify',
  'webhook',
  'comment',
  'worklist',
] as const
export type ActionKind = (typeof actionKinds)[number]

export const maxAutomations = 100
export const maxActions = 20

/** The trigger of an automation; the catalog checks which members go with `on`. */
const Trigger = Type.Object(
  {
    on: Type.String({ maxLength: 50, description: `One of ${triggerKinds.join(', ')}.` }),
    attributes: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: 100,
        description: 'Of `change`: the attributes whose changes count; none named: any.',
      }),
    ),
    created: Type.Optional(
      Type.Boolean({ description: 'Of `change`: whether new entities count, whatever they have.' }),
    ),
    cron: Type.Optional(Type.String({ maxLength: 200, description: 'Of `schedule`: five fields.' })),
    time_zone: Type.Optional(
      Type.String({ maxLength: 100, description: 'Of `schedule`, as Europe/Berlin.' }),
    ),
    feed: Type.Optional(Type.String({ maxLength: 200, description: 'Of `feed`: its id.' })),
  },
  strict,
)
export type Trigger = DeepReadonly<Static<typeof Trigger>>

/** One member: what is done. */
const Action = Type.Record(Type.String({ maxLength: 50 }), Type.Unknown())
export type Action = DeepReadonly<Static<typeof Action>>

export const runOutcomes = ['completed', 'failed', 'cancelled'] as const

/** When something happens, and what is done then to the entities that match (automation.md §4). */
export const Automation = Type.Object({
  id: Uuid,
  name: Type.String(),
  entity_type: EntityTypeSchema,
  trigger: Trigger,
  filter: Type.String({ description: 'The filter of a list as one text; empty: all.' }),
  actions: Type.Array(Action),
  is_on: Type.Boolean(),
  off_reason: nullable(Type.String({ description: 'Why it turned itself off.' })),
  off_reason_message: Type.Optional(CodedMessage),
  run_as: nullable(Actor),
  budget: nullable(Type.Number({ description: 'Dollars that one run may spend on generation.' })),
  unbounded: Type.Boolean({ description: 'Whether large runs do not wait; only the owner sets it.' }),
  last_run: nullable(Type.Object({ job_id: Uuid, at: DateTime, outcome: Type.Enum([...runOutcomes]) })),
  next_run: nullable(DateTime),
  next_runs: Type.Optional(Type.Array(DateTime, { description: 'The next three times of a schedule.' })),
  runs: Type.Object({ ok: Count, failed: Count, waiting: Count }),
})
export type Automation = DeepReadonly<Static<typeof Automation>>

const given = {
  name: Type.String({ maxLength: 200 }),
  entity_type: Type.String({ maxLength: 50 }),
  trigger: Trigger,
  actions: Type.Array(Action, { maxItems: 100 }),
}
const optional = {
  filter: Type.Optional(Type.String({ maxLength: 20_000 })),
  is_on: Type.Optional(Type.Boolean()),
  budget: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 100_000 }))),
  unbounded: Type.Optional(Type.Boolean()),
}

export const NewAutomation = Type.Object({ ...given, ...optional }, strict)
export type NewAutomation = DeepReadonly<Static<typeof NewAutomation>>

export const AutomationPatch = Type.Partial(Type.Object({ ...given, ...optional }), strict)
export type AutomationPatch = DeepReadonly<Static<typeof AutomationPatch>>

export const AutomationStart = Type.Object(
  { once: Type.Optional(Type.Boolean({ description: 'Runs one that is off, and leaves it off.' })) },
  strict,
)
export type AutomationStart = Static<typeof AutomationStart>

const Sample = Type.Object({
  id: Uuid,
  label: nullable(Type.String()),
  changes: Type.Array(Change),
  faults: Type.Optional(Type.Array(Type.String())),
})

/** The changes that a run would make now. */
export const AutomationPreview = Type.Object({
  matching: Count,
  to_change: Count,
  sample: Type.Array(Sample),
  blocked: Type.Array(
    Type.Object(
      { action: Count, reason: Type.String(), ...messageReference },
      { description: 'What cannot be done now.' },
    ),
  ),
})
export type AutomationPreview = DeepReadonly<Static<typeof AutomationPreview>>

const ActionResult = Type.Object({
  action: Type.Enum([...actionKinds]),
  changed: Type.Optional(Count),
  failed: Type.Optional(Count),
  job_id: Type.Optional(Uuid),
})
export type ActionResult = DeepReadonly<Static<typeof ActionResult>>

const RunError = Type.Object({
  id: Type.String(),
  action: Count,
  field: Type.String(),
  issue: IssueSchema,
  message: Type.Optional(Type.String()),
})
export type RunError = DeepReadonly<Static<typeof RunError>>

export const AutomationResult = Type.Object({
  matched: Count,
  changed: Count,
  failed: Type.Integer({ minimum: 0, description: 'Entities that an action could not change.' }),
  errors: Type.Array(RunError, { description: 'The first 100 of them.' }),
  edit_id: nullable(Uuid),
  actions: Type.Array(ActionResult),
})
export type AutomationResult = DeepReadonly<Static<typeof AutomationResult>>

/** A notice for people of something that happened by itself. */
export const Notice = Type.Object({
  id: Uuid,
  kind: Type.String(),
  text: Type.String(),
  ...messageReference,
  at: DateTime,
  subject: nullable(Type.Object({ type: Type.String(), id: Type.String(), name: Type.String() })),
})
export type Notice = DeepReadonly<Static<typeof Notice>>
