import type { FieldError } from '#shared/errors.ts'
import { asMessage } from '#shared/messages/message.ts'
import type { Action, AutomationPreview } from '#shared/schemas/automations.ts'
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { countEntities } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { sampleRows } from '../edits/sample-edit.ts'
import { describeFault, Faults } from '../errors.ts'
import { findAutomation, listMatching } from './automations.ts'
import { checkAction, type KnownPlaces } from './check-automation.ts'
import { changeOfRun, narrowEntities } from './run-automation.ts'

const sampleSize = 10
const chunkSize = 1000

interface Preview {
  readonly id: string
  readonly known: KnownPlaces
  /** The rights that the caller, or who turned it on, lacks, in words, by action. */
  readonly lacking: readonly { readonly action: number; readonly reason: string }[]
  readonly faults: readonly FieldError[]
}

/** Answers 200 with the changes that a run would make now. Nothing is written. */
export function previewAutomation(db: ReadableDb, { id, known, lacking, faults }: Preview): Answer {
  const { type, definition } = findAutomation(db, id)
  new Faults(faults).throwIfAny()
  const ids = listMatching(db, type, definition.filter)
  const blocked = definition.actions.flatMap((action, index) => blockOf(db, type, { action, index, known }))
  const broken = new Set(blocked.map(({ action }) => action))
  const actions = definition.actions.filter((_, index) => !broken.has(index))
  const { changed, sample } = countChanges(db, type, { actions, ids })
  const preview: AutomationPreview = {
    matching: ids.length,
    to_change: changed,
    sample,
    blocked: [...blocked, ...lacking],
  }
  return dataAnswer(200, JSON.stringify(preview))
}

interface NumberedAction {
  readonly action: Action
  readonly index: number
  readonly known: KnownPlaces
}

function blockOf(
  db: ReadableDb,
  type: EntityType,
  { action, index, known }: NumberedAction,
): AutomationPreview['blocked'][number][] {
  const faults = new Faults()
  checkAction(db, type, action, known, faults)
  const [first] = faults.list
  if (!first) return []
  const { message: reason, ...reference } = asMessage(describeFault(first))
  return [{ action: index, reason, ...reference }]
}

export function countOfType(db: ReadableDb, type: EntityType): number {
  return countEntities(db, type)
}

interface ChangesToCount {
  readonly actions: readonly Action[]
  readonly ids: readonly number[]
}

/**
 * How many entities a run would change, with the first ones and what they would get. Each action is reckoned
 * from the present values.
 */
export function countChanges(
  db: ReadableDb,
  type: EntityType,
  { actions, ids }: ChangesToCount,
): { readonly changed: number; readonly sample: AutomationPreview['sample'] } {
  const changed = new Map<string, AutomationPreview['sample'][number]>()
  for (const action of actions) {
    const change = changeOfRun(db, type, action)
    if (!change) continue
    const meant = narrowEntities(db, change, ids)
    for (let start = 0; start < meant.length; start += chunkSize)
      for (const row of sampleRows(db, change, meant.slice(start, start + chunkSize))) {
        if (row.changes.length === 0) continue
        const before = changed.get(row.id)
        changed.set(row.id, before ? { ...before, changes: [...before.changes, ...row.changes] } : row)
      }
  }
  return { changed: changed.size, sample: [...changed.values()].slice(0, sampleSize) }
}
