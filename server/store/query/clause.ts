import type { EntityType, QueryableSystemField } from '#shared/entities.ts'
import type { FilterJoin } from '#shared/filters.ts'
import type { Attribute } from '../tables/attributes.ts'
import type { Fragment } from '../database/fragment.ts'
import type { Condition } from './condition.ts'
import type { ClauseOperator } from './predicates.ts'
import type { ValuePlan } from '../computed/value-plan.ts'
import type { Comparable } from '../tables/values.ts'

export type Source =
  | { readonly kind: 'attribute'; readonly attribute: Attribute }
  | { readonly kind: 'computed'; readonly plan: ValuePlan }
  | { readonly kind: 'system'; readonly field: QueryableSystemField }

export interface Relation {
  readonly kind: 'relation'
  readonly conditions: readonly Condition[]
}

/** A step to other entities, at the end of which a clause of their type has to hold for one of them. */
export interface Path {
  readonly kind: 'path'
  readonly via: ValuePlan
  readonly type: EntityType
  readonly clause: Clause
}

export interface Clause {
  readonly source: Source | Relation | Path
  readonly operator: ClauseOperator
  /**
   * Comparable values: one, several for `in`, the first and the one after the last for `within`; for
   * `exists` true or false as 1 or 0. Ids are UUIDs in lower case.
   */
  readonly values: readonly Comparable[]
}

export interface ClauseGroup<C = Clause> {
  readonly join: FilterJoin
  readonly parts: readonly (C | ClauseGroup<C>)[]
}

export function isGroup<C extends object>(part: C | ClauseGroup<C>): part is ClauseGroup<C> {
  return 'parts' in part
}

export function clausesIn<C extends object>(group: ClauseGroup<C> | undefined): C[] {
  return group?.parts.flatMap((part) => (isGroup(part) ? clausesIn(part) : [part])) ?? []
}

export interface LabelSearch {
  readonly source: Source
  readonly label: string
}

export interface TermSearch {
  readonly sought: Clause | LabelSearch | string
  readonly isExcluded: boolean
  /** Whether the match is exact, without typos. */
  readonly isPhrase: boolean
}

export interface Search {
  readonly text: string
  readonly terms: readonly TermSearch[]
}

export interface Relevance {
  readonly kind: 'relevance'
  readonly nearness: (entity: Fragment) => Fragment
}

/** One checked sort term; blanks come last in both directions and every order ends in the id. */
export interface SortTerm {
  readonly source: Source | Relevance
  readonly descending: boolean
}
