import type { EffectiveClasses } from '#shared/attribute-classes.ts'
import type { Requirement } from '#shared/channels.ts'
import type { EntityResource } from '#shared/entities.ts'
import { readValue, type GridColumn } from '../../query/columns.ts'

export interface ClassColumns {
  /** What the entity shows. */
  readonly shown: readonly GridColumn[]
  /** What only entities of other categories show; one that has a value is never among them. */
  readonly further: readonly GridColumn[]
  /** What the entity needs, by the key of the attribute. */
  readonly requirements: ReadonlyMap<string, Requirement>
}

interface ShownFor {
  readonly classes: Pick<EffectiveClasses, 'attributes' | 'hidden'> | undefined
  /** What a link leads to is shown whatever the classes say. */
  readonly wantedKey?: string | undefined
}

/** Parts the columns by what attribute classes say of the entity; until that is known all of them are shown. */
export function classColumns(
  columns: readonly GridColumn[],
  entity: EntityResource,
  { classes, wantedKey }: ShownFor,
): ClassColumns {
  const hidden = new Set(classes?.hidden.filter((key) => key !== wantedKey))
  const isFurther = (column: GridColumn): boolean =>
    hidden.has(column.id) && readValue(entity, column) === null
  return {
    shown: columns.filter((column) => !isFurther(column)),
    further: columns.filter(isFurther),
    requirements: new Map(
      (classes?.attributes ?? []).flatMap(({ key, requirement }) =>
        requirement === null ? [] : [[key, requirement] as const],
      ),
    ),
  }
}
