import type { EntityType } from '#shared/entities.ts'
import type { JobStatus } from '#shared/jobs.ts'
import type { Actor } from '#shared/events.ts'
import type { Action, ActionResult } from '#shared/schemas/automations.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { findAutomationRow, listStateEntities } from '../../store/tables/automations.ts'
import { spentByAutoRuns } from '../../store/tables/generation-runs.ts'
import { listEntityRows } from '../../store/tables/entities.ts'
import { findJob, getJobInput, noteInJob, readCheckpoint, saveCheckpoint } from '../../store/tables/jobs.ts'
import { parseAnswer } from '../answer.ts'
import { assertAtCheckpoint } from '../edits/edit-outcome.ts'
import { enqueueGeneration, type EnqueueGeneration } from '../job-queue/enqueue-generation.ts'
import { kindOfAction } from './check-automation.ts'
import { type AutomationInput, finishAction, type RunState } from './run-automation.ts'

/** The work to be done outside the workspace file before a run goes on, and as whom. */
export interface PendingStep {
  readonly automation: string
  readonly name: string
  readonly type: EntityType
  readonly input: AutomationInput
  readonly actor: Actor
  readonly actions: readonly Action[]
  readonly budget: number | null
  readonly state: RunState | undefined
}

/** Reads where a run is that is about to go on; null where its automation is gone. */
export function readPendingStep(db: ReadableDb, { jobId }: { readonly jobId: string }): PendingStep | null {
  const { version: _, ...input } = getJobInput(db, jobId) as AutomationInput & { version?: number }
  const { version: _of, ...state } = (readCheckpoint(db, jobId) ?? {}) as Partial<RunState> & {
    version?: number
  }
  const row = findAutomationRow(db, input.automation)
  if (!row) return null
  const known = 'definition' in state ? (state as RunState) : undefined
  const { actions, budget } = known?.definition ?? row.definition
  const { uuid: automation, name, type } = row
  return { automation, name, type, input, actor: input.context.actor, actions, budget, state: known }
}

/** The entities of a run by their ids, for what is done elsewhere. */
export function listRunIds(
  db: ReadableDb,
  { automation, limit }: { readonly automation: string; readonly limit: number },
): string[] {
  const row = findAutomationRow(db, automation)
  const ids = row ? listStateEntities(db, row.id, 'running', { limit }) : []
  return listEntityRows(db, ids).map(({ uuid }) => uuid)
}

interface StepElsewhere {
  readonly jobId: string
  readonly checkpoint: RunState
}

/** Queues the generation of a run and lets the run wait for it, in one transaction. */
export function startRunGeneration(
  tx: WritableDb,
  { jobId, checkpoint, order }: StepElsewhere & { readonly order: EnqueueGeneration },
): null {
  assertAtCheckpoint(tx, jobId, checkpoint)
  const child = parseAnswer<{ data: { id: string } }>(enqueueGeneration(tx, order)).data.id
  const run = findJob(tx, jobId)?.metadata
  noteInJob(tx, child, {
    automation_id: run?.['automation_id'],
    ...(run?.['depth'] !== undefined && { depth: run['depth'] }),
  })
  saveCheckpoint(tx, jobId, { ...checkpoint, child })
  return null
}

/** The dollars that runs which nobody started have spent since a moment. */
export function spentByItself(db: ReadableDb, { since }: { readonly since: number }): number {
  return spentByAutoRuns(db, since)
}

/** Notes what came of an action that was done elsewhere: its result, the job to wait for, or why it failed. */
export function noteStepElsewhere(
  tx: WritableDb,
  {
    jobId,
    checkpoint,
    result,
    child,
    failure,
  }: StepElsewhere & {
    readonly result?: Partial<ActionResult>
    readonly child?: string
    readonly failure?: RunState['failure']
  },
): null {
  if (!failure && child === undefined) {
    const input = getJobInput(tx, jobId) as AutomationInput
    finishAction(tx, { jobId, input, checkpoint, ...(result && { result }) })
    return null
  }
  assertAtCheckpoint(tx, jobId, checkpoint)
  saveCheckpoint(tx, jobId, { ...checkpoint, ...(failure ? { failure } : { child }) })
  return null
}

/** Kinds of actions that the main thread does: they need providers, addresses or people. */
const elsewhere = ['generate', 'webhook', 'worklist', 'run_feed', 'sync'] as const

export function isDoneElsewhere(action: Action): boolean {
  const kind = kindOfAction(action)
  return elsewhere.some((one) => one === kind)
}

export function readJobStatus(db: ReadableDb, id: string): JobStatus | undefined {
  return findJob(db, id)?.status
}
