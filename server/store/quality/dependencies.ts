/** The dependencies of a check; without any its findings are stale after every write. */
import { getValuePlan, type ValuePlan } from '../computed/value-plan.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Clause, type ClauseGroup, clausesIn } from '../query/clause.ts'
import { type Attribute, isReference } from '../tables/attributes.ts'
import type { EventKind } from '#shared/events.ts'
import { cacheUntilWritten } from '../database/caches.ts'
import { newestSequence, readChanges, type StoredChanges } from '../tables/events.ts'

export interface Dependencies {
  readonly keys: ReadonlySet<string>
  /** The entities whose values count: the entity itself, also its parents and variants, or any entity. */
  readonly of: 'entity' | 'lineage' | 'others'
  readonly hasReferences: boolean
  /** Whether a new entity has a value regardless of its given values, for example by a formula. */
  readonly isOfNew: boolean
}

export interface Changes {
  readonly entities: readonly number[]
  readonly parents: readonly number[]
  readonly keys: readonly string[] | undefined
  readonly haveCome: boolean
  readonly haveGone: boolean
}

// For more events a full computation costs no more.
const maxEvents = 5000

type ChangedRow = [entity: number | null, kind: EventKind, changes: StoredChanges]

export function changesSince(db: ReadableDb, sequence: number): Changes | undefined {
  return (
    cacheUntilWritten(db, `changes since ${sequence}`, () => readSince(db, sequence) ?? null) ?? undefined
  )
}

function readSince(db: ReadableDb, sequence: number): Changes | undefined {
  const behind = newestSequence(db) - sequence
  if (behind < 0 || behind > maxEvents) return undefined
  const rows = db.tuples<ChangedRow>('SELECT entity, kind, changes FROM event WHERE sequence > ?', sequence)
  if (rows.some(([, kind]) => kind.startsWith('attribute.') || kind.startsWith('channel.'))) return undefined
  const written = rows.filter(([, kind]) => kind.startsWith('entity.'))
  const changed = written.map(([, , changes]) => readChanges(changes))
  // The events of deletion, restoring and merging list no changed keys.
  const areKeysKnown = written.every(([, kind], at) => kind === 'entity.created' || changed[at]?.length !== 0)
  const entities = [...new Set(written.flatMap(([entity]) => entity ?? []))]
  const moves = changed.flat().filter(({ attribute }) => attribute === 'parent_id')
  return {
    entities,
    parents: listParents(
      db,
      entities,
      moves.map(({ old }) => old),
    ),
    keys: areKeysKnown ? [...new Set(changed.flat().map(({ attribute }) => attribute))] : undefined,
    haveCome: written.some(([, kind]) => kind === 'entity.created' || kind === 'entity.restored'),
    haveGone: written.some(([, kind]) => kind === 'entity.deleted' || kind === 'entity.restored'),
  }
}

function listParents(db: ReadableDb, entities: readonly number[], uuids: readonly unknown[]): number[] {
  return db.column<number>(
    `SELECT parent FROM entity WHERE id IN (SELECT value FROM json_each(?)) AND parent IS NOT NULL
     UNION SELECT id FROM entity WHERE uuid IN (SELECT value FROM json_each(?))`,
    JSON.stringify(entities),
    JSON.stringify(uuids),
  )
}

const noKeys: ReadonlySet<string> = new Set()
const parentKey: ReadonlySet<string> = new Set(['parent_id'])

const nowhere: Dependencies = { keys: noKeys, of: 'entity', hasReferences: false, isOfNew: false }

/** Whether an entity has variants changes with the parents of others. */
export const dependenciesOfSold: Dependencies = {
  keys: parentKey,
  of: 'lineage',
  hasReferences: false,
  isOfNew: true,
}

export function dependenciesOfAll(parts: readonly (Dependencies | undefined)[]): Dependencies | undefined {
  let all: Dependencies = nowhere
  for (const dependencies of parts) {
    if (!dependencies) return undefined
    const farthest = (['others', 'lineage'] as const).find((of) => all.of === of || dependencies.of === of)
    all = {
      keys: new Set([...all.keys, ...dependencies.keys]),
      of: farthest ?? 'entity',
      hasReferences: all.hasReferences || dependencies.hasReferences,
      isOfNew: all.isOfNew || dependencies.isOfNew,
    }
  }
  return all
}

export function dependenciesOf(db: ReadableDb, attribute: Attribute): Dependencies | undefined {
  if (attribute.traits.shape === 'inverse') return undefined
  return dependenciesOfPlan(getValuePlan(db, attribute))
}

function dependenciesOfPlan({ attribute, base, mode }: ValuePlan): Dependencies | undefined {
  const own = dependenciesOfKind(dependenciesByBase, base, attribute)
  if (mode === 'off' || !own) return own
  if (mode !== 'inherit') return undefined
  return { ...own, keys: new Set([...own.keys, 'parent_id']), of: 'lineage' }
}

type DependenciesByKind<Of extends { readonly kind: string }, Context extends unknown[]> = {
  readonly [Kind in Of['kind']]: (
    of: Extract<Of, { kind: Kind }>,
    ...context: Context
  ) => Dependencies | undefined
}

function dependenciesOfKind<Of extends { readonly kind: string }, Context extends unknown[]>(
  table: DependenciesByKind<Of, Context>,
  of: Of,
  ...context: Context
): Dependencies | undefined {
  const kind: Of['kind'] = of.kind
  const row = table[kind] as (of: Of, ...context: Context) => Dependencies | undefined
  return row(of, ...context)
}

const dependenciesByBase: DependenciesByKind<ValuePlan['base'], [attribute: Attribute]> = {
  none: () => nowhere,
  own: (_, attribute) => ({
    ...nowhere,
    keys: new Set([attribute.key]),
    hasReferences: isReference(attribute),
  }),
  formula: ({ inputs }) => {
    const dependencies = dependenciesOfAll([...inputs.values()].map(dependenciesOfPlan))
    return dependencies && { ...dependencies, isOfNew: true }
  },
  length: ({ of }) => dependenciesOfPlan(of),
  // The facts of a file may come later than the value that names it.
  file: () => undefined,
  inverse: () => undefined,
  label: () => undefined,
  lookup: () => undefined,
  parent: () => undefined,
  path: () => undefined,
  measured: () => undefined,
}

export function dependenciesOfFilter(group: ClauseGroup | undefined): Dependencies | undefined {
  return dependenciesOfAll(
    clausesIn(group).map(({ source, operator }) =>
      dependenciesOfKind(dependenciesBySource, source, operator),
    ),
  )
}

const followedReferences: ReadonlySet<Clause['operator']> = new Set(['exists', 'eq', 'ne', 'in'])

const dependenciesBySource: DependenciesByKind<Clause['source'], [operator: Clause['operator']]> = {
  attribute: ({ attribute }, operator) => {
    const { key, traits } = attribute
    const isFollowed = traits.shape === 'scalar' || followedReferences.has(operator)
    if (traits.shape === 'inverse' || !isFollowed) return undefined
    return { ...nowhere, keys: new Set([key]), hasReferences: traits.shape !== 'scalar' }
  },
  computed: ({ plan }, operator) =>
    plan.isReference && !followedReferences.has(operator) ? undefined : dependenciesOfPlan(plan),
  system: ({ field }) => dependenciesByField[field],
  path: () => undefined,
  relation: ({ conditions }) =>
    conditions.every(({ stats }) => stats.isOfVariants)
      ? { ...nowhere, keys: parentKey, of: 'lineage', hasReferences: true }
      : undefined,
}

/** Events do not list the time of the last change among the changes. */
const dependenciesByField: Readonly<
  Record<Extract<Clause['source'], { kind: 'system' }>['field'], Dependencies | undefined>
> = {
  id: nowhere,
  created_at: nowhere,
  updated_at: undefined,
  parent_id: { ...nowhere, keys: parentKey, hasReferences: true },
}

export function isUntouched(dependencies: Dependencies, changes: Changes): boolean {
  if (changes.entities.length === 0) return true
  if (dependencies.isOfNew && changes.haveCome) return false
  return (
    mayFollow(dependencies, changes) && changes.keys?.every((key) => !dependencies.keys.has(key)) === true
  )
}

export function mayFollow({ hasReferences }: Dependencies, { haveGone }: Changes): boolean {
  return !hasReferences || !haveGone
}
