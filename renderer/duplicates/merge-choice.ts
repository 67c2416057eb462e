import type { EntityResource, AttributeValue, EntityType } from '#shared/entities.ts'
import { type GridColumn, readValue } from '../query/columns.ts'
import type { ReactNode } from 'react'

export interface MergeChoice {
  readonly keep: string
  readonly values: Readonly<Record<string, string>>
}

export interface SideRow {
  readonly column: GridColumn
  readonly isDifferent: boolean
  readonly isChosen: boolean
}

/** Proposes the entity with most values as survivor; blanks take the first value of others. */
export function firstChoice(
  entities: readonly EntityResource[],
  columns: readonly GridColumn[],
): MergeChoice {
  const filled = (entity: EntityResource) => columns.filter((column) => hasValue(entity, column)).length
  const [survivor] = entities.toSorted((one, other) => filled(other) - filled(one))
  if (!survivor) return { keep: '', values: {} }
  return keepOf({ keep: survivor.id, values: {} }, entities, columns, survivor.id)
}

/** Chooses another survivor: its values count, and blanks take those of others. */
export function keepOf(
  _before: MergeChoice,
  entities: readonly EntityResource[],
  columns: readonly GridColumn[],
  keep: string,
): MergeChoice {
  const survivor = entities.find(({ id }) => id === keep)
  const values: Record<string, string> = {}
  for (const column of columns) {
    if (!isTakeable(column) || !survivor || hasValue(survivor, column)) continue
    const other = entities.find((entity) => hasValue(entity, column))
    if (other) values[column.id] = other.id
  }
  return { keep, values }
}

export function takeFrom(choice: MergeChoice, key: string, id: string): MergeChoice {
  const { [key]: _before, ...others } = choice.values
  return { ...choice, values: id === choice.keep ? others : { ...others, [key]: id } }
}

export function takenFrom({ keep, values }: MergeChoice, key: string): string {
  return values[key] ?? keep
}

export function sideRows(entities: readonly EntityResource[], columns: readonly GridColumn[]): SideRow[] {
  return columns
    .filter((column) => !column.isSystem && entities.some((entity) => hasValue(entity, column)))
    .map((column) => {
      const [first, ...others] = entities.map((entity) => comparable(entity, column))
      const isDifferent = others.some((other) => other !== first)
      return { column, isDifferent, isChosen: isDifferent && isTakeable(column) }
    })
}

function isTakeable(column: GridColumn): boolean {
  return column.readOnlyReason === undefined && !column.isSystem
}

function hasValue(entity: EntityResource, column: GridColumn): boolean {
  return readValue(entity, column) !== null
}

function comparable(entity: EntityResource, column: GridColumn): string {
  const value = readValue(entity, column)
  const idOf = (one: unknown) => (typeof one === 'object' && one !== null && 'id' in one ? one.id : one)
  return JSON.stringify(Array.isArray(value) ? value.map(idOf) : idOf(value))
}

export type DrawValue = (value: AttributeValue | null, column: GridColumn) => ReactNode

export interface Wording {
  readonly columns: Readonly<Record<EntityType, readonly GridColumn[]>>
  readonly draw: (type: EntityType) => DrawValue
}
