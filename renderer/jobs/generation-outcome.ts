import { findEntityType, type EntityType } from '#shared/entities.ts'
import type { GenerationResult } from '#shared/generations.ts'
import type { Job } from '#shared/jobs.ts'
import { createPagePlace, type Place } from '../query/place.ts'
import { formatCount } from '../ui/format-count.ts'
import { formatDollars } from '../ui/format-dollars.ts'
import { t, tMessage } from '../ui/text.ts'
import { isObject } from '#shared/json-object.ts'

/** What came of a run of generated values; undefined for other jobs and those that have not ended. */
export function readGeneration({ name, result }: Job): GenerationResult | undefined {
  return name === 'generation' && result !== null && 'not_stated' in result ? result : undefined
}

/** `12 proposed, 3 not stated, 1 failed, 40 skipped, $0.03. Stopped at its budget.` */
export function describeGeneration(result: GenerationResult): string {
  const { proposed, applied, not_stated: notStated, failed, skipped, cost, stopped, unsettled } = result
  const left = Object.values(skipped).reduce((sum, count) => sum + count, 0)
  const counts: readonly (readonly [number, (count: string) => string])[] = [
    [proposed, (count) => t('{count} proposed', { count })],
    [applied, (count) => t('{count} written', { count })],
    [notStated, (count) => t('{count} not stated', { count })],
    [failed, (count) => t('{count} failed', { count })],
    [left, (count) => t('{count} skipped', { count })],
  ]
  const told = counts.flatMap(([count, tell]) => (count > 0 ? [tell(formatCount(count))] : []))
  const paid = cost !== null && cost > 0 ? [formatDollars(cost)] : []
  return [
    `${[...(told.length > 0 ? told : [t('Nothing was to be generated')]), ...paid].join(', ')}.`,
    stopped === 'budget_reached' ? t('Stopped at its budget.') : '',
    unsettled.calls > 0
      ? t('{cost} of it for calls that were cut off.', { cost: formatDollars(unsettled.cost) })
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Why a run waits and until when; undefined where it does not. */
export function readPause({ status, metadata }: Job): { reason: string; until: string } | undefined {
  const paused = metadata['paused']
  if (status !== 'queued' || !isObject(paused)) return undefined
  const { reason, until } = paused
  return { reason: tMessage(String(reason), paused), until: String(until) }
}

/** The type that a run is about. */
export function typeOfRun({ type }: Job['metadata']): EntityType {
  return findEntityType(type) ?? 'product'
}

/** Where the proposals of a run are decided. */
export function reviewOf(workspaceId: string, { id, metadata }: Job): Place {
  return createPagePlace(workspaceId, 'review', { type: typeOfRun(metadata), job: id })
}
