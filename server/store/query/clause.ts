import type { QueryableSystemField } from '#shared/entities.ts'
import type { FilterJoin } from '#shared/filters.ts'
import type { Attribute } from '../tables/attributes.ts'
import type { Fragment } from '../database/fragment.ts'
import type { Condition } from './condition.ts'
import type { ClauseOperator } from './predicates.ts'
import type { ValuePlan } from '../computed/value-plan.ts'
import type { Comparable } from '../tables/values.ts'

/** What a clause or sort term reads: an attribute's stored values, its effective ones or a system field. */
export type Source =
  | { readonly kind: 'attribute'; readonly attribute: Attribute }
  | { readonly kind: 'computed'; readonly plan: ValuePlan }
  | { readonly kind: 'system'; readonly field: QueryableSystemField }

/** What a clause asks of what surrounds an entity; of several values any may hold. */
export interface Relation {
  readonly kind: 'relation'
  readonly conditions: readonly Condition[]
}

/** One checked filter clause. */
export interface Clause {
  readonly source: Source | Relation
  readonly operator: ClauseOperator
  /**
   * Comparable values: one, several for `in`, the first and the one behind the last for `within`; for
   * `exists` true or false as 1 or 0. Ids are UUIDs in lower case.
   */
  readonly values: readonly Comparable[]
}

/** Clauses and further groups that are joined by and, or by or. */
export interface ClauseGroup<C = Clause> {
  readonly join: FilterJoin
  readonly parts: readonly (C | ClauseGroup<C>)[]
}

/** Tells a group from a clause. */
export function isGroup<C extends object>(part: C | ClauseGroup<C>): part is ClauseGroup<C> {
  return 'parts' in part
}

/** The clauses of a group and of all groups in it, in their order. */
export function clausesIn<C extends object>(group: ClauseGroup<C> | undefined): C[] {
  return group?.parts.flatMap((part) => (isGroup(part) ? clausesIn(part) : [part])) ?? []
}

/** A part of a search for what an attribute refers to, by the label of that. */
export interface SoughtLabel {
  readonly source: Source
  readonly label: string
}

/** One part of a search: what a text contains, or what one attribute says. */
export interface SoughtTerm {
  readonly sought: Clause | SoughtLabel | string
  /** Wanted is what does not have it. */
  readonly isExcluded: boolean
  /** It is meant letter by letter: a typo is not forgiven. */
  readonly isPhrase: boolean
}

/**
 * A checked search: all of its parts hold, or a text contains it literally, which is what the API promises.
 */
export interface Search {
  /** The whole of it, folded. */
  readonly text: string
  readonly terms: readonly SoughtTerm[]
}

/**
 * How near what is found comes to what is searched for, as a number for the entity given as SQL; nearest is
 * least.
 */
export interface Relevance {
  readonly kind: 'relevance'
  readonly nearness: (entity: Fragment) => Fragment
}

/** One checked sort term; blanks come last in both directions and every order ends in the id. */
export interface SortTerm {
  readonly source: Source | Relevance
  readonly descending: boolean
}
