import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { NewGeneration, OverwriteMode } from '#shared/generations.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import {
  hasChangedDefinitions,
  type LastAutoRuns,
  lastAutoRuns,
  listTouched,
  spentByAutoRuns,
} from '../../store/tables/generation-runs.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { newestSequence } from '../../store/tables/events.ts'
import { generatedOf } from './generated-values.ts'
import { planValue, valuesOf } from './plan-value.ts'
import { listRunIds, type RunRequest } from './run-request.ts'
import { type ModelRequest, readGenerationNeeds } from './value-models.ts'

export interface AutoRun {
  readonly body: Pick<NewGeneration, 'type' | 'attributes' | 'ids' | 'overwrite'>
  readonly wishes: readonly ModelRequest[]
}

export interface AutoPlan {
  readonly since: number
  readonly until: number
  readonly spentToday: number
  readonly runs: readonly AutoRun[]
}

const maxTouched = 10_000
// For more entities the run itself finds out whether there is work.
const maxLooked = 2000

/**
 * Plans runs of automatic attributes for changes since the last runs or the last inspected event. Null
 * during such a run, and without changes.
 */
export function planAutoGeneration(
  db: ReadableDb,
  { seen, dayStart }: { readonly seen: number; readonly dayStart: number },
): AutoPlan | null {
  const until = newestSequence(db)
  const chosen = chosenAttributes(db)
  if (chosen.length === 0) return { since: until, until, spentToday: 0, runs: [] }
  const last = lastAutoRuns(db)
  if (last?.isActive) return null
  const since = beginOf(last, seen)
  if (since >= until) return null
  const isAll = hasChangedDefinitions(db, since)
  const runs = chosen.flatMap((one) => planRun(db, one, isAll ? undefined : since))
  return { since, until, spentToday: spentByAutoRuns(db, dayStart), runs }
}

/** A run that stopped at its budget has left some changes without values. */
function beginOf(last: LastAutoRuns | undefined, seen: number): number {
  if (!last) return seen
  return last.isStopped ? last.since : Math.max(last.until, seen)
}

interface AutoSelection {
  readonly type: EntityType
  readonly overwrite: OverwriteMode
  readonly attributes: readonly string[]
}

const modes = { missing: 'empty', stale: 'stale' } as const

function chosenAttributes(db: ReadableDb): AutoSelection[] {
  return entityTypes.flatMap((type) => {
    const { list } = attributesOf(db, type)
    return Object.entries(modes).flatMap(([mode, overwrite]) => {
      const wanted = list.filter(({ extras }) => extras.ai_generated && extras.auto_generate === mode)
      return wanted.length === 0 ? [] : [{ type, overwrite, attributes: wanted.map(({ key }) => key) }]
    })
  })
}

function planRun(db: ReadableDb, { type, overwrite, attributes }: AutoSelection, since: number | undefined) {
  const ids = since === undefined ? undefined : listTouched(db, type, { since, limit: maxTouched })
  if (ids?.length === 0) return []
  const body = { type, attributes, overwrite, ...(ids && { ids }) }
  const request: RunRequest = { ...body, ...(!ids && { list: everything }), mode: 'review' }
  if (!isNeeded(db, request)) return []
  return [{ body, wishes: readGenerationNeeds(db, { type, attributes }).wishes }]
}

export const everything = { clauses: [], join: 'and' } as const

function isNeeded(db: ReadableDb, request: RunRequest): boolean {
  const planner = { overwrite: request.overwrite, canSearchWeb: true }
  const ids = listRunIds(db, request, 0)
  if (ids.length > maxLooked) return true
  for (const value of valuesOf(db, ids, generatedOf(db, request)))
    if ('inputs' in planValue(db, planner, value.one, value)) return true
  return false
}
