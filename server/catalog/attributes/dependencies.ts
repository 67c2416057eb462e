/** What the values of formulas and lookups are made from, as a graph over all definitions. */
import type { Attribute } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Draft, findLinkedType } from './linked-types.ts'

/** The attributes that the value of a formula or lookup is made from directly; none for any other. */
export function listInputs(db: ReadableDb, draft: Draft): Attribute[] {
  return findLinkedType(draft.dataType)?.inputs(db, draft) ?? []
}

/** The way from one attribute to another along what values are made from, both included; undefined where there is none. */
export function wayTo(
  db: ReadableDb,
  from: Attribute,
  to: Attribute,
  seen = new Set<number>(),
): Attribute[] | undefined {
  if (from.id === to.id) return [from]
  if (seen.has(from.id)) return undefined
  seen.add(from.id)
  for (const input of listInputs(db, from)) {
    const way = wayTo(db, input, to, seen)
    if (way) return [from, ...way]
  }
  return undefined
}

/** How much stands below an attribute, itself included: computed attributes on each other, levels and parts of SQL. */
export interface Stack {
  readonly chain: number
  readonly height: number
  readonly size: number
}

/** Measures what an attribute stands on; `known` keeps what was measured in the same look. */
export function measureStack(db: ReadableDb, attribute: Attribute, known = new Map<number, Stack>()): Stack {
  const found = known.get(attribute.id)
  if (found) return found
  // A circle ends where it began.
  known.set(attribute.id, { chain: 0, height: 1, size: 1 })
  const { base } = getValuePlan(db, attribute)
  const uses = base.kind === 'formula' ? base.formula.uses : undefined
  const own = base.kind === 'formula' ? base.formula : { height: 1, size: 1 }
  const inputs = listInputs(db, attribute).map((input) => ({
    ...measureStack(db, input, known),
    uses: uses?.get(input.key) ?? 1,
  }))
  const stack = stackUpon(own, inputs)
  known.set(attribute.id, stack)
  return stack
}

/** What results from putting a formula or lookup on its inputs. */
export function stackUpon(
  own: Pick<Stack, 'height' | 'size'>,
  inputs: readonly (Stack & { readonly uses: number })[],
): Stack {
  return {
    chain: inputs.length === 0 ? 0 : 1 + Math.max(...inputs.map(({ chain }) => chain)),
    height: own.height + Math.max(0, ...inputs.map(({ height }) => height)),
    size: own.size + inputs.reduce((sum, { size, uses }) => sum + size * uses, 0),
  }
}
