/**
 * Entities with findings, per part: kept current through writes or counted until the next. Small results
 * are cached whole, large ones are read page by page.
 */
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { cacheUntilWritten } from '../../store/database/caches.ts'
import { countMatching, listIds } from '../../store/plan/list-ids.ts'
import { KnownRows } from '../../store/plan/known-rows.ts'
import type { EntitySet } from '../../store/quality/entity-set.ts'
import { isAccepted, allOf, among } from '../../store/quality/value-conditions.ts'
import { findMembers, followMembers } from '../../store/quality/followed-values.ts'
import type { Clause } from '../../store/query/clause.ts'
import { type Condition, isQuicklyCounted } from '../../store/query/condition.ts'
import { acceptedOf, openOf, type CompiledRule, type RulePart } from './compile-rule.ts'
import type { RuleFilter, Rule } from './known-rules.ts'

export interface Scope {
  readonly type: EntityType
  readonly entity: number | undefined
  readonly filter: RuleFilter
  readonly mark: string
  readonly isAccepted: boolean
}

export interface FoundPart {
  readonly rule: Rule
  readonly part: RulePart
  readonly total: number
  readonly page: (behind: number, skip: number, limit: number) => readonly number[]
}

const maxCached = 5000

export function findPart(db: ReadableDb, compiled: CompiledRule, part: RulePart, scope: Scope): FoundPart {
  const isWhole = scope.entity === undefined && scope.filter === undefined && !scope.isAccepted
  const cached = isWhole && !isQuicklyCounted(part.failing) ? cachedOpen(db, compiled, part) : undefined
  if (!cached) return searchPart(db, compiled, part, scope)
  const page: FoundPart['page'] = (behind, skip, limit) => cached.page(behind, skip, limit)
  return { rule: compiled.rule, part, total: cached.count, page }
}

export function cachedOpen(db: ReadableDb, compiled: CompiledRule, part: RulePart): EntitySet | undefined {
  const { rule, hasAccepted } = compiled
  if (!part.dependencies) return undefined
  const failing = followMembers(db, rule.entity_type, part.failing, part.dependencies)
  if (!hasAccepted) return failing
  const accepted = cacheUntilWritten(
    db,
    `accepted ${JSON.stringify([rule.id, part.subject.attribute?.id])}`,
    () => findMembers(db, rule.entity_type, isAccepted(db, part.subject)).page(0, 0, Infinity),
  )
  return failing.without(accepted)
}

export function cachedFailing(db: ReadableDb, compiled: CompiledRule): EntitySet | undefined {
  const sets = compiled.parts.map((part) => cachedOpen(db, compiled, part))
  const known = sets.filter((set) => set !== undefined)
  const [first, ...others] = known
  if (!first || known.length < sets.length) return undefined
  return others.length === 0 ? first : first.with(others)
}

export function cachedChecked(
  db: ReadableDb,
  { rule, applies, dependencies }: CompiledRule,
): EntitySet | undefined {
  if (applies.length === 0 || !dependencies) return undefined
  return followMembers(db, rule.entity_type, allOf(rule.entity_type, applies), dependencies)
}

function searchPart(db: ReadableDb, compiled: CompiledRule, part: RulePart, scope: Scope): FoundPart {
  const { rule } = compiled
  const condition = () => (scope.isAccepted ? acceptedOf : openOf)(db, compiled, part)
  const key = `findings ${JSON.stringify([rule, part.subject.attribute?.id, scope.mark])}`
  const listRepeated = () =>
    cacheUntilWritten(db, `${key} few`, () =>
      list(db, scope, condition(), { limit: maxCached + 1, offset: 0, behind: 0 }),
    )
  const total = cacheUntilWritten(db, key, () => {
    const isWhole = scope.entity === undefined && scope.filter === undefined
    if (isWhole && isQuicklyCounted(condition())) return countQuickly(db, scope.type, condition(), part)
    const repeatedTexts = listRepeated()
    return repeatedTexts.ids.length <= maxCached ? repeatedTexts.ids.length : repeatedTexts.total
  })
  const page = (behind: number, skip: number, limit: number): readonly number[] => {
    if (total === 0) return []
    if (total <= maxCached) {
      const { ids } = listRepeated()
      const start = ids.findIndex((id) => id > behind)
      return start < 0 ? [] : ids.slice(start + skip, start + skip + limit)
    }
    const known = cacheUntilWritten(db, `${key} places`, () => new KnownRows(key, nearby))
    return cacheUntilWritten(db, `${key} ${behind} ${skip} ${limit}`, () =>
      readOn(known, { behind, offset: skip, limit }, (window) => list(db, scope, condition(), window).ids),
    )
  }
  return { rule, part, total, page }
}

/** Counts parts without reading them: conditions that exclude each other are counted separately. */
function countQuickly(
  db: ReadableDb,
  type: EntityType,
  condition: Condition,
  { dependencies }: RulePart,
): number {
  const { disjoint } = condition.parts
  if (!disjoint || !dependencies) return countMatching(db, type, [condition])
  return disjoint.reduce((sum, one) => {
    const isQuick = isQuicklyCounted(one)
    return sum + (isQuick ? countMatching(db, type, [one]) : followMembers(db, type, one, dependencies).count)
  }, 0)
}

// Reading so few again costs less than caching them.
const nearby = 20

/** Reads a page from the end of the previous one: from the start each would take longer than the last. */
export function readOn(
  known: KnownRows,
  { behind, offset, limit }: Window,
  list: (window: Window) => number[],
): number[] {
  if (behind > 0) return list({ behind, offset, limit })
  const before = known.findBefore(offset)
  const ids = before
    ? list({ behind: before.entity, offset: offset - before.offset - 1, limit })
    : list({ behind, offset, limit })
  const last = ids.at(-1)
  if (last !== undefined) known.learn({ offset: offset + ids.length - 1, entity: last })
  return ids
}

interface Window {
  readonly limit: number
  readonly offset: number
  readonly behind: number
}

function list(
  db: ReadableDb,
  { type, entity, filter }: Scope,
  condition: Condition,
  { limit, offset, behind }: Window,
): { readonly ids: number[]; readonly total: number } {
  return listIds(db, {
    type,
    clauses: [condition, ...(entity === undefined ? [] : [among([entity])])].map(asClause),
    join: 'and',
    tree: filter,
    search: undefined,
    terms: [],
    limit,
    offset,
    after: behind > 0 ? { entity: behind, values: [] } : undefined,
  })
}

export function asClause(condition: Condition): Clause {
  return { source: { kind: 'relation', conditions: [condition] }, operator: 'eq', values: [] }
}

export interface FoundRow {
  readonly part: number
  readonly id: number
}

export function takeRows(
  parts: readonly FoundPart[],
  start: { readonly part: number; readonly behind: number; readonly skip: number },
  limit: number,
): FoundRow[] {
  const rows: FoundRow[] = []
  let { behind, skip } = start
  for (let index = start.part; index < parts.length && rows.length < limit; index += 1) {
    const part = parts[index]
    if (!part) continue
    if (behind === 0 && skip >= part.total) {
      skip -= part.total
      continue
    }
    const ids = part.page(behind, skip, limit - rows.length)
    rows.push(...ids.map((id) => ({ part: index, id })))
    behind = 0
    skip = 0
  }
  return rows
}
