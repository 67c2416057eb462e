import { appliedStatuses, type AssetApply, type AssetPlanRow, type AssetStatus } from '#shared/assets.ts'
import { isOneOf } from '#shared/text.ts'

/** A product that somebody has given a file, or null where the file is left out. */
export interface ChosenProduct {
  readonly id: string
  readonly label: string
}

export type Choices = ReadonlyMap<number, ChosenProduct | null>

const usable: readonly AssetStatus[] = [
  'matched',
  'replaces',
  'ambiguous',
  'unmatched',
  'too_small',
  'duplicate_of',
]

/** Whether a file can be placed at all, by a choice where the rules have found no product. */
export function canBePlaced({ status, file }: AssetPlanRow): boolean {
  return file.hash !== null && isOneOf(usable, status)
}

/** The product that a row goes to: the chosen one, else that of the plan; undefined where it goes nowhere. */
export function productOf(row: AssetPlanRow, choices: Choices): ChosenProduct | undefined {
  const chosen = choices.get(row.index)
  if (chosen !== undefined) return chosen ?? undefined
  const isPlanned = isOneOf<string>(appliedStatuses, row.status) && row.entity !== null
  return isPlanned && row.entity ? { id: row.entity.id, label: row.entity.label ?? '' } : undefined
}

/** Rows that nobody has decided on and that the plan does not place. */
export function needsLook(row: AssetPlanRow, choices: Choices): boolean {
  return row.status !== 'already_there' && !choices.has(row.index) && productOf(row, choices) === undefined
}

export function toApply(choices: Choices): AssetApply {
  const corrections = [...choices].map(([index, product]) => ({ index, entity_id: product?.id ?? null }))
  return { accept: 'all', ...(corrections.length > 0 && { corrections }) }
}
