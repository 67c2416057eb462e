import type { EntityType } from '#shared/entities.ts'
import type { SemanticType } from '#shared/semantic-types.ts'
import type { GridColumn } from '../../query/columns.ts'

const keyOf = (workspaceId: string, type: EntityType): string => `vitrine.review.${workspaceId}.${type}`

/** The attributes that a person has chosen to see beside proposals; undefined before a choice. */
export function readShown(workspaceId: string, type: EntityType): readonly string[] | undefined {
  const stored = window.localStorage.getItem(keyOf(workspaceId, type))
  return stored === null ? undefined : stored.split(',').filter(Boolean)
}

export function chooseShown(workspaceId: string, type: EntityType, keys: readonly string[]): void {
  window.localStorage.setItem(keyOf(workspaceId, type), keys.join())
}

/** The meanings that are shown first, where nobody has chosen. */
const usualMeanings: readonly SemanticType[] = [
  'brand',
  'vendor',
  'category',
  'product_type',
  'material',
  'color',
  'size',
  'price',
  'sku',
]

const maxFirst = 6

/** The attributes of the usual meanings, else the first ones. */
export function firstShown(columns: readonly GridColumn[]): readonly string[] {
  const rank = ({ meaning }: GridColumn): number => {
    const place = meaning === undefined ? -1 : usualMeanings.indexOf(meaning)
    return place === -1 ? usualMeanings.length : place
  }
  return columns
    .filter(({ isPrimary, traits }) => !isPrimary && !traits.isLong)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, maxFirst)
    .map(({ id }) => id)
}
