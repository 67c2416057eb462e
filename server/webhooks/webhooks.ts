import { randomUUID } from 'node:crypto'
import type { Actor } from '#shared/events.ts'
import { pluralOf } from '#shared/entities.ts'
import { needsPermission } from '#shared/local-address.ts'
import { message } from '#shared/messages/message.ts'
import type { Scope } from '#shared/scopes.ts'
import type { Role } from '#shared/team.ts'
import {
  type CreatedWebhook,
  type NewWebhook,
  type Webhook,
  type WebhookApproval,
  type WebhookDelivery,
  type WebhookPatch,
} from '#shared/schemas/webhooks.ts'
import type { FieldError } from '#shared/errors.ts'
import { type Answer, parseAnswer } from '../catalog/answer.ts'
import { CatalogError, conflict, Faults, insufficientScope, notFound } from '../catalog/errors.ts'
import { uuidOf } from '../catalog/uuid-of.ts'
import type { WebhookNote, WriteContext } from '../catalog/events/record-event.ts'
import type { Secrets } from '../registry/secrets.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../registry/delivery-operations.ts'
import type { RegistryThread } from '../threads/idle-thread.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import type { Workspaces } from '../workspaces/registry.ts'
import { type RunMessage, Subscription } from './subscription.ts'
import { toDelivery, toWebhook } from './to-webhook.ts'
import { defaultTries } from './tries.ts'
import { checkNewWebhook, checkWebhookPatch } from './webhook-rules.ts'
import { WebhookSecrets } from './webhook-secrets.ts'

export interface WebhooksParts {
  readonly registry: RegistryThread
  readonly workspaces: Pick<Workspaces, 'get' | 'list'>
  readonly secrets: Secrets
  readonly onError: (url: string, error: unknown) => void
  readonly pauses?: readonly number[] | undefined
  readonly random?: () => number
  readonly now?: () => number
}

/** A caller who decides for the workspace sees all webhooks, another one their own. */
export interface WebhookCaller {
  readonly actor: Actor
  readonly decides: boolean
  readonly scopes: readonly Scope[]
}

/** The scopes that the maker of a webhook has now; undefined where it is gone. */
export type FindScopes = (maker: Actor, workspaceId: string) => readonly Scope[] | undefined

/** The role that the maker of a webhook has now, which reads what this role may read. */
export type FindRole = (maker: Actor, workspaceId: string) => Role | undefined

const maxWebhooks = 50
const furthestBehind = 100_000

/** Loads the webhooks of a data folder. Nothing is sent before `start`. */
export async function loadWebhooks(parts: WebhooksParts): Promise<Webhooks> {
  const rows = await parts.registry.call('listWebhooks', {})
  const known = new Set(parts.workspaces.list().map(({ id }) => id))
  const lost = rows.filter(({ workspaceId }) => !known.has(workspaceId)).map(({ id }) => id)
  if (lost.length > 0) await parts.registry.call('deleteWebhooks', { ids: lost })
  const left = rows.filter(({ workspaceId }) => known.has(workspaceId))
  parts.secrets.keepOnly(left.map(({ id }) => id))
  return new Webhooks(parts, left)
}

/** The webhooks of all workspaces: who made them, what they tell, and their deliveries. */
export class Webhooks {
  readonly #parts: WebhooksParts
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #secrets: WebhookSecrets
  #scopesOf: FindScopes | undefined
  #roleOf: FindRole | undefined

  constructor(parts: WebhooksParts, rows: readonly WebhookRow[]) {
    this.#parts = parts
    this.#secrets = new WebhookSecrets(parts.secrets, () => this.#now())
    for (const row of rows) this.#subscriptions.set(row.id, this.#toSubscription(row))
  }

  /** Says what the makers of webhooks may read now; a team is loaded after the data folder. */
  authorizeBy(scopesOf: FindScopes, roleOf: FindRole): void {
    this.#scopesOf = scopesOf
    this.#roleOf = roleOf
  }

  /** Delivers from now on, first what has happened since the last run. */
  start(): void {
    for (const subscription of this.#subscriptions.values()) subscription.wake()
  }

  /** Called after writes of a workspace. */
  wake(workspaceId: string): void {
    for (const subscription of this.#ofWorkspace(workspaceId)) subscription.wake()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#subscriptions.values()].map((subscription) => subscription.close()))
  }

  list(workspaceId: string, caller: WebhookCaller): Webhook[] {
    return this.#ofWorkspace(workspaceId)
      .filter(({ row }) => isSeen(row, caller))
      .map(({ row }) => toWebhook(row))
  }

  read(workspaceId: string, id: string, caller: WebhookCaller): Webhook {
    return toWebhook(this.#find(workspaceId, id, caller).row)
  }

  /**
   * Makes a webhook, active where its maker decides for the workspace and else pending. Throws all faults of
   * the request together, and insufficient_scope for types that its maker may not read.
   */
  async create(
    workspaceId: string,
    { body, faults: structural, context }: { body: NewWebhook; faults: FieldError[]; context: WriteContext },
    caller: WebhookCaller,
  ): Promise<Answer> {
    const faults = new Faults(structural)
    const checked = checkNewWebhook(body, faults, { mayAllow: caller.decides })
    const threads = await this.#parts.workspaces.get(workspaceId)
    await noteUnknownAttributes(threads.calledIn(context.role), body.attributes ?? [], faults)
    const settled = faults.settled(checked)
    requireScopes(settled.types ?? [], caller)
    if (this.#ofWorkspace(workspaceId).length >= maxWebhooks)
      throw conflict(message('webhook.too_many', { count: maxWebhooks }))
    const { newest } = await threads.call('readEventsAfter', { sequence: 0, limit: 0 })
    const row: WebhookRow = {
      ...settled,
      ...fresh,
      id: idOf(context),
      workspaceId,
      status: caller.decides ? 'active' : 'pending',
      createdBy: caller.actor,
      createdAt: this.#now(),
      position: newest,
    }
    const secret = await this.#secrets.renew(row.id)
    await this.#parts.registry.call('putWebhook', { row })
    const answer = await this.#record(row, { event: 'webhook.created', status: 201, changes: [], context })
    const subscription = this.#toSubscription(row)
    this.#subscriptions.set(row.id, subscription)
    subscription.wake()
    const { data } = parseAnswer<{ data: Webhook }>(answer)
    return { ...answer, body: JSON.stringify({ data: { ...data, secret } }) }
  }

  /** Turns a webhook off, or on again where the caller decides for the workspace. */
  async change(
    workspaceId: string,
    id: string,
    {
      body,
      faults: structural,
      context,
    }: { body: WebhookPatch; faults: FieldError[]; context: WriteContext },
    caller: WebhookCaller,
  ): Promise<Answer> {
    const subscription = this.#find(workspaceId, id, caller)
    const { status, from } = checkWebhookPatch(body, structural)
    if (status === 'off') return this.#changeStatus(subscription, 'off', {}, context)
    if (!caller.decides) throw new CatalogError('forbidden', message('webhook.owner_turns_on'))
    if (subscription.row.status === 'pending') throw conflict(message('webhook.pending'))
    if (!this.#scopes(subscription.row)) throw conflict(message('webhook.maker_gone'))
    const start = await this.#startAt(subscription.row, from === 'now')
    return this.#changeStatus(subscription, 'active', start, context)
  }

  async approve(
    workspaceId: string,
    id: string,
    { body, context }: { readonly body: WebhookApproval; readonly context: WriteContext },
  ): Promise<Answer> {
    const subscription = this.#find(workspaceId, id)
    const { row } = subscription
    if (row.status !== 'pending') throw conflict(message('webhook.not_pending'))
    const isInNetwork = body.in_my_network ?? false
    const faults = new Faults()
    if (!isInNetwork && needsPermission(row.url)) faults.add('url', 'not_allowed_address')
    faults.throwIfAny()
    const start = await this.#startAt(row, false)
    return this.#changeStatus(subscription, 'active', { ...start, isInNetwork }, context)
  }

  /** Deletes a webhook and answers with what it was. */
  async delete(workspaceId: string, id: string, context: WriteContext): Promise<Answer> {
    const subscription = this.#find(workspaceId, id)
    this.#subscriptions.delete(subscription.row.id)
    await subscription.close()
    await this.#parts.registry.call('deleteWebhooks', { ids: [subscription.row.id] })
    this.#parts.secrets.delete(subscription.row.id)
    const change = { event: 'webhook.deleted', status: 200, changes: [], context } as const
    return this.#record(subscription.row, change)
  }

  /** Makes a new secret; deliveries carry the signature of the former one too for a day. */
  async rotate(workspaceId: string, id: string): Promise<CreatedWebhook> {
    const { row } = this.#find(workspaceId, id)
    const secret = await this.#secrets.renew(row.id)
    return { ...toWebhook(row), secret }
  }

  async test(workspaceId: string, id: string): Promise<WebhookDelivery> {
    return toDelivery(await this.#sendable(workspaceId, id).sendAgain())
  }

  async deliveries(workspaceId: string, id: string): Promise<WebhookDelivery[]> {
    return (await this.#deliveriesOf(this.#find(workspaceId, id))).map(toDelivery)
  }

  async sendAgain(workspaceId: string, id: string, deliveryId: string): Promise<WebhookDelivery> {
    const subscription = this.#sendable(workspaceId, id)
    const former = (await this.#deliveriesOf(subscription)).find((delivery) => delivery.id === deliveryId)
    if (!former) throw notFound(`The delivery ${deliveryId}`)
    return toDelivery(await subscription.sendAgain(former))
  }

  /** Sends what a run of an automation has worked on, with its entry among the deliveries. Throws where it is not taken. */
  async sendRun(workspaceId: string, id: string, run: RunMessage): Promise<void> {
    const subscription = this.#find(workspaceId, id)
    if (subscription.row.status !== 'active') throw conflict(message('automation.webhook_off'))
    const { status, answer } = await subscription.sendRun(run)
    if (status === null || status < 200 || status >= 300)
      throw conflict(
        message('automation.webhook_not_taken', { reason: status === null ? answer : `${status}` }),
      )
  }

  #deliveriesOf({ row: { id: webhookId } }: Subscription): Promise<WebhookDeliveryRow[]> {
    return this.#parts.registry.call('listWebhookDeliveries', { webhookId })
  }

  #sendable(workspaceId: string, id: string): Subscription {
    const subscription = this.#find(workspaceId, id)
    if (subscription.row.status === 'pending') throw conflict(message('webhook.pending'))
    return subscription
  }

  async #startAt(row: WebhookRow, isFromNow: boolean): Promise<Partial<WebhookRow>> {
    const threads = await this.#parts.workspaces.get(row.workspaceId)
    const { newest } = await threads.call('readEventsAfter', { sequence: 0, limit: 0 })
    const hasGap = row.hasGap || newest - row.position > furthestBehind
    return isFromNow || hasGap ? { position: newest, triedUntil: null, hasGap } : {}
  }

  async #changeStatus(
    subscription: Subscription,
    status: WebhookRow['status'],
    more: Partial<WebhookRow>,
    context: WriteContext,
  ): Promise<Answer> {
    const { status: old } = subscription.row
    await subscription.change((row) => ({ ...row, ...restarted, ...more, status }))
    const changes = old === status ? [] : [{ attribute: 'status', old, new: status }]
    return this.#record(subscription.row, { event: 'webhook.updated', status: 200, changes, context })
  }

  async #record(row: WebhookRow, note: Omit<WebhookNote, 'webhook' | 'data'>): Promise<Answer> {
    const threads = await this.#parts.workspaces.get(row.workspaceId)
    const { id, url } = row
    return threads.call('recordWebhookEvent', { ...note, webhook: { id, url }, data: toWebhook(row) })
  }

  #noteTurnedOff(row: WebhookRow): void {
    const changes = [{ attribute: 'status', old: 'active', new: 'off' }]
    const note = { event: 'webhook.updated', status: 200, changes, context: bySystem } as const
    this.#record(row, note).catch((error: unknown) => this.#parts.onError(row.url, error))
  }

  #scopes({ createdBy, workspaceId }: WebhookRow): readonly Scope[] | undefined {
    return this.#scopesOf?.(createdBy, workspaceId)
  }

  #find(workspaceId: string, id: string, caller?: WebhookCaller): Subscription {
    const found = this.#subscriptions.get(id.toLowerCase())
    if (found?.row.workspaceId === workspaceId && (!caller || isSeen(found.row, caller))) return found
    throw notFound(`The webhook ${id}`)
  }

  #ofWorkspace(workspaceId: string): Subscription[] {
    return [...this.#subscriptions.values()].filter(({ row }) => row.workspaceId === workspaceId)
  }

  #now(): number {
    return (this.#parts.now ?? Date.now)()
  }

  #toSubscription(row: WebhookRow): Subscription {
    const { registry, workspaces, onError, pauses = defaultTries, random = Math.random } = this.#parts
    return new Subscription(row, {
      workspace: () => workspaces.list().find(({ id }) => id === row.workspaceId),
      threads: async () => {
        const threads = await workspaces.get(row.workspaceId)
        return threads.calledIn(this.#roleOf?.(row.createdBy, row.workspaceId))
      },
      scopes: () => this.#scopes(row),
      secrets: () => this.#secrets.signing(row.id),
      store: (changed, delivery) =>
        registry.call('putWebhook', { row: changed, ...(delivery && { delivery }) }),
      addDelivery: (delivery) => registry.call('addWebhookDelivery', delivery),
      onTurnedOff: (off) => this.#noteTurnedOff(off),
      send: async (order) => (await import('./send-webhook.ts')).sendWebhook(order),
      onError: (error) => onError(row.url, error),
      pauses,
      random,
      now: () => this.#now(),
    })
  }
}

const restarted = { tries: 0, nextTryAt: null, failingSince: null, problem: null } as const
const fresh = { ...restarted, triedUntil: null, hasGap: false } as const

const bySystem = {
  actor: { type: 'system', id: null, name: null },
  via: 'system',
  request_id: null,
  job_id: null,
} as const

/** A repeated request makes the webhook of the first one again, where that was cut off before its answer. */
function idOf({ idempotency }: WriteContext): string {
  return idempotency === undefined
    ? randomUUID()
    : uuidOf(JSON.stringify([idempotency.owner, idempotency.key]))
}

function isSeen({ createdBy }: WebhookRow, { actor, decides }: WebhookCaller): boolean {
  return decides || (createdBy.type === actor.type && createdBy.id === actor.id)
}

function requireScopes(types: NonNullable<WebhookRow['types']>, { scopes }: WebhookCaller): void {
  const missing = types
    .map((type): Scope => `read:${pluralOf[type]}`)
    .filter((scope) => !scopes.includes(scope))
  if (missing.length > 0) throw insufficientScope(`A webhook about these needs ${missing.join(', ')}.`)
}

async function noteUnknownAttributes(
  threads: Pick<WorkspaceThreads, 'call'>,
  keys: readonly string[],
  faults: Faults,
): Promise<void> {
  for (const attribute of keys) {
    const checked = threads.call('checkEventFilters', { filters: { attribute }, faults: [] })
    await checked.catch((error: unknown) => {
      if (!(error instanceof CatalogError) || error.code !== 'validation_failed') throw error
      faults.addAll('attributes', error.fieldErrors)
    })
  }
}
