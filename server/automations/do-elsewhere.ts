import type { EntityType } from '#shared/entities.ts'
import type { Actor } from '#shared/events.ts'
import { isObject } from '#shared/exact-json.ts'
import type { GenerationMode } from '#shared/generations.ts'
import { maxListedEntities } from '#shared/bulk-operations.ts'
import type { Action } from '#shared/schemas/automations.ts'
import { asMessage, message, type Message } from '#shared/messages/message.ts'
import { hasRole } from '#shared/team.ts'
import type { SpendingSettings } from '#shared/schemas/app-surface.ts'
import { isDoneElsewhere, type PendingStep } from '../catalog/automations/elsewhere.ts'
import type { RunState } from '../catalog/automations/run-automation.ts'
import { CatalogError } from '../catalog/errors.ts'
import type { ModelRequest } from '../catalog/generation-runs/value-models.ts'
import { chooseModels } from '../providers/choose-models.ts'
import type { Providers } from '../providers/providers.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'

export interface ElsewhereParts {
  readonly workspaceId: string
  readonly jobId: string
  readonly threads: Pick<WorkspaceThreads, 'call'>
  readonly providers: () => Pick<Providers, 'eligible'>
  readonly spending: (workspaceId: string) => SpendingSettings
  readonly webhooks: Webhooks
  readonly runFeed:
    | ((workspaceId: string, feed: string, actor: Actor) => Promise<{ readonly id: string }>)
    | undefined
  readonly addWorklist:
    | ((workspaceId: string, actor: Actor, worklist: RunWorklist) => Promise<void>)
    | undefined
}

export interface RunWorklist {
  readonly name: string
  readonly entity_type: EntityType
  readonly filter: string
  readonly assignee_id: string | null
  readonly due_on: string | null
  readonly total: number
}

const dayMs = 24 * 60 * 60 * 1000

/** Does the present action of a run, where it needs providers, addresses or people; others are left alone. */
export async function doElsewhere(step: PendingStep, parts: ElsewhereParts): Promise<void> {
  const { state } = step
  const action = state && presentAction(state)
  if (!state || !action) return
  const { threads, jobId } = parts
  const note = (failure?: RunState['failure']) =>
    threads.call('noteStepElsewhere', { jobId, checkpoint: state, ...(failure && { failure }) })
  try {
    const waits = await begin(step, state, action, parts)
    if (!waits) await note()
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code === 'internal_error') throw error
    await note({ code: error.code, ...asMessage(error.sentence) })
  }
}

/** Begins an action; true where the run waits for a job by which it is done. */
async function begin(
  step: PendingStep,
  state: RunState,
  { generate, webhook, worklist, run_feed: feed }: Action,
  parts: ElsewhereParts,
): Promise<boolean> {
  if (isObject(generate)) return startGeneration(step, state, generate, parts)
  if (typeof feed === 'string') return startFeed(step, state, feed, parts)
  if (typeof webhook === 'string') await sendRun(step, state, webhook, parts)
  if (isObject(worklist)) await makeWorklist(step, state, worklist, parts)
  return false
}

/** The action that a run has come to, where it is to be done here. */
function presentAction({ definition, action, child, failure }: RunState): Action | undefined {
  const present = definition.actions[action]
  const isOpen = child === undefined && failure === undefined
  return isOpen && present && isDoneElsewhere(present) ? present : undefined
}

/** Queues a generation over the entities of the run, within its budget and that of the day. */
async function startGeneration(
  { type, automation, budget, input }: PendingStep,
  state: RunState,
  { attributes, mode }: Readonly<Record<string, unknown>>,
  { threads, jobId, providers, spending, workspaceId }: ElsewhereParts,
): Promise<boolean> {
  const keys = Array.isArray(attributes) ? attributes.map(String) : []
  const ids = await threads.call('listRunIds', { automation, limit: maxListedEntities })
  if (ids.length === 0) return false
  const { wishes } = await threads.call('readGenerationNeeds', { type, attributes: keys })
  const { row, models, isPaid } = chooseFor(providers(), wishes, budget)
  const settings = spending(workspaceId)
  const left = isPaid ? await leftToday(threads, settings) : 0
  await threads.call('startRunGeneration', {
    jobId,
    checkpoint: state,
    order: {
      body: {
        type,
        attributes: keys,
        ids,
        mode: (mode ?? 'review') as GenerationMode,
        budget: isPaid ? Math.min(budget ?? 0, left) : null,
      },
      list: undefined,
      faults: [],
      provider: { id: row.id, name: row.name },
      model: Object.values(models)[0]?.model ?? '',
      models,
      maySpend: settings.keys_may_spend || decides(input.context),
      context: { ...input.context, job_id: null },
    },
  })
  return true
}

function chooseFor(
  providers: Pick<Providers, 'eligible'>,
  wishes: readonly ModelRequest[],
  budget: number | null,
) {
  const chosen = chooseModels(providers.eligible(undefined), wishes, undefined)
  if (!chosen || 'lacks' in chosen) throw conflictOf(message('automation.no_provider'))
  const isPaid = Object.values(chosen.models).some((model) => model.isPaid)
  if (isPaid && budget === null) throw conflictOf(message('automation.needs_budget'))
  return { ...chosen, isPaid }
}

/** The dollars that automations may still spend today. */
async function leftToday(
  threads: ElsewhereParts['threads'],
  { daily_budget: daily }: SpendingSettings,
): Promise<number> {
  const since = Date.now() - (Date.now() % dayMs)
  const left = daily - (await threads.call('spentByItself', { since }))
  if (left <= 0) throw conflictOf(message('automation.day_is_spent'))
  return left
}

/** Whether who turned it on may spend without the owner's leave: the owner, and managers of a team. */
function decides({ actor, role }: PendingStep['input']['context']): boolean {
  return actor.type === 'owner' || (actor.type === 'user' && role !== undefined && hasRole(role, 'manager'))
}

function conflictOf(sentence: Message): CatalogError {
  return new CatalogError('conflict', sentence)
}

async function startFeed(
  { actor }: PendingStep,
  state: RunState,
  feed: string,
  { threads, jobId, workspaceId, runFeed }: ElsewhereParts,
): Promise<boolean> {
  if (!runFeed) throw conflictOf(message('automation.unknown_feed'))
  const { id: child } = await runFeed(workspaceId, feed, actor)
  await threads.call('noteStepElsewhere', { jobId, checkpoint: state, child })
  return true
}

const maxSent = 100

async function sendRun(
  { automation, name, type }: PendingStep,
  { matched, action }: RunState,
  webhook: string,
  { threads, webhooks, workspaceId, jobId }: ElsewhereParts,
): Promise<void> {
  const ids = await threads.call('listRunIds', { automation, limit: maxSent })
  await webhooks.sendRun(workspaceId, webhook, {
    // The receiver knows a request by it that a restart repeats.
    messageId: `msg_${jobId.replaceAll('-', '')}_${action}`,
    content: {
      automation: { id: automation, name },
      job_id: jobId,
      matched,
      data: ids.map((id) => ({ id, type })),
    },
  })
}

async function makeWorklist(
  { type, actor }: PendingStep,
  { definition, matched }: RunState,
  worklist: Readonly<Record<string, unknown>>,
  { addWorklist, workspaceId }: ElsewhereParts,
): Promise<void> {
  if (!addWorklist) throw conflictOf(message('automation.worklist_without_team'))
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
  await addWorklist(workspaceId, actor, {
    name: String(worklist['name']),
    entity_type: type,
    filter: definition.filter,
    total: matched,
    assignee_id: textOf(worklist['assignee_id']),
    due_on: textOf(worklist['due_on']),
  })
}
