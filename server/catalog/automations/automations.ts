import type { EntityType } from '#shared/entities.ts'
import { type FieldError } from '#shared/errors.ts'
import type { Change } from '#shared/events.ts'
import { toIso } from '#shared/iso-times.ts'
import { message, textOf, asMessage, referenceOf } from '#shared/messages/message.ts'
import {
  type Automation,
  type AutomationPatch,
  type AutomationStart,
  maxAutomations,
  type NewAutomation,
  type Notice,
} from '#shared/schemas/automations.ts'
import { foldText } from '#shared/text.ts'
import { hidesAttributes, namesHidden, viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import {
  addEntities,
  type AutomationRow,
  type RunAs,
  changeAutomation,
  findAutomationRow,
  findUnfinishedRun,
  insertAutomation,
  listAutomationRows,
  listNoticeRows,
  removeAutomation,
  removeEntities,
  removeNotice,
} from '../../store/tables/automations.ts'
import { newestSequence } from '../../store/tables/events.ts'
import { allRows, listIds } from '../../store/plan/list-ids.ts'
import { type Answer, dataAnswer, requireFreeName } from '../answer.ts'
import { conflict, Faults, notFound } from '../errors.ts'
import { recordAutomationEvent, type WriteContext } from '../events/record-event.ts'
import { cancelJob } from '../job-queue/queue.ts'
import { nextRun, nextRuns } from '../schedules/schedules.ts'
import { checkAutomation, type CheckedAutomation, type KnownPlaces, readFilter } from './check-automation.ts'
import { enqueueRun, scheduleOf } from './looks.ts'

/** All automations, oldest first: 200. */
export function listAutomations(db: ReadableDb, { now }: { readonly now: number }): Answer {
  return dataAnswer(200, JSON.stringify(readableRows(db).map((row) => toAutomation(db, row, now))))
}

interface NamedAutomation {
  readonly id: string
}

export function getAutomation(
  db: ReadableDb,
  { id, now, faults }: NamedAutomation & { readonly now: number; readonly faults: readonly FieldError[] },
): Answer {
  const row = findAutomation(db, id)
  new Faults(faults).throwIfAny()
  return dataAnswer(200, JSON.stringify(toAutomation(db, row, now)))
}

/** The automations without those about an attribute that the reader may not read. */
function readableRows(db: ReadableDb): AutomationRow[] {
  return listAutomationRows(db).filter(({ definition }) => !namesHidden(db, definition))
}

/** An automation by its id, or by its name in any case. */
export function findAutomation(db: ReadableDb, id: string): AutomationRow {
  const row =
    findAutomationRow(db, id.toLowerCase()) ??
    listAutomationRows(db).find(({ name }) => foldText(name) === foldText(id))
  if (!row || namesHidden(db, row.definition)) throw notFound(message('not_found.automation', { id }))
  return row
}

export interface AutomationWrite<Body> {
  readonly body: Partial<Body>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
  readonly known: KnownPlaces
  /** Whether the caller may let large runs go by themselves. */
  readonly mayUnbind: boolean
  readonly now: number
}

/** Makes an automation: 201. It is off unless it says that it is on. */
export function createAutomation(tx: WritableDb, write: AutomationWrite<NewAutomation>): Answer {
  const { body, context, known, now } = write
  const faults = new Faults(write.faults)
  const checked = checkAutomation(viewFor(tx, context.role), body, known, faults)
  refuseUnbinding(write, faults)
  const { type, name, definition } = faults.settled(checked)
  const uuid = nextIdentity(tx).uuid
  const rows = listAutomationRows(tx)
  requireFreeName({ uuid, name }, rows, 'an automation')
  if (rows.length >= maxAutomations) throw conflict(message('automation.too_many', { count: maxAutomations }))
  insertAutomation(tx, { uuid, type, name, definition, ...fresh })
  const row = findAutomation(tx, uuid)
  if (body.is_on === true) turnOn(tx, row, runAsOf(context), now)
  recordAutomationEvent(tx, 'automation.created', { id: uuid, name }, [], context)
  return answer(tx, uuid, 201, now)
}

const fresh = {
  isOn: false,
  runAs: null,
  offReason: null,
  position: 0,
  depth: 0,
  causedBy: null,
  nextRun: null,
  failures: 0,
  ok: 0,
  failed: 0,
  lastRun: null,
} as const

/** Changes the members that are sent: 200. Turned on, it takes what matches now as seen. */
export function updateAutomation(
  tx: WritableDb,
  write: NamedAutomation & AutomationWrite<AutomationPatch>,
): Answer {
  const { id, body, context, known, now } = write
  const view = viewFor(tx, context.role)
  const row = findAutomation(view, id)
  const faults = new Faults(write.faults)
  const checked = checkAutomation(view, { ...asBefore(row, write), ...body }, known, faults)
  refuseUnbinding(write, faults)
  const changed = faults.settled(checked)
  requireFreeName({ uuid: row.uuid, name: changed.name }, listAutomationRows(tx), 'an automation')
  const changes = changesOf(row, changed, body.is_on ?? row.isOn)
  if (changes.length === 0) return answer(tx, row.uuid, 200, now)
  const isOn = body.is_on ?? row.isOn
  // Whoever changes what it does answers for it from then on.
  const isRenamed = changes.every(({ attribute }) => attribute === 'name')
  const next = { ...row, ...changed, ...(!isRenamed && isOn && { runAs: runAsOf(context) }) }
  changeAutomation(tx, next)
  const looksAnew = changes.some(({ attribute }) => anew.has(attribute))
  if (isOn && looksAnew) turnOn(tx, next, runAsOf(context), now)
  if (!isOn && row.isOn) turnOffByHand(tx, next)
  recordAutomationEvent(tx, 'automation.updated', { id: row.uuid, name: next.name }, changes, context)
  return answer(tx, row.uuid, 200, now)
}

/** Members that say what an automation looks for: with another one it begins to look again. */
const anew: ReadonlySet<string> = new Set(['is_on', 'entity_type', 'trigger', 'filter'])

const binding = ['entity_type', 'trigger', 'filter', 'actions'] as const

/** Large runs go by themselves only of what the owner has seen: another's change of it makes them wait again. */
function asBefore(
  { name, type, definition }: AutomationRow,
  { body, mayUnbind }: AutomationWrite<AutomationPatch>,
) {
  const isBound = !mayUnbind && binding.some((member) => body[member] !== undefined)
  return { name, entity_type: type, ...definition, ...(isBound && { unbounded: false }) }
}

function refuseUnbinding({ body, mayUnbind }: AutomationWrite<AutomationPatch>, faults: Faults): void {
  if (body.unbounded === true && !mayUnbind)
    faults.explain('unbounded', 'invalid_value', message('automation.owner_unbinds'))
}

function changesOf(row: AutomationRow, next: CheckedAutomation, isOn: boolean): Change[] {
  const [was, is] = [row, { ...next, isOn }].map(({ name, type, definition, isOn: on }) => ({
    name,
    entity_type: type,
    ...definition,
    is_on: on,
  }))
  return Object.keys(is ?? {}).flatMap((attribute) => {
    const [old, now] = [was, is].map((one) => (one as Readonly<Record<string, unknown>>)[attribute])
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ attribute, old, new: now }]
  })
}

function runAsOf({ actor, role }: WriteContext): RunAs {
  return { ...actor, ...(role && { role }) }
}

function turnOn(tx: WritableDb, row: AutomationRow, runAs: RunAs, now: number): void {
  const { trigger, filter } = row.definition
  removeEntities(tx, row.id, 'seen')
  removeEntities(tx, row.id, 'gathered')
  if (trigger.on === 'enters') addEntities(tx, row.id, 'seen', listMatching(tx, row.type, filter))
  const next = trigger.on === 'schedule' ? (nextRun(scheduleOf(trigger), now) ?? null) : null
  const started = { isOn: true, runAs, offReason: null, failures: 0, depth: 0, causedBy: null }
  changeAutomation(tx, { ...row, ...started, nextRun: next, position: newestSequence(tx) })
}

function turnOffByHand(tx: WritableDb, row: AutomationRow): void {
  removeEntities(tx, row.id, 'gathered')
  changeAutomation(tx, { ...row, isOn: false, offReason: null, nextRun: null, depth: 0, causedBy: null })
}

/** All that match a filter now, by their ids in ascending order. */
export function listMatching(db: ReadableDb, type: EntityType, filter: string): number[] {
  const faults = new Faults()
  const wanted = readFilter(db, type, filter, faults)
  faults.throwIfAny()
  const page = { search: undefined, terms: [], limit: allRows, offset: 0, after: undefined }
  return listIds(db, { type, ...wanted, ...page }).ids.toSorted((one, other) => one - other)
}

/** Deletes an automation and drops what waits of it: 200 with what it was. */
export function deleteAutomation(
  tx: WritableDb,
  { id, now, context }: NamedAutomation & { readonly now: number; readonly context: WriteContext },
): Answer {
  const row = findAutomation(viewFor(tx, context.role), id)
  const was = JSON.stringify(toAutomation(tx, row, now))
  const run = findUnfinishedRun(tx, row.uuid)
  if (run) cancelJob(tx, { id: run.id })
  removeAutomation(tx, row)
  recordAutomationEvent(tx, 'automation.deleted', { id: row.uuid, name: row.name }, [], context)
  return dataAnswer(200, was)
}

interface StartRun extends NamedAutomation {
  readonly body: AutomationStart
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** Runs an automation over all that match: 202 with the job. 409 while it is off or runs already. */
export function runAutomation(tx: WritableDb, { id, body, faults, context }: StartRun): Answer {
  const row = findAutomation(viewFor(tx, context.role), id)
  new Faults(faults).throwIfAny()
  if (!row.isOn && body.once !== true) throw conflict(message('automation.is_off'))
  if (findUnfinishedRun(tx, row.uuid)) throw conflict(message('automation.is_running'))
  const runAs = row.isOn ? {} : { runAs: runAsOf(context) }
  return enqueueRun(tx, row, { over: 'all', request_id: context.request_id, ...runAs })
}

function answer(tx: WritableDb, uuid: string, status: 200 | 201, now: number): Answer {
  const json = JSON.stringify(toAutomation(tx, findAutomation(tx, uuid), now))
  return dataAnswer(status, json, status === 201 ? `/automations/${uuid}` : undefined)
}

function toAutomation(db: ReadableDb, row: AutomationRow, now: number): Automation {
  const { uuid: id, name, type, definition, isOn, offReason, runAs, lastRun, nextRun: next, ok, failed } = row
  const { trigger, filter, actions, budget, unbounded } = definition
  const { role: _role, ...actor } = runAs ?? { type: 'system', id: null, name: null }
  const waiting = findUnfinishedRun(db, id)?.isWaiting === true ? 1 : 0
  const times = trigger.on === 'schedule' ? nextRuns(scheduleOf(trigger), now).map(toIso) : undefined
  return {
    id,
    name,
    entity_type: type,
    trigger,
    filter,
    actions,
    is_on: isOn,
    off_reason: offReason && textOf(offReason),
    ...(offReason && { off_reason_message: asMessage(offReason) }),
    run_as: runAs && actor,
    budget,
    unbounded,
    last_run: lastRun,
    next_run: next === null ? null : toIso(next),
    ...(times && { next_runs: times }),
    runs: { ok, failed, waiting },
  }
}

const maxShownNotices = 100

/** Answers 200 with the notices, newest first. */
export function listNotices(db: ReadableDb, { person }: { readonly person?: string | undefined }): Answer {
  // Notices quote values as the person who turned the automation on may read them.
  const rows = hidesAttributes(db) ? [] : listNoticeRows(db, person, maxShownNotices)
  const notices = rows.map(({ uuid, kind, text, at, subject }): Notice => {
    const sentence = parseJson(text)
    const { message: words } = sentence
    const code = 'message_code' in sentence ? referenceOf(sentence as Parameters<typeof referenceOf>[0]) : {}
    return { id: uuid, kind, text: words, ...code, at: toIso(at), subject: subject && parseJson(subject) }
  })
  return dataAnswer(200, JSON.stringify(notices))
}

/** Takes a notice off the list: 200. */
export function dismissNotice(tx: WritableDb, { id }: { readonly id: string }): Answer {
  if (!removeNotice(tx, id.toLowerCase())) throw notFound(message('not_found.notice', { id }))
  return dataAnswer(200, JSON.stringify({ id: id.toLowerCase() }))
}
