import { type AttributeDefinition, dataTypeTraits } from '#shared/attributes.ts'
import type { MergeKeyProposal } from '#shared/imports.ts'
import type { PlannedColumn } from './plan-columns.ts'

/** A column by which rows can find what is there. */
export interface MergeKeyChoice {
  readonly key: string
  readonly name: string
  /** What its cells come to, where it was proposed. */
  readonly proposal: MergeKeyProposal | undefined
}

/** The columns that can tell which entity a row is: those that are proposed, then other texts and columns that become attributes. */
export function mergeKeyChoices(
  proposals: readonly MergeKeyProposal[],
  columns: readonly PlannedColumn[],
  attributes: readonly AttributeDefinition[],
): MergeKeyChoice[] {
  const proposed = proposals.flatMap((proposal): MergeKeyChoice[] => {
    if (proposal.key === 'id') return [{ key: 'id', name: 'ID', proposal }]
    const column = columns.find(({ kind, rule }) => isValue(kind) && rule.key === proposal.key)
    return column === undefined ? [] : [{ key: proposal.key, name: column.targetName, proposal }]
  })
  const others = columns
    .filter(({ rule }) => !proposed.some(({ key }) => key === rule.key))
    .flatMap((column) => choiceOf(column, attributes))
  return [...proposed, ...others]
}

function isValue(kind: PlannedColumn['kind']): boolean {
  return kind === 'attribute' || kind === 'new'
}

function choiceOf(
  { kind, header, rule }: PlannedColumn,
  attributes: readonly AttributeDefinition[],
): MergeKeyChoice[] {
  if (rule.key === null) return []
  if (kind === 'new') return [{ key: rule.key, name: header, proposal: undefined }]
  const attribute = kind === 'attribute' ? attributes.find(({ key }) => key === rule.key) : undefined
  const isText = attribute !== undefined && dataTypeTraits[attribute.data_type].isFreeText
  return isText ? [{ key: attribute.key, name: attribute.name, proposal: undefined }] : []
}

/** The merge key that holds: the chosen one while its column is there, else the suggested one. Empty for none. */
export function findMergeKey(
  chosen: string | undefined,
  choices: readonly MergeKeyChoice[],
  suggested: string | null,
): string {
  const isThere = (key: string | null | undefined): key is string => choices.some((one) => one.key === key)
  if (chosen === '' || isThere(chosen)) return chosen
  if (isThere(suggested)) return suggested
  // One that several rows share still finds what is there, where none at all would make everything anew.
  return choices.find(({ proposal }) => proposal !== undefined)?.key ?? ''
}
