import { findEntityType, type EntityType } from '#shared/entities.ts'
import { noteStatuses, type NoteStatus } from '#shared/notes.ts'
import { jobStatuses, type JobStatus } from '#shared/jobs.ts'
import { parseDate } from '#shared/iso-times.ts'
import { eventVias, type EventVia } from '#shared/events.ts'
import {
  followingRuleNames,
  type QualityRule,
  severities,
  type Severity,
  type ShippedRuleKey,
  shippedRuleNames,
} from '#shared/quality.ts'
import { t } from '../ui/text.ts'

/** A filter of notes; without a status the open to-dos, other missing members match all. */
export interface NoteFilter {
  readonly status?: NoteStatus | 'all'
  readonly type?: EntityType
  readonly q?: string
}

export function readNoteFilter(params: URLSearchParams): NoteFilter {
  const status = ([...noteStatuses, 'all'] as const).find((known) => known === params.get('status'))
  const type = findEntityType(params.get('type'))
  const q = params.get('q')
  return { ...(status && { status }), ...(type && { type }), ...(q !== null && q !== '' && { q }) }
}

export interface JobFilter {
  readonly status?: JobStatus
  readonly name?: string
}

export function readJobFilter(params: URLSearchParams): JobFilter {
  const status = jobStatuses.find((known) => known === params.get('status'))
  const name = params.get('name')
  return { ...(status && { status }), ...(name !== null && name !== '' && { name }) }
}

export interface ReviewFilter {
  readonly type?: EntityType
  readonly attribute?: string
  readonly verified?: 'yes' | 'no'
  readonly job?: string
  readonly vendor?: string
  readonly entity?: string
}

export function readReviewFilter(params: URLSearchParams): ReviewFilter {
  const type = findEntityType(params.get('type'))
  const verified = (['yes', 'no'] as const).find((known) => known === params.get('verified'))
  const texts = (['attribute', 'job', 'vendor', 'entity'] as const).flatMap((name) => {
    const text = params.get(name)
    return text === null || text === '' ? [] : [[name, text] as const]
  })
  return { ...(type && { type }), ...(verified && { verified }), ...Object.fromEntries(texts) }
}

/** The filter of proposals in requests: one entity and a vendor become a filter of a list. */
interface ProposalChoice {
  readonly attribute?: string
  readonly job_id?: string
  readonly verified?: boolean
  readonly filter?: string
}

export function toProposalChoice(filter: ReviewFilter, vendorKey: string | undefined): ProposalChoice {
  const { attribute, job, verified, vendor, entity } = filter
  const clauses = [
    ...(entity === undefined ? [] : [['filter[id]', entity]]),
    ...(vendor === undefined || vendorKey === undefined ? [] : [[`filter[${vendorKey}]`, vendor]]),
  ]
  return {
    ...(attribute !== undefined && { attribute }),
    ...(job !== undefined && { job_id: job }),
    ...(verified !== undefined && { verified: verified === 'yes' }),
    ...(clauses.length > 0 && { filter: new URLSearchParams(clauses).toString() }),
  }
}

export const periods = ['today', 'yesterday', 'week', 'month'] as const
export type Period = (typeof periods)[number]

export interface ChangeFilter {
  readonly type?: EntityType
  readonly attribute?: string
  readonly via?: EventVia
  readonly actor?: string
  readonly job?: string
  readonly edit?: string
  /** The action whose differences are shown, by its id. */
  readonly action?: string
  /** A period, or one day as `2026-01-05`. */
  readonly when?: string
}

/** The filter of an address, without invalid parts. */
export function readChangeFilter(params: URLSearchParams): ChangeFilter {
  const type = findEntityType(params.get('type'))
  const via = eventVias.find((known) => known === params.get('via'))
  const when = params.get('when') ?? ''
  const isKnown = periods.some((period) => period === when) || parseDate(when) !== undefined
  const texts = (['attribute', 'actor', 'job', 'edit', 'action'] as const).flatMap((name) => {
    const text = params.get(name)
    return text === null || text === '' ? [] : [[name, text] as const]
  })
  return {
    ...(type && { type }),
    ...(via && { via }),
    ...(isKnown && { when }),
    ...Object.fromEntries(texts),
  }
}

/** A filter for the change feed and restores; days are local. */
export function toFeedFilter(
  { job, edit, when, type: _type, action: _action, ...rest }: ChangeFilter,
  now = new Date(),
) {
  return { ...rest, ...(job && { job_id: job }), ...(edit && { edit_id: edit }), ...timesOf(when, now) }
}

function timesOf(when: string | undefined, now: Date): { since?: string; until?: string } {
  const today = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString()
  const before = (iso: string) => new Date(Date.parse(iso) - 1).toISOString()
  if (when === undefined) return {}
  if (when === 'today') return { since: today(0) }
  if (when === 'yesterday') return { since: today(-1), until: before(today(0)) }
  if (when === 'week') return { since: today(-6) }
  if (when === 'month') return { since: today(-29) }
  const [year = 0, month = 0, day = 0] = when.split('-').map(Number)
  const start = (next: number) => new Date(year, month - 1, day + next).toISOString()
  return { since: start(0), until: before(start(1)) }
}

export const qualityTabs = ['findings', 'rules', 'score', 'clusters', 'duplicates'] as const
export type QualityTab = (typeof qualityTabs)[number]

/** The state of the page "Quality": by default the findings of products, without other filters. */
export interface QualityLocation {
  readonly tab?: QualityTab
  readonly type?: EntityType
  readonly severity?: Severity
  readonly attribute?: string
  readonly rule?: string
  readonly method?: string
  readonly by?: string
  readonly accepted?: 'yes'
}

export function readQualityLocation(params: URLSearchParams): QualityLocation {
  const tab = qualityTabs.find((known) => known === params.get('tab'))
  const type = findEntityType(params.get('type'))
  const severity = severities.find((known) => known === params.get('severity'))
  const texts = (['attribute', 'rule', 'by', 'method'] as const).flatMap((name) => {
    const text = params.get(name)
    return text === null || text === '' ? [] : [[name, text] as const]
  })
  return {
    ...(tab && { tab }),
    ...(type && { type }),
    ...(severity && { severity }),
    ...(params.get('accepted') === 'yes' && { accepted: 'yes' }),
    ...Object.fromEntries(texts),
  }
}

/** Returns a rule in the language of the app, unless somebody has renamed it. */
export function inWords(rule: QualityRule): QualityRule {
  return { ...rule, name: nameRule(rule) }
}

function nameRule({ key, name, origin }: QualityRule): string {
  if (origin === 'shipped') return isUnnamed(key, name) ? t(shippedRuleNames[key]) : name
  if (origin === 'own') return name
  const pattern = followingRuleNames[origin]
  const lead = pattern.replace('{name}', '')
  return name.startsWith(lead) ? t(pattern, { name: name.slice(lead.length) }) : name
}

/** Whether a shipped rule has its shipped name, which can be changed. */
function isUnnamed(key: string, name: string): key is ShippedRuleKey {
  return shippedRuleNames[key as ShippedRuleKey] === name
}
