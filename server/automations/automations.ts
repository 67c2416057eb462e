import { findEntityType, pluralOf } from '#shared/entities.ts'
import type { Actor } from '#shared/events.ts'
import { message } from '#shared/messages/message.ts'
import type { Action, AutomationPatch, AutomationStart, NewAutomation } from '#shared/schemas/automations.ts'
import { type Scope, scopes as allScopes } from '#shared/scopes.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Role } from '#shared/team.ts'
import type { Answer } from '../catalog/answer.ts'
import type { KnownPlaces } from '../catalog/automations/check-automation.ts'
import { missingScopesOf } from '../catalog/automations/needed-scopes.ts'
import { CatalogError, insufficientScope } from '../catalog/errors.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import type { CalledThreads, WorkspaceThreads } from '../threads/pool.ts'
import type { FindScopes, Webhooks } from '../webhooks/webhooks.ts'
import { type Clock, systemClock } from '../workspaces/clock.ts'
import type { Workspaces } from '../workspaces/registry.ts'
import { type ElsewhereParts, doElsewhere } from './do-elsewhere.ts'
import { WorkspaceWatch } from './watch-workspace.ts'

export interface AutomationsParts extends Pick<ElsewhereParts, 'providers' | 'spending'> {
  readonly workspaces: () => Pick<Workspaces, 'get'>
  readonly webhooks: () => Webhooks
  readonly wake: (workspaceId: string) => void
  readonly onError: (error: unknown) => void
  readonly clock?: Clock | undefined
}

/** The caller who asks for something of automations; an owner may let large runs go by themselves. */
export interface AutomationCaller {
  readonly scopes: readonly Scope[]
  readonly isOwner: boolean
  /** The role of the caller, who finds automations about what this role may read. */
  readonly role?: Role | undefined
}

/** The people of a team, who are known outside the workspace file; a desktop has none. */
export interface TeamParts {
  readonly peopleIn: (workspaceId: string) => readonly string[]
  readonly addWorklist: ElsewhereParts['addWorklist']
}

/** The feeds of the workspaces, which automations start and answer. */
export interface FeedParts {
  /** Starts a feed as that actor and answers with the job that the run waits for. */
  readonly run: NonNullable<ElsewhereParts['runFeed']>
}

interface Write<Body> {
  readonly body: Body
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** The automations of all workspaces: their requests, what starts them, and what their runs may do. */
export class Automations {
  readonly #parts: AutomationsParts
  readonly #clock: Clock
  readonly #watches = new Map<string, WorkspaceWatch>()
  #scopesOf: FindScopes | undefined
  #team: TeamParts | undefined
  #feeds: FeedParts | undefined

  constructor(parts: AutomationsParts) {
    this.#parts = parts
    this.#clock = parts.clock ?? systemClock
  }

  /** Says what those who turned automations on may do now; a team is loaded after the data folder. */
  authorizeBy(scopesOf: FindScopes, team: TeamParts | undefined): void {
    this.#scopesOf = scopesOf
    this.#team = team
  }

  /** Says which feeds there are; without it none is known. */
  connectFeeds(feeds: FeedParts): void {
    this.#feeds = feeds
  }

  /** Watches a workspace that was opened, until its threads close. */
  watch(workspaceId: string, threads: WorkspaceThreads): void {
    const { onError } = this.#parts
    const wake = () => this.#parts.wake(workspaceId)
    const watch = new WorkspaceWatch({ threads, clock: this.#clock, wake, onError })
    this.#watches.set(workspaceId, watch)
    threads.onClosing(() => watch.close())
    watch.start()
  }

  async list(workspaceId: string, role: Role | undefined): Promise<Answer> {
    return (await this.#threads(workspaceId, role)).call('listAutomations', { now: this.#clock.now() })
  }

  async read(
    workspaceId: string,
    id: string,
    faults: readonly FieldError[],
    role: Role | undefined,
  ): Promise<Answer> {
    return (await this.#threads(workspaceId, role)).call('getAutomation', {
      id,
      faults,
      now: this.#clock.now(),
    })
  }

  async create(workspaceId: string, write: Write<NewAutomation>, caller: AutomationCaller): Promise<Answer> {
    const { entity_type: type, actions } = write.body
    requireScopes(type, actions, caller)
    const threads = await this.#threads(workspaceId, write.context.role)
    return threads.call('createAutomation', this.#toWrite(workspaceId, write, caller))
  }

  /** Changes an automation; who does that answers for it, and so needs what it does. */
  async change(
    workspaceId: string,
    id: string,
    write: Write<AutomationPatch>,
    caller: AutomationCaller,
  ): Promise<Answer> {
    const threads = await this.#threads(workspaceId, write.context.role)
    const known = await threads.call('readAutomationNeeds', { id })
    const { entity_type: type, actions, is_on: isOn } = { ...known, ...write.body }
    if (isOn || write.body.actions) requireScopes(type, actions, caller)
    return threads.call('updateAutomation', { id, ...this.#toWrite(workspaceId, write, caller) })
  }

  async delete(workspaceId: string, id: string, context: WriteContext): Promise<Answer> {
    return (await this.#threads(workspaceId, context.role)).call('deleteAutomation', {
      id,
      context,
      now: this.#clock.now(),
    })
  }

  /** Starts a run; its caller needs what the automation does, and so does who turned it on. */
  async run(
    workspaceId: string,
    id: string,
    write: Write<AutomationStart>,
    caller: AutomationCaller,
  ): Promise<Answer> {
    const threads = await this.#threads(workspaceId, write.context.role)
    const { entity_type: type, actions } = await threads.call('readAutomationNeeds', { id })
    requireScopes(type, actions, caller)
    const answer = await threads.call('runAutomation', { id, ...write })
    this.#parts.wake(workspaceId)
    return answer
  }

  async preview(
    workspaceId: string,
    id: string,
    faults: readonly FieldError[],
    caller: AutomationCaller,
  ): Promise<Answer> {
    const threads = await this.#threads(workspaceId, caller.role)
    const { entity_type: type, actions } = await threads.call('readAutomationNeeds', { id })
    requireReading(type, caller)
    const lacking = actions.flatMap((action, index) => {
      const missing = missingScopesOf(type, [action], caller.scopes)
      return missing.length === 0
        ? []
        : [{ action: index, reason: `The scope ${missing.join(', ')} is missing.` }]
    })
    return threads.call('previewAutomation', { id, known: this.#known(workspaceId), lacking, faults })
  }

  /** Checks the rights of a run that is about to start or go on, and does what its thread cannot. */
  async prepareRun(
    workspaceId: string,
    threads: Pick<WorkspaceThreads, 'call'>,
    job: { readonly id: string; readonly name: string },
  ): Promise<void> {
    if (job.name !== 'automation') return
    const step = await threads.call('readPendingStep', { jobId: job.id })
    if (step === null) return
    this.#authorize(workspaceId, step)
    const { providers, spending } = this.#parts
    await doElsewhere(step, {
      workspaceId,
      jobId: job.id,
      threads,
      providers,
      spending,
      webhooks: this.#parts.webhooks(),
      addWorklist: this.#team?.addWorklist,
      runFeed: this.#feeds?.run,
    })
  }

  #authorize(
    workspaceId: string,
    step: { readonly actor: Actor; readonly type: string; readonly actions: readonly Action[] },
  ): void {
    const held = this.#scopesOf ? this.#scopesOf(step.actor, workspaceId) : allScopes
    const missing = missingScopesOf(step.type, step.actions, held ?? [])
    if (held && missing.length === 0) return
    const sentence = held ? 'automation.lacks_scope' : 'automation.actor_gone'
    throw new CatalogError('insufficient_scope', message(sentence, { scopes: missing.join(', ') }))
  }

  #toWrite<Body>(workspaceId: string, write: Write<Body>, { isOwner }: AutomationCaller) {
    return { ...write, known: this.#known(workspaceId), mayUnbind: isOwner, now: this.#clock.now() }
  }

  #known(workspaceId: string): KnownPlaces {
    const owner = {
      actor: { type: 'owner', id: null, name: null },
      decides: true,
      scopes: allScopes,
    } as const
    const webhooks = this.#parts.webhooks().list(workspaceId, owner)
    const people = this.#team?.peopleIn(workspaceId)
    return { webhooks: webhooks.map(({ id }) => id), people }
  }

  async #threads(workspaceId: string, role: Role | undefined): Promise<CalledThreads> {
    return (await this.#parts.workspaces().get(workspaceId)).calledIn(role)
  }
}

/** Writers of entities see them too. */
function requireReading(type: string, { scopes }: AutomationCaller): void {
  const entityType = findEntityType(type)
  const plural = entityType && pluralOf[entityType]
  if (plural && !scopes.includes(`read:${plural}`) && !scopes.includes(`write:${plural}`))
    throw insufficientScope(`This automation needs read:${plural}.`)
}

function requireScopes(type: string, actions: readonly Action[], { scopes }: AutomationCaller): void {
  const missing = missingScopesOf(type, Array.isArray(actions) ? actions : [], scopes)
  if (missing.length > 0) throw insufficientScope(`This automation needs ${missing.join(', ')}.`)
}
