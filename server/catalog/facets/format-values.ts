/** Counted values as people wrote them. */
import type { AttributeValue } from '#shared/entities.ts'
import { foldText, splitList } from '#shared/text.ts'
import { readLists } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import type { CountedValue } from '../../store/facets/count-values.ts'
import type { Source } from '../../store/query/clause.ts'
import { stubsJson } from '../entities/stub-json.ts'
import { spellingOf } from '../grid/format-groups.ts'
import { familyOf } from '../query/check-filter.ts'

type Spell = (value: CountedValue) => AttributeValue | null

/** How each of the values is spelled where it was written first; references by their stubs. */
export function formatValues(
  db: ReadableDb,
  { key, source }: { readonly key: string; readonly source: Source },
  counted: readonly CountedValue[],
): Spell {
  if (familyOf(source) === 'id') return formatReferences(db, counted)
  if (familyOf(source) === 'boolean') return ({ norm }) => norm === 1
  if (source.kind === 'computed' && source.plan.isSeveral) return formatMembers(db, source, counted)
  const entities = counted.map(({ entity }) => entity)
  const spell = spellingOf(db, [key], entities)
  if (!hasTokens(source)) return ({ entity }) => spell(entity, key)
  return ({ entity, norm }) => findToken(spell(entity, key), norm)
}

/** Whether one value is several tokens, each of which a filter compares. */
export function hasTokens(source: Source): boolean {
  if (source.kind === 'system') return false
  return source.kind === 'computed' ? source.plan.hasTokens : source.attribute.traits.hasTokens
}

function formatReferences(db: ReadableDb, counted: readonly CountedValue[]): Spell {
  const stubs = stubsJson(
    db,
    counted.map(({ norm }) => Number(norm)),
  )
  return ({ norm }) => {
    const stub = stubs.get(Number(norm))
    return stub === undefined ? null : JSON.parse(stub)
  }
}

function findToken(text: AttributeValue | null, norm: CountedValue['norm']): string {
  const tokens = typeof text === 'string' ? splitList(text) : []
  return tokens.find((token) => foldText(token) === norm) ?? String(norm)
}

/** Of several values of an entity the one that compares as the norm. */
function formatMembers(
  db: ReadableDb,
  source: Source & { readonly kind: 'computed' },
  counted: readonly CountedValue[],
): Spell {
  const { plan } = source
  const entities = [...new Set(counted.map(({ entity }) => entity))]
  const lists = readLists(db, plan, entities)
  return ({ entity, norm }) => {
    const json = lists.get(entity)
    const members = json === undefined ? [] : parseJson(json)
    const texts = members.flatMap((member) => (plan.hasTokens ? splitList(String(member)) : [member]))
    return texts.find((member) => foldText(String(member)) === String(norm)) ?? norm
  }
}
