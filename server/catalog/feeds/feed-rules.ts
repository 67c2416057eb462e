import { unknownFieldIssue } from '#shared/describe-fault.ts'
import { isObject } from '#shared/exact-json.ts'
import { message } from '#shared/messages/message.ts'
import type { NamedConnection } from '#shared/schemas/connections.ts'
import {
  defaultShield,
  type FeedDirection,
  feedDirections,
  type FeedTrigger,
  type MissingRows,
  type Shield,
} from '#shared/feeds.ts'
import type { NewFeed } from '#shared/schemas/feeds.ts'
import { foldText, keysOf } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { FeedDefinition } from '../../store/tables/feeds.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { Faults } from '../errors.ts'
import { findExportProfile } from '../exports/export-profiles.ts'
import { findImportProfile } from '../imports/plan/profiles.ts'
import { scheduleFaults } from '../schedules/schedules.ts'

interface RuleFacts {
  readonly db: ReadableDb
  readonly connections: readonly NamedConnection[]
  readonly now: number
  readonly faults: Faults
}

type GivenFeed = Partial<NewFeed>

/** Checks a feed as it will be; every fault is noted, and undefined returned where there is one. */
export function checkFeed(body: GivenFeed, facts: RuleFacts): FeedDefinition | undefined {
  const { faults } = facts
  const direction = checkDirection(body.direction, faults)
  if (direction === undefined) return undefined
  const connection = checkConnection(body.connection, direction, facts)
  const profile = checkProfile(body.profile, direction, facts)
  const file = checkFile(body.file, { direction, kind: connection?.kind, format: profile?.format }, faults)
  const trigger = checkTrigger(body.trigger, connection, facts)
  const shield = checkShield(body.shield, faults)
  const missing = checkMissing(body.missing, profile?.type, facts)
  refuseOtherDirection(body, direction, faults)
  if (!connection || !profile || file === undefined || !trigger) return undefined
  const sending = { on_change_only: body.on_change_only !== false, with_report: body.with_report === true }
  return {
    ...sending,
    direction,
    connection: connection.id,
    profile: profile.id,
    file,
    trigger,
    shield,
    missing,
  }
}

function checkDirection(direction: string | undefined, faults: Faults): FeedDirection | undefined {
  const known = feedDirections.find((one) => one === direction)
  const issue = direction === undefined ? 'required' : 'invalid_value'
  return known ?? faults.add('direction', issue, feedDirections, direction)
}

function checkConnection(
  asked: string | undefined,
  direction: FeedDirection,
  { connections, faults }: RuleFacts,
): NamedConnection | undefined {
  if (asked === undefined) return faults.add('connection', 'required')
  const wanted = foldText(asked)
  const found = connections.find(({ id, name }) => id === wanted || foldText(name) === wanted)
  if (!found)
    return faults.add(
      'connection',
      'invalid_value',
      connections.slice(0, 50).map(({ name }) => name),
      asked,
    )
  if (direction === 'export' && found.kind === 'https')
    return faults.explain('connection', 'invalid_value', message('connection.https_only_reads'))
  return found
}

interface FoundProfile {
  readonly id: string
  readonly type: Parameters<typeof attributesOf>[1]
  readonly format: string | undefined
}

function checkProfile(
  asked: string | undefined,
  direction: FeedDirection,
  { db, faults }: RuleFacts,
): FoundProfile | undefined {
  if (asked === undefined) return faults.add('profile', 'required')
  if (direction === 'import') {
    const found = findImportProfile(db, asked)
    if (found) return { id: found.id, type: found.entity_type, format: undefined }
    return faults.addSentence('profile', message('folder.profile_not_found'))
  }
  const found = findExportProfile(db, asked)
  if (found) return { id: found.uuid, type: 'product', format: found.request.format }
  return faults.addSentence('profile', message('export.profile_unknown'))
}

interface FileFacts {
  readonly direction: FeedDirection
  readonly kind: NamedConnection['kind'] | undefined
  readonly format: string | undefined
}

/** A name relative to the connection, which it may not leave; an import takes a pattern in its last part. */
function checkFile(
  file: string | undefined,
  { direction, kind, format }: FileFacts,
  faults: Faults,
): string | undefined {
  const text = file?.trim() ?? ''
  if (text === '') return faults.add('file', 'required')
  if (leavesPlace(text)) return faults.explain('file', 'invalid_value', message('feed.file_leaves'))
  const takesPattern = direction === 'import' && kind !== 'https'
  const [folders, last] = [text.slice(0, text.lastIndexOf('/') + 1), text]
  if (isPattern(folders) || (isPattern(last) && !takesPattern))
    return faults.explain('file', 'invalid_value', message('feed.no_pattern'))
  if (direction === 'export') checkOutName(text, format, faults)
  return text
}

function leavesPlace(file: string): boolean {
  const isInside = file.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  return !isInside || /[\\\p{Cc}]/u.test(file) || /^[a-z]:/i.test(file)
}

function isPattern(name: string): boolean {
  return /[*?]/.test(name)
}

const placeholder = /\{([^}]*)\}/g
const placeholders: ReadonlySet<string> = new Set(['date', 'time', 'n'])

function checkOutName(file: string, format: string | undefined, faults: Faults): void {
  for (const [, name = ''] of file.matchAll(placeholder))
    if (!placeholders.has(name))
      faults.explain('file', 'invalid_value', message('feed.unknown_placeholder', { name }))
  if (/\.gz$/i.test(file) && (format === 'xlsx' || /\.xlsx\.gz$/i.test(file)))
    faults.explain('file', 'invalid_value', message('feed.no_gzip_of_workbook'))
}

function checkTrigger(
  sent: GivenFeed['trigger'],
  connection: NamedConnection | undefined,
  facts: RuleFacts,
): FeedTrigger | undefined {
  if (sent === undefined) return { on: 'manual' }
  const { faults } = facts
  const { on, cron, time_zone, ...others } = sent
  for (const name of Object.keys(others))
    faults.addUnknown(`trigger.${name}`, unknownFieldIssue, name, ['on', 'cron', 'time_zone'])
  if (on === 'schedule') return checkSchedule({ cron, time_zone }, facts)
  if (on !== 'file' && on !== 'manual') {
    const issue = on === undefined ? 'required' : 'invalid_value'
    return faults.add('trigger.on', issue, ['schedule', 'file', 'manual'], on)
  }
  if (on === 'file' && connection && connection.kind !== 'folder')
    return faults.explain('trigger.on', 'invalid_value', message('feed.only_folders_are_watched'))
  return { on }
}

function checkSchedule(
  { cron = '', time_zone = 'UTC' }: Readonly<Partial<Record<'cron' | 'time_zone', unknown>>>,
  { faults, now }: RuleFacts,
): FeedTrigger | undefined {
  const [text, zone] = [cron, time_zone].map((value) => (typeof value === 'string' ? value : ''))
  const schedule = { cron: text ?? '', time_zone: zone ?? '' }
  const wrong = scheduleFaults(schedule, now)
  for (const { field, sentence } of wrong) faults.explain(`trigger.${field}`, 'invalid_value', sentence)
  return wrong.length === 0 ? { on: 'schedule', ...schedule } : undefined
}

/** Null is said where nothing is to wait. */
function checkShield(sent: GivenFeed['shield'], faults: Faults): Shield | null {
  if (sent === null) return null
  const known = keysOf(defaultShield)
  const shield: Shield = { ...defaultShield }
  for (const [name, value] of Object.entries(sent ?? {})) {
    const key = known.find((one) => one === name)
    if (key === undefined) faults.addUnknown(`shield.${name}`, unknownFieldIssue, name, known)
    else if (typeof value !== 'number' || !(value >= 0))
      faults.explain(`shield.${name}`, 'invalid_value', message('feed.percentage'))
    else shield[key] = value
  }
  return shield
}

function checkMissing(
  sent: unknown,
  type: FoundProfile['type'] | undefined,
  { db, faults }: RuleFacts,
): MissingRows {
  if (sent === undefined || sent === 'leave' || sent === 'trash') return sent ?? 'leave'
  const values = valuesToSet(sent)
  const keys = Object.keys(values)
  if (keys.length === 0)
    faults.explain('missing', 'invalid_value', message('feed.missing_form'), ['leave', 'trash'])
  if (type === undefined) return { set: values }
  const { byKey } = attributesOf(db, type)
  for (const key of keys.filter((one) => !byKey.has(one)))
    faults.addUnknown(`missing.set.${key}`, 'not_a_defined_attribute', key, byKey)
  return { set: values }
}

/** The values of `{"set": {…}}`; none where it is something else. */
function valuesToSet(sent: unknown): Record<string, unknown> {
  if (!isObject(sent) || Object.keys(sent).length !== 1) return {}
  const { set } = sent
  return isObject(set) ? set : {}
}

const importOnly = ['shield', 'missing', 'seen'] as const
const exportOnly = ['on_change_only', 'with_report'] as const

/** The shield of an export holds a channel's file back that would lose too many of its products. */
function refuseOtherDirection(body: GivenFeed, direction: FeedDirection, faults: Faults): void {
  const others = direction === 'import' ? exportOnly : importOnly.filter((name) => name !== 'shield')
  for (const name of others)
    if (body[name] !== undefined)
      faults.explain(name, 'invalid_value', message('feed.other_direction', { direction }))
}
