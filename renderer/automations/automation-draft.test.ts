import { expect, test } from 'vitest'
import type { Automation } from '#shared/schemas/automations.ts'
import { newAction, newAutomation, toAutomation, toDraft } from './automation-draft.ts'
import { examplesFor } from './automation-examples.ts'
import { describeAutomation } from './describe-automation.ts'

const automation: Automation = {
  id: 'a',
  name: 'Prices',
  entity_type: 'product',
  trigger: { on: 'change', attributes: ['price'] },
  filter: 'filter[status]=Live',
  actions: [
    { set: { status: 'Review' } },
    { set: { stock: 0 } },
    { clear: ['note'] },
    { append: { name: '!' } },
    { notify: { people: ['owner'], text: 'Look.' } },
    { comment: 'Look.' },
    { check_quality: true },
    { run_feed: 'f' },
    { notify: { people: ['p', 'owner'], text: 'Look.' } },
    { generate: { attributes: ['text'], mode: 'review' } },
  ],
  is_on: true,
  off_reason: null,
  run_as: null,
  budget: null,
  unbounded: false,
  last_run: null,
  next_run: null,
  runs: { ok: 0, failed: 0, waiting: 0 },
}
const definitions = new Map([
  ['stock', { data_type: 'number' as const }],
  ['sold', { data_type: 'boolean' as const }],
])
const names = {
  fields: [],
  labelOf: () => undefined,
  feeds: [{ id: 'f', name: 'Nordvik', direction: 'import' as const }],
  people: [{ id: 'p', name: 'Ada' }],
}
const facts = { name: 'Prices', timeZone: 'Europe/Berlin', definitions }

test('what the editor reads of an automation it sends again as it was', () => {
  const { name, entity_type, trigger, filter, actions } = automation
  const sent = toAutomation(toDraft(automation), facts)
  expect({ ...sent, filter: decodeURIComponent(sent.filter ?? '') }).toEqual({
    name,
    entity_type,
    trigger,
    filter,
    actions,
  })
})

test.each([
  [{ on: 'change', created: true }],
  [{ on: 'change' }],
  [{ on: 'enters' }],
  [{ on: 'manual' }],
  [{ on: 'feed', feed: 'f' }],
  [{ on: 'schedule', cron: '30 6 * * *', time_zone: 'Europe/Berlin' }],
  [{ on: 'schedule', cron: '0 6 * * 1', time_zone: 'Europe/Berlin' }],
  [{ on: 'schedule', cron: '0 * * * *', time_zone: 'Europe/Berlin' }],
  [{ on: 'schedule', cron: '*/20 8-18 * * 1-5', time_zone: 'Europe/Berlin' }],
])('the trigger %o stays what it is', (trigger) => {
  expect(toAutomation(toDraft({ ...automation, trigger }), facts).trigger).toEqual(trigger)
})

test('values are sent as their attribute takes them', () => {
  const actions = [
    { ...newAction('set', 1), attribute: 'stock', value: '12' },
    { ...newAction('set', 2), attribute: 'sold', value: 'true' },
    { ...newAction('set', 3), attribute: 'name', value: '12' },
    { ...newAction('set', 4), attribute: 'stock', value: 'many' },
  ]
  expect(toAutomation({ ...newAutomation('product'), actions }, facts).actions).toEqual([
    { set: { stock: 12 } },
    { set: { sold: true } },
    { set: { name: '12' } },
    { set: { stock: 'many' } },
  ])
})

test('an automation reads as a sentence', () => {
  const short = { ...automation, filter: '', actions: automation.actions.slice(0, 1) }
  expect(describeAutomation(short, names)).toBe('When price changes on products: set status to “Review”.')
  const nightly = { on: 'schedule', cron: '0 6 * * *', time_zone: 'Europe/Berlin' }
  expect(describeAutomation({ ...short, trigger: nightly }, names)).toBe(
    'Every day at 06:00, for products: set status to “Review”.',
  )
})

test('an automation names its feeds and who is told', () => {
  const actions = [
    { run_feed: 'f' },
    { run_feed: 'gone' },
    { notify: { people: ['p', 'owner'], text: 'Look.' } },
  ]
  const trigger = { on: 'feed', feed: 'f' }
  expect(describeAutomation({ ...automation, filter: '', trigger, actions }, names)).toBe(
    'When “Nordvik” has brought products: run “Nordvik”, run “a feed”, tell Ada, everybody “Look.”.',
  )
})

test('an example begins with the attributes that there are, and leaves its condition to be filled in', () => {
  const field = { options: [], referenceType: undefined, dataType: 'number', family: 'number' } as const
  const fields = [
    { ...field, key: 'name', name: 'Name' },
    { ...field, key: 'price', name: 'Price' },
    { ...field, key: 'status', name: 'Status', options: ['Live', 'In review'] },
    { ...field, key: 'category', name: 'Category', family: 'id', referenceType: 'category' },
  ] as const
  expect(examplesFor(fields.slice(0, 2))).toEqual([])
  const [, example] = examplesFor(fields)
  expect(example?.begun).toEqual({ key: 'category', operator: 'eq', value: '' })
  const draft = example?.draft ?? newAutomation('product')
  const body = { ...toAutomation(draft, facts), filter: '' }
  expect(describeAutomation(body as Parameters<typeof describeAutomation>[0], { ...names, fields })).toBe(
    'When Price changes on products: set Status to “In review”, tell everybody “Look at {{name}}”.',
  )
})
