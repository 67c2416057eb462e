import { type EntityType, entityTypes } from '#shared/entities.ts'
import { type EventKind, eventKinds } from '#shared/events.ts'
import { needsPermission } from '#shared/local-address.ts'
import { message } from '#shared/messages/message.ts'
import type { FieldError } from '#shared/errors.ts'
import {
  type NewWebhook,
  type WebhookPatch,
  type WebhookStart,
  webhookStarts,
} from '#shared/schemas/webhooks.ts'
import { isOneOf } from '#shared/text.ts'
import { Faults } from '../catalog/errors.ts'

export interface CheckedWebhook {
  readonly url: string
  readonly events: '*' | readonly EventKind[]
  readonly types: readonly EntityType[] | null
  readonly attributes: readonly string[] | null
  readonly isInNetwork: boolean
}

/**
 * Checks a new webhook; `mayAllow` says whether who makes it decides about addresses of this network. Every
 * fault is noted, and undefined returned where there is one.
 */
export function checkNewWebhook(
  body: Partial<NewWebhook>,
  faults: Faults,
  { mayAllow }: { readonly mayAllow: boolean },
): CheckedWebhook | undefined {
  const isInNetwork = body.in_my_network ?? false
  const url = checkUrl(body.url, faults)
  checkPermission(url, { isInNetwork, mayAllow }, faults)
  const [events, types] = [checkEvents(body.events, faults), checkTypes(body.types, faults)]
  if (url === undefined || events === undefined || types === undefined) return undefined
  return { url, events, types, attributes: body.attributes ?? null, isInNetwork }
}

function checkPermission(
  url: string | undefined,
  { isInNetwork, mayAllow }: { readonly isInNetwork: boolean; readonly mayAllow: boolean },
  faults: Faults,
): void {
  if (isInNetwork && !mayAllow)
    faults.explain('in_my_network', 'invalid_value', message('webhook.owner_allows_network'))
  const isUnasked = mayAllow && !isInNetwork
  if (url !== undefined && isUnasked && needsPermission(url)) faults.add('url', 'not_allowed_address')
}

const statusesToSet = ['active', 'off'] as const

interface CheckedWebhookPatch {
  readonly status: (typeof statusesToSet)[number]
  readonly from: WebhookStart
}

/** Checks what turns a webhook on or off. Throws validation_failed with every fault. */
export function checkWebhookPatch(
  { status = '', from = 'stopped' }: Partial<WebhookPatch>,
  structural: readonly FieldError[],
): CheckedWebhookPatch {
  const faults = new Faults(structural)
  const known = { status: findOf(statusesToSet, status), from: findOf(webhookStarts, from) }
  if (known.status === undefined && !faults.hasErrorFor('status'))
    faults.add('status', status === '' ? 'required' : 'invalid_value', statusesToSet, status)
  if (known.from === undefined) faults.add('from', 'invalid_value', webhookStarts, from)
  faults.throwIfAny()
  return { status: known.status ?? 'off', from: known.from ?? 'stopped' }
}

function findOf<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text)
}

function checkUrl(text: string | undefined, faults: Faults): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return faults.add('url', 'required')
  const url = URL.parse(text.trim())
  if (!url || !['http:', 'https:'].includes(url.protocol)) return faults.add('url', 'expected_url')
  if (url.username + url.password !== '')
    return faults.explain('url', 'expected_url', message('webhook.address_with_name'))
  url.hash = ''
  return url.href
}

function checkEvents(events: NewWebhook['events'], faults: Faults): CheckedWebhook['events'] | undefined {
  if (events === undefined || events === '*') return '*'
  const known = typeof events === 'string' ? [] : events.filter((kind) => isOneOf(eventKinds, kind))
  if (known.length > 0 && known.length === events.length) return [...new Set(known)]
  const unknown = typeof events === 'string' ? events : events.find((kind) => !isOneOf(eventKinds, kind))
  return faults.add('events', 'invalid_value', ['*', ...eventKinds], unknown)
}

function checkTypes(types: NewWebhook['types'], faults: Faults): readonly EntityType[] | null | undefined {
  if (types === undefined) return null
  const unknown = types.find((type) => !isOneOf(entityTypes, type))
  if (unknown !== undefined || types.length === 0)
    return faults.add('types', 'invalid_value', entityTypes, unknown)
  return types.filter((type) => isOneOf(entityTypes, type))
}
