import {
  type BulkOperation,
  bulkOperations,
  type OwnOperation,
  ownOperations,
} from '#shared/bulk-operations.ts'
import { isOneOf } from '#shared/text.ts'
import { type AttributeSet, isReference } from '../../store/tables/attributes.ts'
import type { Values } from '../entities/current-values.ts'
import type { Operation } from './value-operations.ts'

/** The operation that a member of `set` asks for. No attribute takes such an object itself: a reference is one with an id. */
export function operationIn(value: unknown): BulkOperation | undefined {
  if (!isOperationObject(value)) return undefined
  return bulkOperations.find((operation) => Object.hasOwn(value, operation))
}

function isOperationObject(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, 'id')
}

/** The members of `set` by what is to be done with them, each by the key of its attribute. */
interface SplitSet {
  readonly plain: Values
  readonly formulas: ReadonlyMap<string, string>
  /** References that are taken over, by the key of the attribute that they are taken from. */
  readonly copies: ReadonlyMap<string, string>
  readonly own: ReadonlyMap<string, { readonly operation: OwnOperation; readonly sent: Operation }>
}

/** Divides `set`. What is taken from another attribute is its formula, but for references, which formulas see as labels. */
export function splitSet({ byKey }: AttributeSet, set: Values): SplitSet {
  const plain: Record<string, unknown> = {}
  const formulas = new Map<string, string>()
  const copies = new Map<string, string>()
  const own = new Map<string, { operation: OwnOperation; sent: Operation }>()
  for (const [key, value] of Object.entries(set)) {
    const operation = operationIn(value)
    if (operation === undefined || !isOperationObject(value)) plain[key] = value
    else if (isOneOf(ownOperations, operation)) own.set(key, { operation, sent: value })
    else if (operation === 'formula') formulas.set(key, String(value['formula']))
    else {
      const attribute = byKey.get(key)
      const source = String(value['from'])
      if (attribute && isReference(attribute)) copies.set(key, source)
      else formulas.set(key, formulaOf(source))
    }
  }
  return { plain, formulas, copies, own }
}

/** The formula that gives the value of an attribute. */
export function formulaOf(key: string): string {
  return `{{${key}}}`
}
