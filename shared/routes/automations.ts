import {
  Automation,
  AutomationPatch,
  AutomationPreview,
  AutomationStart,
  NewAutomation,
  Notice,
} from '../schemas/automations.ts'
import { Type } from 'typebox'
import { Uuid } from '../schemas/entities.ts'
import { Job } from '../schemas/jobs.ts'
import { exampleAutomationId, exampleId, exampleJobId, exampleNoticeId, startedJob } from './examples.ts'
import { required } from './parameters.ts'
import { type AppRouteTable, dataOf, listOf, type RouteTable } from './route.ts'

const automationId = required(
  Type.String({ maxLength: 200 }),
  'The id of the automation, or its name.',
  exampleAutomationId,
)

const actions = [
  { set: { status: 'In review' } },
  { notify: { people: ['owner'], text: '{{count}} prices have changed.' } },
]

const exampleAutomation = {
  id: exampleAutomationId,
  name: 'Look at new prices',
  entity_type: 'product',
  trigger: { on: 'change', attributes: ['price'] },
  filter: 'filter[status][eq]=Published',
  actions,
  is_on: true,
  off_reason: null,
  run_as: { type: 'owner', id: null, name: null },
  budget: null,
  unbounded: false,
  last_run: { job_id: exampleJobId, at: '2026-01-05T10:00:00.000Z', outcome: 'completed' },
  next_run: null,
  runs: { ok: 12, failed: 0, waiting: 0 },
}

const exampleJob = startedJob('automation', { type: 'product', automation_id: exampleAutomationId })

const issues = {
  entity_type: ['invalid_value'],
  'trigger.on': ['invalid_value'],
  'trigger.attributes[<n>]': ['not_a_defined_attribute'],
  'trigger.cron': ['invalid_value'],
  'trigger.time_zone': ['invalid_value'],
  'trigger.feed': ['invalid_value'],
  actions: ['expected_values', 'too_many_values'],
  'actions[<n>]': ['invalid_value'],
  'actions[<n>].set.<key>': ['not_a_defined_attribute'],
  unbounded: ['invalid_value'],
} as const

const rules = `A trigger is \`{"on": "change", "attributes"?, "created"?}\`, \`{"on": "enters"}\` (an entity matches the filter and did not before), \`{"on": "schedule", "cron", "time_zone"}\` (five fields, at least 5 minutes apart), \`{"on": "feed", "feed"}\` or \`{"on": "manual"}\`.
An action has one member: \`set\`, \`clear\` and \`append\` as in \`POST /bulk-edits\`, \`saved_action\`, \`add_to_category\`, \`generate\`, \`check_quality\`, \`run_feed\`, \`notify\`, \`webhook\`, \`comment\` or \`worklist\`. They are done in their order, to what matched when the run began; all that a run writes has one \`edit_id\` and is undone by it.
The caller needs what the actions do, now and whenever it runs. A run that would change more than 1,000 entities, or a fifth of the type where that is more than 100, waits for a person.`

export const automationRoutes = {
  'GET /automations': {
    id: 'listAutomations',
    tag: 'Automations',
    summary: 'List automations',
    scopes: ['read:automations'],
    answers: { 200: listOf(Automation) },
    docs: () => ({
      description: 'All of the workspace, oldest first.',
      answers: { 200: ['The automations.', { data: [exampleAutomation] }] },
    }),
  },
  'GET /automations/{id}': {
    id: 'getAutomation',
    tag: 'Automations',
    summary: 'Read an automation',
    scopes: ['read:automations'],
    params: { id: automationId },
    answers: { 200: dataOf(Automation) },
    docs: () => ({ answers: { 200: ['The automation.', { data: exampleAutomation }] } }),
  },
  'POST /automations': {
    id: 'createAutomation',
    tag: 'Automations',
    summary: 'Create an automation',
    scopes: ['write:automations'],
    audit: { action: 'automation_created', subject: 'answer.data.name' },
    body: NewAutomation,
    answers: { 201: dataOf(Automation) },
    issues,
    docs: () => ({
      description: rules,
      access: '`write:automations`, and what its actions need: to read the type, and for most to write it.',
      body: {
        examples: {
          change: {
            name: 'Look at new prices',
            entity_type: 'product',
            trigger: { on: 'change', attributes: ['price'] },
            actions,
            is_on: true,
          },
          nightly: {
            name: 'Fill the market',
            entity_type: 'product',
            trigger: { on: 'schedule', cron: '0 6 * * *', time_zone: 'Europe/Berlin' },
            actions: [{ check_quality: true }],
          },
        },
      },
      answers: {
        201: [
          'The automation; it is off unless `is_on` was sent.',
          { data: exampleAutomation },
          { location: true },
        ],
      },
      conflicts: 'Another automation has the name, or there are as many as there can be.',
    }),
  },
  'PATCH /automations/{id}': {
    id: 'updateAutomation',
    tag: 'Automations',
    summary: 'Change an automation',
    scopes: ['write:automations'],
    audit: { action: 'automation_changed', subject: 'answer.data.name' },
    params: { id: automationId },
    body: AutomationPatch,
    answers: { 200: dataOf(Automation) },
    issues,
    docs: () => ({
      description:
        'Members that are left out stay. Whoever turns it on, or changes what it does while it is on, is the one as whom it runs. Turned on, it takes what matches already as seen.',
      access: '`write:automations`, and what its actions need.',
      body: { examples: { on: { is_on: true } } },
      answers: { 200: ['The automation as it is now.', { data: exampleAutomation }] },
      conflicts: 'Another automation has the name.',
    }),
  },
  'POST /automations/{id}/run': {
    id: 'runAutomation',
    tag: 'Automations',
    summary: 'Run an automation',
    scopes: ['write:automations'],
    params: { id: automationId },
    body: AutomationStart,
    bodyIsOptional: true,
    answers: { 202: dataOf(Job) },
    docs: () => ({
      description:
        'Over all that match now. Its result is `{matched, changed, failed, errors, edit_id, actions}`.',
      access: '`write:automations`, and what its actions need.',
      body: { examples: { once: { once: true } } },
      answers: { 202: ['The job.', { data: exampleJob }, { location: true }] },
      conflicts: 'It is off and `once` was not sent, or it runs or waits already.',
    }),
  },
  'POST /automations/{id}/preview': {
    id: 'previewAutomation',
    tag: 'Automations',
    summary: 'Preview a run of an automation',
    scopes: ['write:automations'],
    params: { id: automationId },
    answers: { 200: dataOf(AutomationPreview) },
    docs: () => ({
      description: 'What a run would change now, and which actions cannot be done. Nothing is written.',
      access: '`write:automations`, and to read its type.',
      answers: {
        200: [
          'How many match and would change, the first ten of these, and what is in the way.',
          {
            data: {
              matching: 41,
              to_change: 3,
              sample: [
                {
                  id: exampleId,
                  label: 'Oak table',
                  changes: [{ attribute: 'status', old: 'Published', new: 'In review' }],
                },
              ],
              blocked: [],
            },
          },
        ],
      },
    }),
  },
} satisfies RouteTable

const exampleNotice = {
  id: exampleNoticeId,
  kind: 'automation.off',
  text: 'Look at new prices was turned off. 3 runs failed one after the other; the last time: The attribute is gone.',
  at: '2026-01-05T10:00:00.000Z',
  subject: { type: 'automation', id: exampleAutomationId, name: 'Look at new prices' },
}

/** Nothing is deleted through the public API. */
export const ownerAutomationRoutes = {
  'DELETE /automations/{id}': {
    id: 'deleteAutomation',
    audit: { action: 'automation_deleted', subject: 'answer.data.name' },
    role: 'manager',
    summary: 'Delete an automation',
    params: { id: automationId },
    answers: { 200: dataOf(Automation) },
    docs: () => ({
      description: 'A run of it that waits is dropped.',
      answers: { 200: ['The automation as it was.', { data: exampleAutomation }] },
    }),
  },
  'GET /notices': {
    id: 'listNotices',
    role: 'viewer',
    summary: 'List notices',
    answers: { 200: listOf(Notice) },
    docs: () => ({
      description:
        'What people should know of what happened by itself, newest first: the last hundred of thirty days, those for everybody and for oneself.',
      answers: { 200: ['The notices.', { data: [exampleNotice] }] },
    }),
  },
  'DELETE /notices/{id}': {
    id: 'dismissNotice',
    role: 'editor',
    summary: 'Take a notice off the list',
    params: { id: required(Uuid, 'The id of the notice.', exampleNoticeId) },
    answers: { 200: dataOf(Type.Object({ id: Uuid })) },
    docs: () => ({ answers: { 200: ['Its id.', { data: { id: exampleNoticeId } }] } }),
  },
} satisfies AppRouteTable
