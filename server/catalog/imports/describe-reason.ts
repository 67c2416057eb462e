import type { MatchConfidence } from '#shared/imports.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import type { MappingReason } from './plan-columns.ts'

interface ReasonText {
  readonly reason: MappingReason
  readonly because: string
  readonly confidence: MatchConfidence
}

interface ColumnMatch {
  readonly header: string
  readonly attribute: Attribute | undefined
  /** How many of its cells hold something. */
  readonly filled: number
}

/** Why a column goes where it goes, in words, and how sure that is. */
export function describeReason(
  reason: MappingReason,
  { header, attribute, filled }: ColumnMatch,
): ReasonText {
  const name = attribute?.name ?? header
  const told: Record<MappingReason, readonly [string, MatchConfidence]> = {
    mapping: ['Chosen by hand or by saved settings.', 'certain'],
    shape: ['Usual in files of this shop.', 'certain'],
    name: ['The column has the name of the attribute.', 'certain'],
    synonym: [`“${header}” is another word for ${name}.`, 'likely'],
    content: [`The cells look like values of ${name}.`, 'possible'],
    new: ['No attribute is called so, and the cells look like those of none: a new one is made.', 'likely'],
    none: [filled === 0 ? 'The column is empty.' : 'No attribute takes this column.', 'certain'],
  }
  const [because, confidence] = told[reason]
  return { reason, because, confidence }
}
