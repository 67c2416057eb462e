import type { EntityType } from '#shared/entities.ts'
import { axesChange } from '#shared/axes.ts'
import type { Change } from '#shared/events.ts'
import { type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import type { EditEvent } from '../../store/tables/edits.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import type { LoggedLayouts } from '../../store/tables/merge-changes.ts'
import { turnBackProposals } from '../../store/tables/proposals.ts'
import { isSameValue, ownValues, type Values } from '../entities/current-values.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { getEntity, updateFrom } from '../entities/update-entity.ts'
import { CatalogError, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { Outcome } from './edit-outcome.ts'

export interface Undo {
  readonly type: EntityType
  readonly accepted?: string | undefined
  readonly loggedLayouts?: LoggedLayouts | undefined
  readonly context: WriteContext
}

/**
 * Undoes one event: one outcome for the values still as written, and one for the others. `known` is the
 * entity's present row, where it was read already.
 */
export function undoEvent(
  tx: WritableDb,
  undo: Undo,
  event: Pick<EditEvent, 'uuid' | 'changes'>,
  index: number,
  known?: EntityRow,
): Outcome[] {
  try {
    const row = known ?? getEntity(tx, undo.type, event.uuid)
    const attributes = attributesOf(tx, undo.type)
    const changes = event.changes.filter(({ attribute }) => !systemChanges.includes(attribute))
    const current = ownValues(
      tx,
      row,
      attributes,
      changes.map(({ attribute }) => attribute),
    )
    const [still, changed] = partition(changes, (change) => isStill(attributes, change, current))
    return [
      ...(still.length > 0 ? [takeBack(tx, undo, { row, changes: still, index })] : []),
      ...(changed.length > 0 ? [changedMeanwhile(row, changed, current, index)] : []),
    ]
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return [{ status: 'refused', index, id: event.uuid, error }]
  }
}

// Changes that follow from other values are not an edit's own, and a parent and axes are taken back by themselves.
const systemChanges = ['label', 'parent_id', axesChange]

function partition<T>(list: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((item) => !test(item))]
}

function isStill(
  { byKey }: AttributeSet,
  { attribute: key, new: written }: Change,
  current: Values,
): boolean {
  const attribute = byKey.get(key)
  return attribute === undefined || isSameValue(attribute, written, current[key])
}

interface TakeBack {
  readonly row: EntityRow
  readonly changes: readonly Change[]
  readonly index: number
}

function takeBack(
  tx: WritableDb,
  { type, accepted, context, loggedLayouts }: Undo,
  { row, changes, index }: TakeBack,
): Outcome {
  const attributes = attributesOf(tx, type)
  const given = Object.fromEntries(
    changes.map(({ attribute: key, old }) => {
      const isList = attributes.byKey.get(key)?.traits.shape === 'reference_list'
      return [key, isList ? (old ?? []) : old]
    }),
  )
  const faults = new Faults()
  try {
    const writes = parseWrites(attributes, given, faults)
    const updated = updateFrom(tx, row, { type, parent: undefined, writes, loggedLayouts }, faults, context)
    const { edit_id: undo } = context
    if (accepted !== undefined && undo !== undefined)
      turnBackProposals(tx, { edit: accepted, undo, entity: row.id, attributes: Object.keys(given) })
    return { status: 'applied', index, entity: row.id, isChanged: updated !== row }
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return { status: 'refused', index, id: row.uuid, error }
  }
}

function changedMeanwhile(
  { uuid }: EntityRow,
  changes: readonly Change[],
  current: Values,
  index: number,
): Outcome {
  const shown = Object.fromEntries(changes.map(({ attribute }) => [attribute, current[attribute]]))
  return { status: 'changed_meanwhile', index, id: uuid, current: shown }
}

interface MovedEntity {
  readonly type: EntityType
  readonly uuid: string
  readonly changes: readonly Change[]
}

/**
 * Detaches or moves back the entity after a change of parent, if that is still its parent; undefined where
 * the change moved nothing.
 */
export function takeBackParent(
  tx: WritableDb,
  { type, uuid, changes }: MovedEntity,
  context: WriteContext,
): 'moved' | 'kept' | undefined {
  const change = changes.find(({ attribute }) => attribute === 'parent_id')
  if (!change) return undefined
  try {
    const row = getEntity(tx, type, uuid)
    if (row.parent_uuid !== change.new) return 'kept'
    const write = { type, parent: oldParent(change), writes: [] }
    return updateFrom(tx, row, write, new Faults(), context) === row ? undefined : 'moved'
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return 'kept'
  }
}

function oldParent({ old }: Change): string | null {
  return typeof old === 'string' ? old : null
}
