/** Facts about the nodes of a tree beside counts: how many are complete for a channel, and a picture. */
import type { EntityType } from '#shared/entities.ts'
import { dataTypeTraits } from '#shared/attributes.ts'
import type { TreeNode } from '#shared/schemas/grid.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listIds } from '../../store/plan/list-ids.ts'
import type { Source } from '../../store/query/clause.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { countTargets, findHolders } from '../../store/tables/references.ts'
import { parseJson } from '../../store/database/json.ts'
import type { Faults } from '../errors.ts'
import { findSource } from '../query/find-source.ts'

interface FactsQuery {
  readonly of: EntityType
  readonly complete?: string | undefined
  readonly picture?: string | undefined
}

interface Facts {
  readonly complete: Source | undefined
  readonly picture: Attribute | undefined
}

type FactsOfNode = (id: number) => Pick<TreeNode, 'complete' | 'picture'>

export const noFacts: FactsOfNode = () => ({})

export function checkFacts(db: ReadableDb, { of, complete, picture }: FactsQuery, faults: Faults): Facts {
  const attributes = attributesOf(db, of)
  const source = complete === undefined ? undefined : findSource(db, attributes, `completeness:${complete}`)
  if (complete !== undefined && !source)
    faults.explain('complete', 'invalid_value', 'Name a channel that is on.')
  const isPicture = ({ dataType }: Attribute): boolean => dataTypeTraits[dataType].media === 'image'
  const pictures = attributes.list.filter(isPicture)
  const shown = pictures.find(({ key }) => key === picture)
  if (picture !== undefined && !shown)
    faults.addUnknown(
      'picture',
      'not_a_defined_attribute',
      picture,
      pictures.map(({ key }) => key),
    )
  return { complete: source, picture: shown }
}

/** More complete products than these are not counted by node. */
const maxComplete = 100_000
/** More nodes than these have no pictures. */
const maxPictured = 500

export function factsOfNodes(
  db: ReadableDb,
  attribute: Attribute,
  rows: readonly EntityRow[],
  { complete, picture }: Facts,
): FactsOfNode {
  const counts = complete && countComplete(db, attribute, rows, complete)
  const pictures =
    picture && rows.length <= maxPictured ? findPictures(db, attribute, rows, picture) : undefined
  return (id) => {
    const shown = pictures?.get(id)
    return {
      ...(counts && { complete: counts.get(id) ?? 0 }),
      ...(shown !== undefined && { picture: shown }),
    }
  }
}

function countComplete(
  db: ReadableDb,
  { id: attribute, entityType: type }: Attribute,
  rows: readonly EntityRow[],
  source: Source,
): ReadonlyMap<number, number> | undefined {
  const clauses = [{ source, operator: 'gte' as const, values: [100] }]
  const window = { terms: [], limit: maxComplete, offset: 0, after: undefined }
  const { ids, total } = listIds(db, { type, clauses, join: 'and', search: undefined, ...window })
  if (total > maxComplete) return undefined
  const counts = new Map<number, number>()
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]))
  for (const [target, count] of countTargets(db, attribute, ids))
    for (const node of upwards(parents, target)) counts.set(node, (counts.get(node) ?? 0) + count)
  return counts
}

function findPictures(
  db: ReadableDb,
  attribute: Attribute,
  rows: readonly EntityRow[],
  picture: Attribute,
): ReadonlyMap<number, string> {
  const holders = findHolders(
    db,
    attribute.id,
    picture.id,
    rows.map(({ id }) => id),
  )
  const documents = new Map(
    listEntityRows(db, [...holders.values()]).map(({ id, attributes }) => [id, parseJson(attributes)]),
  )
  const pictures = new Map<number, string>()
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]))
  for (const [target, holder] of holders) {
    const value = documents.get(holder)?.[picture.key]
    if (typeof value !== 'string') continue
    pictures.set(target, value)
    for (const node of upwards(parents, target)) if (!pictures.has(node)) pictures.set(node, value)
  }
  return pictures
}

/** A node and those above it; a circle ends at its beginning. */
function upwards(parents: ReadonlyMap<number, number | null>, from: number): ReadonlySet<number> {
  const found = new Set<number>()
  for (let node: number | null | undefined = from; node != null && !found.has(node); node = parents.get(node))
    found.add(node)
  return found
}
