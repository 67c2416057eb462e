import { findEntityType, type EntityType } from '#shared/entities.ts'
import { parseDate } from '#shared/iso-times.ts'
import { eventVias, type EventVia } from '#shared/events.ts'

export const periods = ['today', 'yesterday', 'week', 'month'] as const
export type Period = (typeof periods)[number]

export interface ChangeFilter {
  readonly type?: EntityType
  readonly attribute?: string
  readonly via?: EventVia
  readonly actor?: string
  readonly job?: string
  readonly edit?: string
  /** A period, or one day as `2026-01-05`. */
  readonly when?: string
}

/** The filter of an address, without invalid parts. */
export function readChangeFilter(params: URLSearchParams): ChangeFilter {
  const type = findEntityType(params.get('type'))
  const via = eventVias.find((known) => known === params.get('via'))
  const when = params.get('when') ?? ''
  const isKnown = periods.some((period) => period === when) || parseDate(when) !== undefined
  const texts = (['attribute', 'actor', 'job', 'edit'] as const).flatMap((name) => {
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
export function toFeedFilter({ job, edit, when, type: _type, ...rest }: ChangeFilter, now = new Date()) {
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
