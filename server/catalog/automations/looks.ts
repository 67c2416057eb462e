import { parsePeriod } from '#shared/iso-times.ts'
import { message, type Message } from '#shared/messages/message.ts'
import { maxListedEntities } from '#shared/bulk-operations.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { newestSequence } from '../../store/tables/events.ts'
import {
  addEntities,
  type AutomationRow,
  type RunAs,
  changeAutomation,
  countStateEntities,
  type FeedEvent,
  findAutomationRow,
  findUnfinishedRun,
  listAutomationRows,
  listChangesAfter,
  listStateEntities,
  removeEntities,
} from '../../store/tables/automations.ts'
import { attributesOf, isComputed } from '../../store/tables/attributes.ts'
import { clausesIn } from '../../store/query/clause.ts'
import { allRows, listIds } from '../../store/plan/list-ids.ts'
import { enqueueJob } from '../job-queue/queue.ts'
import { Faults } from '../errors.ts'
import { parseFilterString } from '../query/filter-tree.ts'
import { nextRun } from '../schedules/schedules.ts'
import { readFilter } from './check-automation.ts'
import { turnOffAutomation as turnOff } from '../job-queue/automation-ends.ts'

/** The news for one automation: changes since its position, and entities that came and went. */
export interface AutomationLook {
  readonly uuid: string
  readonly position: number
  readonly until: number
  readonly entered: readonly number[]
  readonly left: readonly number[]
  readonly gathered: readonly number[]
  readonly depth: number
  readonly causedBy: string | null
}

const maxEvents = 50_000
// Events that concern nobody are passed without a write, and read again by the next look.
const maxUnstored = 500
/** A run that this many runs have led to is refused. */
export const maxDepth = 6

/**
 * Finds what the automations that are on have to note. With `isThorough` filters are looked at without an
 * event too, since computed values change by themselves.
 */
export function lookForAutomations(
  db: ReadableDb,
  { isThorough = false }: { readonly isThorough?: boolean },
): AutomationLook[] {
  const newest = newestSequence(db)
  return listAutomationRows(db)
    .filter(({ isOn }) => isOn)
    .flatMap((row) => lookFor(db, row, newest, isThorough) ?? [])
}

function lookFor(
  db: ReadableDb,
  row: AutomationRow,
  newest: number,
  isThorough: boolean,
): AutomationLook | undefined {
  const { on } = row.definition.trigger
  const isWaiting = hasGathered(db, row)
  if (!isToLook(row, newest, isThorough) && !isWaiting) return undefined
  const events = listMeant(db, row)
  const until = events.length < maxEvents ? newest : (events.at(-1)?.sequence ?? newest)
  const found = on === 'enters' ? findEntered(db, row, events) : findChanged(row, events)
  if (!isWaiting && isNothing(found) && mayPass(row, until)) return undefined
  const cause = causeOf(row, events, new Set(found.gathered))
  return { uuid: row.uuid, position: row.position, until, ...found, ...cause }
}

function mayPass({ definition, position }: AutomationRow, until: number): boolean {
  return until - position < (definition.trigger.on === 'enters' ? 1 : maxUnstored)
}

/** The events that a trigger listens to; the end of a feed's job, a schedule or a person tells the others. */
function listMeant(db: ReadableDb, { type, position, definition }: AutomationRow): FeedEvent[] {
  const { on } = definition.trigger
  const listens = on === 'change' || on === 'enters'
  return listens ? listChangesAfter(db, type, { after: position, limit: maxEvents }) : []
}

function isToLook({ definition, position }: AutomationRow, newest: number, isThorough: boolean): boolean {
  const { on } = definition.trigger
  return on === 'enters' ? isThorough || newest > position : on === 'change' && newest > position
}

function isNothing({ entered, left, gathered }: LookResult): boolean {
  return entered.length + left.length + gathered.length === 0
}

/** Whether entities wait for a run that nothing is in the way of. */
function hasGathered(db: ReadableDb, { id, uuid }: AutomationRow): boolean {
  return countStateEntities(db, id, 'gathered') > 0 && !findUnfinishedRun(db, uuid)
}

type LookResult = Pick<AutomationLook, 'entered' | 'left' | 'gathered'>

function findChanged({ uuid, definition }: AutomationRow, events: readonly FeedEvent[]): LookResult {
  const { attributes, created } = definition.trigger
  const isMeant = (event: FeedEvent) => {
    if (event.kind === 'entity.created' && created !== undefined) return created
    if (attributes === undefined) return created !== true
    return parseJson(event.attributes).some((key) => attributes.includes(key))
  }
  const meant = events.filter((event) => event.automation !== uuid && isMeant(event))
  return { entered: [], left: [], gathered: [...new Set(meant.map(({ entity }) => entity))] }
}

/** The entities that match and did not before; one that only the automation's own run has changed is left out. */
function findEntered(db: ReadableDb, row: AutomationRow, events: readonly FeedEvent[]): LookResult {
  const faults = new Faults()
  const wanted = readFilter(db, row.type, row.definition.filter, faults)
  // A filter that names what is gone matches nothing new; the next run says so.
  if (!faults.isEmpty) return { entered: [], left: [], gathered: [] }
  const page = { search: undefined, terms: [], limit: allRows, offset: 0, after: undefined }
  const matching = new Set(listIds(db, { type: row.type, ...wanted, ...page }).ids)
  const seen = new Set(listStateEntities(db, row.id, 'seen'))
  const entered = [...matching].filter((id) => !seen.has(id))
  const changed = new Set(
    events.filter(({ automation }) => automation !== row.uuid).map(({ entity }) => entity),
  )
  const own = new Set(events.map(({ entity }) => entity).filter((entity) => !changed.has(entity)))
  return {
    entered,
    left: [...seen].filter((id) => !matching.has(id)),
    gathered: entered.filter((id) => !own.has(id)),
  }
}

function causeOf(
  { uuid }: AutomationRow,
  events: readonly FeedEvent[],
  gathered: ReadonlySet<number>,
): Pick<AutomationLook, 'depth' | 'causedBy'> {
  let cause: Pick<AutomationLook, 'depth' | 'causedBy'> = { depth: 0, causedBy: null }
  for (const { entity, automation, depth } of events)
    if (gathered.has(entity) && automation !== uuid && (depth ?? 0) > cause.depth)
      cause = { depth: depth ?? 0, causedBy: automation }
  return cause
}

/** Stores what a look has found with the place in the feed, and queues the runs: all in one transaction. */
export function noteLooks(
  tx: WritableDb,
  { looks }: { readonly looks: readonly AutomationLook[] },
): { readonly isQueued: boolean } {
  let isQueued = false
  for (const look of looks) {
    const row = findAutomationRow(tx, look.uuid)
    // Another look was faster, or somebody has turned it off.
    if (!row?.isOn || row.position !== look.position) continue
    isQueued = noteLook(tx, row, look) || isQueued
  }
  return { isQueued }
}

function noteLook(tx: WritableDb, row: AutomationRow, look: AutomationLook): boolean {
  addEntities(tx, row.id, 'seen', look.entered)
  removeEntities(tx, row.id, 'seen', look.left)
  const changed = { ...row, position: look.until }
  if (look.gathered.length > 0 && look.depth >= maxDepth) {
    const cause = look.causedBy === null ? undefined : findAutomationRow(tx, look.causedBy)
    // Where the other one is off by now, the circle has ended.
    if (cause && !cause.isOn) changeAutomation(tx, changed)
    else turnOff(tx, changed, loopBetween(row, cause))
    return false
  }
  addEntities(tx, row.id, 'gathered', look.gathered)
  const isDeeper = look.depth > row.depth
  const noted = { ...changed, ...(isDeeper && { depth: look.depth, causedBy: look.causedBy }) }
  if (countStateEntities(tx, row.id, 'gathered') > maxListedEntities) {
    turnOff(tx, noted, message('automation.too_many_entities', { count: maxListedEntities }))
    return false
  }
  changeAutomation(tx, noted)
  if (!hasGathered(tx, noted)) return false
  enqueueRun(tx, noted, { over: 'gathered' })
  return true
}

function loopBetween({ name }: AutomationRow, cause: AutomationRow | undefined): Message {
  return message('automation.loop', { name, other: cause?.name ?? name, count: maxDepth })
}

/** Queues the runs of schedules whose time has come; what comes while one runs is dropped. */
export function startScheduledRuns(
  tx: WritableDb,
  { now, isAtStart = false }: { readonly now: number; readonly isAtStart?: boolean },
): { readonly isQueued: boolean } {
  let isQueued = false
  for (const row of listAutomationRows(tx)) {
    const { trigger } = row.definition
    if (!row.isOn || trigger.on !== 'schedule' || row.nextRun === null || row.nextRun > now) continue
    const next = { ...row, nextRun: nextRun(scheduleOf(trigger), now) ?? null }
    changeAutomation(tx, next)
    if (findUnfinishedRun(tx, row.uuid)) continue
    enqueueRun(tx, next, { over: 'all', ...(isAtStart && { isMissed: true }) })
    isQueued = true
  }
  return { isQueued }
}

/** When the next schedule comes, and whether filters have to be looked at now and then. */
export function nextAutomationTime(
  db: ReadableDb,
  _input: object,
): { readonly next: number | null; readonly hasFilters: boolean } {
  const rows = listAutomationRows(db).filter(({ isOn }) => isOn)
  const times = rows.flatMap(({ nextRun: time }) => time ?? [])
  return {
    next: times.length === 0 ? null : Math.min(...times),
    hasFilters: rows.some((row) => row.definition.trigger.on === 'enters' && mayChangeByItself(db, row)),
  }
}

/** Whether a filter may match without an event: by a computed value, what rules find, or the day. */
function mayChangeByItself(db: ReadableDb, { type, definition }: AutomationRow): boolean {
  const { byKey } = attributesOf(db, type)
  const { clauses, tree } = parseFilterString(definition.filter, new Faults())
  return [...clauses, ...clausesIn(tree)].some(({ key, value }) => {
    const attribute = byKey.get(key)
    return !attribute || isComputed(attribute) || parsePeriod(value) !== undefined
  })
}

export function scheduleOf({ cron = '', time_zone = '' }: AutomationRow['definition']['trigger']) {
  return { cron, time_zone }
}

export interface RunOrder {
  readonly over: 'all' | 'gathered'
  /** Its time came while no server ran. */
  readonly isMissed?: boolean
  /** The person who has asked, where the automation itself is off. */
  readonly runAs?: RunAs
  readonly request_id?: string | null
}

const nobody: RunAs = { type: 'system', id: null, name: null }

/** Queues a run, which has one `edit_id` for all that it writes: 202 with the job. */
export function enqueueRun(tx: WritableDb, row: AutomationRow, order: RunOrder) {
  const { uuid: automation, name, type, depth } = row
  const [editId, uuid] = [nextIdentity(tx).uuid, nextIdentity(tx).uuid]
  const { role, ...actor } = order.runAs ?? row.runAs ?? nobody
  const context = {
    actor,
    ...(role && { role }),
    via: 'automation',
    request_id: order.request_id ?? null,
    automation,
  } as const
  const input = { automation, type, over: order.over, edit_id: editId, context }
  const metadata = {
    workflow: 'automation',
    via: 'automation',
    type,
    automation_id: automation,
    automation: name,
    edit_id: editId,
    ...(depth > 0 && { depth }),
    ...(order.isMissed && { missed: true }),
  }
  return enqueueJob(tx, { uuid, name: 'automation', input, metadata })
}
