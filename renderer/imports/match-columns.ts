import { toAttributeKey } from '#shared/attribute-key.ts'
import { dataTypeTraits, type AttributeDefinition } from '#shared/attributes.ts'
import { foldText } from '#shared/text.ts'

/** Where a column of the file goes. */
export type ColumnTarget =
  | { readonly kind: 'attribute'; readonly key: string; readonly name: string }
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'computed'; readonly name: string }
  | { readonly kind: 'none' }

/** A foresight of how the server will map the columns: by key, by name, by the key the header would get. */
export function matchColumns(
  columns: readonly string[],
  attributes: readonly AttributeDefinition[],
): ColumnTarget[] {
  return columns.map((column): ColumnTarget => {
    if (column === '') return { kind: 'none' }
    const key = toAttributeKey(column)
    const folded = foldText(column)
    const attribute =
      attributes.find((candidate) => candidate.key === column) ??
      attributes.find((candidate) => foldText(candidate.name) === folded) ??
      attributes.find((candidate) => candidate.key === key)
    if (attribute === undefined) return { kind: 'new', key }
    return attribute.writable
      ? { kind: 'attribute', key: attribute.key, name: attribute.name }
      : { kind: 'computed', name: attribute.name }
  })
}

export interface MergeKeyChoice {
  readonly key: string
  readonly name: string
}

/** The columns that can tell which entity a row is: text attributes, and new columns where they are to be created. */
export function mergeKeyChoices(
  columns: readonly string[],
  attributes: readonly AttributeDefinition[],
  createMissing: boolean,
): MergeKeyChoice[] {
  return matchColumns(columns, attributes).flatMap((target, index): MergeKeyChoice[] => {
    if (target.kind === 'new') return createMissing ? [{ key: target.key, name: columns[index] ?? '' }] : []
    if (target.kind !== 'attribute') return []
    const attribute = attributes.find(({ key }) => key === target.key)
    const isText = attribute !== undefined && dataTypeTraits[attribute.data_type].family === 'text'
    return isText ? [{ key: target.key, name: target.name }] : []
  })
}

const usualKeys = [
  'sku',
  'id',
  'handle',
  'variant_sku',
  'ean',
  'gtin',
  'code',
  'file_name',
  'url_key',
  'name',
]

/** The merge key to suggest: a code by its usual name, else the attribute that names the entities, else none. */
export function suggestMergeKey(
  choices: readonly MergeKeyChoice[],
  attributes: readonly AttributeDefinition[],
): string {
  for (const usual of usualKeys) {
    if (choices.some(({ key }) => key === usual)) return usual
  }
  const primary = attributes.find(({ is_primary: isPrimary }) => isPrimary)
  return choices.find(({ key }) => key === primary?.key)?.key ?? ''
}
