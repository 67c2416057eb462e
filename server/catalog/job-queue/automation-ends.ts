import type { Job, JobStatus } from '#shared/jobs.ts'
import { message, type Message } from '#shared/messages/message.ts'
import { toIso } from '#shared/iso-times.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { toJson } from '../../store/database/json.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import {
  addEntities,
  type AutomationRow,
  changeAutomation,
  findAutomationRow,
  insertNotice,
  listAutomationRows,
  listJobWritten,
  removeEntities,
} from '../../store/tables/automations.ts'
import { appendEvent } from '../../store/tables/events.ts'
import { findJob } from '../../store/tables/jobs.ts'

const maxFailures = 3

export interface NewNotice {
  /** The subject, such as `automation.off` or `feed.waiting`. */
  readonly kind: string
  readonly text: Message | string
  readonly subject?: { readonly type: string; readonly id: string; readonly name: string } | undefined
  /** The id of a person; left out for everybody. */
  readonly person?: string | undefined
}

/** Tells people what has happened by itself, on the home page. */
export function addNotice(tx: WritableDb, { kind, text, subject, person }: NewNotice): void {
  const { uuid, at } = nextIdentity(tx)
  insertNotice(tx, {
    uuid,
    kind,
    at,
    text: toJson(typeof text === 'string' ? { message: text } : text),
    subject: subject ? toJson(subject) : null,
    person: person ?? null,
  })
}

/** Turns an automation off that cannot go on, and says why in a notice and in the feed. */
export function turnOffAutomation(tx: WritableDb, row: AutomationRow, reason: Message): void {
  const { uuid: id, name } = row
  changeAutomation(tx, { ...row, ...off, offReason: reason })
  removeEntities(tx, row.id, 'gathered')
  const subject = { type: 'automation', id, name }
  addNotice(tx, { kind: 'automation.off', text: message('automation.turned_off', { name, reason }), subject })
  appendEvent(tx, {
    event: 'automation.updated',
    entityId: null,
    subject: { automation: { id, name } },
    changes: [{ attribute: 'is_on', old: true, new: false }],
    context: {
      actor: { type: 'system', id: null, name: null },
      via: 'system',
      request_id: null,
      job_id: null,
    },
  })
}

/** Turns off every automation of a file from elsewhere: somebody here looks at it first. */
export function turnOffForeign(tx: WritableDb): void {
  for (const row of listAutomationRows(tx)) {
    removeEntities(tx, row.id, 'gathered')
    const offReason = row.isOn ? message('automation.came_elsewhere') : row.offReason
    const definition = { ...row.definition, unbounded: false }
    changeAutomation(tx, { ...row, ...off, definition, offReason, runAs: null })
  }
}

const off = { isOn: false, nextRun: null, depth: 0, causedBy: null } as const

/** Counts the end of a run at its automation, in the transaction of that end; the third failure turns it off. */
export function noteAutomationEnd(tx: WritableDb, jobId: string, status: JobStatus): void {
  const job = findJob(tx, jobId)
  const row = job && automationOf(tx, job)
  if (!row || (status !== 'completed' && status !== 'failed' && status !== 'cancelled')) return
  removeEntities(tx, row.id, 'running')
  const [isOk, isFailed] = [status === 'completed', status === 'failed']
  const failures = isOk ? 0 : row.failures + Number(isFailed)
  const lastRun = { job_id: jobId, at: job.completed_at ?? toIso(Date.now()), outcome: status }
  const ended = {
    ...row,
    failures,
    ok: row.ok + Number(isOk),
    failed: row.failed + Number(isFailed),
    lastRun,
  }
  if (failures < maxFailures || !row.isOn) return changeAutomation(tx, ended)
  turnOffAutomation(tx, ended, message('automation.failed_often', { count: failures, reason: reasonOf(job) }))
}

/**
 * Gathers what a feed has taken for the automations that answer it, in the transaction of the job's end, so that
 * a kill neither loses nor repeats their runs; the next look starts them.
 */
export function gatherTaken(tx: WritableDb, jobId: string): void {
  const job = findJob(tx, jobId)
  const feed = job && feedThatTook(job)
  if (feed === undefined) return
  for (const { id, isOn, type, definition } of listAutomationRows(tx)) {
    const { on, feed: named } = definition.trigger
    if (isOn && on === 'feed' && named === feed)
      addEntities(tx, id, 'gathered', listJobWritten(tx, jobId, type))
  }
}

function feedThatTook({ metadata, result }: Job): string | undefined {
  const { feed_id: feed } = metadata
  const hasTaken = result !== null && 'outcome' in result && result.outcome === 'imported'
  return hasTaken && typeof feed === 'string' ? feed : undefined
}

function automationOf(tx: WritableDb, { name, metadata }: Job): AutomationRow | undefined {
  const id = metadata['automation_id']
  return name === 'automation' && typeof id === 'string' ? findAutomationRow(tx, id) : undefined
}

function reasonOf({ result }: Job): string {
  return result !== null && 'error' in result ? result.error.message.replace(/\.$/, '') : ''
}
