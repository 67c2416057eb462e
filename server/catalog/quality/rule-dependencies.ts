/** What the findings of a rule rest on, so that they can follow what is written. */
import type { ReadableDb } from '../../store/database/database.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { type Dependencies, dependenciesOf, dependenciesOfAll } from '../../store/quality/dependencies.ts'

/** Kinds whose findings on one entity rest on the values of others, or of its parent. */
const farReach: Readonly<Record<string, Dependencies['of']>> = {
  unique_together: 'others',
  outlier: 'others',
  parent_differs: 'lineage',
}

/** What a check of some attributes rests on beside the filter of its rule. */
export function checkNetworkOptions(
  db: ReadableDb,
  kind: string,
  attributes: readonly Attribute[],
): Dependencies | undefined {
  const reach = dependenciesOfAll(attributes.map((attribute) => dependenciesOf(db, attribute)))
  const of = farReach[kind]
  if (!reach || !of) return reach
  return { ...reach, keys: new Set([...reach.keys, 'parent_id']), of }
}
