import { OutsizedNumber } from '../json-text.ts'
import { lettersOf, type Features } from '../shapes/shape.ts'
import type { Sentence } from '#shared/messages/message.ts'

/** The record of the product of a group of variants, at the first of these. */
export const groupOf = Symbol('group')

export interface JsonObject extends Readonly<Record<string, unknown>> {
  readonly [groupOf]?: JsonObject
}

export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof OutsizedNumber)
  )
}

/** The first of these members with a value; names match by their letters. */
export function pick(object: JsonObject, ...names: readonly string[]): unknown {
  const members = Object.entries(object).filter(([, value]) => !isNothing(value))
  for (const name of names) {
    const found = members.find(([key]) => lettersOf(key) === name)
    if (found) return found[1]
  }
  return undefined
}

export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return Array.isArray(value) && value.length === 0
}

/** A plain list, or one wrapped in edges or nodes as in GraphQL answers. */
export function toList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return undefined
  if (Array.isArray(value['nodes'])) return value['nodes']
  const { edges } = value
  return Array.isArray(edges) ? edges.map((edge) => (isObject(edge) ? edge['node'] : edge)) : undefined
}

export function objectsOf(value: unknown): JsonObject[] {
  return (toList(value) ?? []).filter(isObject)
}

export function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** The value of a cell: numbers stay numbers, and several values stay JSON. */
export function cellOf(value: unknown): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  return isNothing(value) ? '' : JSON.stringify(value)
}

export function textOf(value: unknown): string {
  if (isScalar(value)) return String(value).trim()
  return isObject(value) ? textOf(pick(value, 'name', 'title', 'label', 'value')) : ''
}

export interface Measure {
  readonly number: number | string
  readonly unit: string
}

export type NestedCell = string | number | readonly string[] | Measure

export interface NestedPicture {
  readonly url: string
  readonly alt: string
  readonly id: string
  readonly variants: readonly string[]
}

export interface NestedItem {
  /** Cells by their names in the file; members of an object are named `dimensions.width`. */
  readonly cells: ReadonlyMap<string, NestedCell>
  readonly features: Features
  readonly pictures: readonly NestedPicture[]
  readonly categories: readonly (readonly string[])[]
  readonly options: Features
  readonly isNamedWhole?: boolean
}

/** The product of a variant record: by the shop's id, or by the key of a row with all shared values. */
type NamedParent = { readonly id: string } | { readonly key: string }

export interface NestedProduct extends NestedItem {
  readonly variants: readonly NestedItem[]
  readonly parent?: NamedParent | undefined
  readonly issue?: Sentence | undefined
}

export function isMeasure(cell: NestedCell): cell is Measure {
  return typeof cell === 'object' && 'unit' in cell
}
