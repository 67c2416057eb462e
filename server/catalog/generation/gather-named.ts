import { parseUuid, type EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { EntityValues } from './entity-values.ts'
import type { ContextValue, GenerationContext, Passage } from './generation-context.ts'
import type { Evidence } from './read-output.ts'
import { sourceText } from './source-text.ts'

const readCharacters = 5_000_000

/** What the places that evidence names hold now, for `verifyEvidence`: scripts and agents quote what they have read themselves. */
export function gatherNamed(
  db: ReadableDb,
  type: EntityType,
  entityId: string,
  evidence: readonly Evidence[],
): Pick<GenerationContext, 'values' | 'passages'> {
  const places = [...new Set(evidence.map(({ source }) => source))]
  const row = findEntity(db, type, entityId)
  const attributes = attributesOf(db, type)
  const entity = row && new EntityValues(db, row, attributes, {})
  const values = places.flatMap((place): ContextValue[] => {
    const attribute = attributes.byKey.get(named(place, 'attribute:') ?? '')
    if (!entity || !attribute) return []
    return [{ key: attribute.key, name: attribute.name, text: entity.text(attribute.key) }]
  })
  return { values, passages: places.flatMap((place) => wholeText(db, named(place, 'source:'))) }
}

function named(place: string, kind: 'attribute:' | 'source:'): string | undefined {
  return place.startsWith(kind) ? place.slice(kind.length) : undefined
}

function wholeText(db: ReadableDb, id: string | undefined): Passage[] {
  const uuid = parseUuid(id)
  const row = uuid === undefined ? undefined : findEntity(db, 'source', uuid)
  if (!row || id === undefined) return []
  // Under the name that the evidence gives, however it spells the id.
  return [{ source: id, start: 0, text: sourceText(db, row.id, readCharacters) }]
}
