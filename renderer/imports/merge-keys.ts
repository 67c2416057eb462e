import { dataTypeTraits, type AttributeDefinition } from '#shared/attributes.ts'
import { isOwnFile, type PlannedColumn } from './plan-columns.ts'

export interface MergeKeyChoice {
  readonly key: string
  readonly name: string
}

/** The columns that can tell which entity a row is: ids of an own file, text attributes, and columns that become attributes. */
export function mergeKeyChoices(
  columns: readonly PlannedColumn[],
  attributes: readonly AttributeDefinition[],
): MergeKeyChoice[] {
  const ids = isOwnFile(columns) ? [{ key: 'id', name: 'ID' }] : []
  return [...ids, ...columns.flatMap((column) => choiceOf(column, attributes))]
}

function choiceOf(
  { kind, header, rule }: PlannedColumn,
  attributes: readonly AttributeDefinition[],
): MergeKeyChoice[] {
  if (rule.key === null) return []
  if (kind === 'new') return [{ key: rule.key, name: header }]
  const attribute = kind === 'attribute' ? attributes.find(({ key }) => key === rule.key) : undefined
  const isText = attribute !== undefined && dataTypeTraits[attribute.data_type].isFreeText
  return isText ? [{ key: attribute.key, name: attribute.name }] : []
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

/** The merge key to suggest: the ids of an own file, a code by its usual name, else what names the entities, else none. */
function suggestMergeKey(
  choices: readonly MergeKeyChoice[],
  attributes: readonly AttributeDefinition[],
): string {
  if (choices[0]?.key === 'id') return 'id'
  for (const usual of usualKeys) {
    if (choices.some(({ key }) => key === usual)) return usual
  }
  const primary = attributes.find(({ is_primary: isPrimary }) => isPrimary)
  return choices.find(({ key }) => key === primary?.key)?.key ?? ''
}

/** The merge key that holds: the chosen one while its column is there, else the suggested one. Empty for none. */
export function mergeKeyOf(
  chosen: string | undefined,
  choices: readonly MergeKeyChoice[],
  attributes: readonly AttributeDefinition[],
): string {
  const isThere = chosen === '' || choices.some(({ key }) => key === chosen)
  return isThere && chosen !== undefined ? chosen : suggestMergeKey(choices, attributes)
}
