import { type Constraints, type DataType, dataTypeTraits } from '#shared/attributes.ts'
import { currencyNamed } from '#shared/currencies.ts'
import type { ColumnRule } from '#shared/imports.ts'
import { kinds, type TextKindName } from '#shared/kinds.ts'
import { foldText } from '#shared/text.ts'
import { findUnit } from '#shared/units.ts'
import { roleOf, toWords } from './column-words.ts'
import { shapeColumn } from './file-shape.ts'
import { isCurrency, unitOf } from './number-words.ts'
import type { FileScan } from './start-import.ts'

type SampledFile = Pick<FileScan, 'headers' | 'traits' | 'shape'>

interface NewAttribute {
  readonly dataType: DataType
  readonly rule: ColumnRule | undefined
}

/**
 * What a new attribute is besides its data type, where its cells or its header tell and none of the cells is refused for it: money of
 * a currency, a measure, a number with another unit, GTINs, email addresses, times (KIND-01).
 */
export function chooseConstraints(
  index: number,
  { dataType, rule }: NewAttribute,
  { headers, traits, shape }: SampledFile,
): Constraints {
  const header = headers[index] ?? ''
  if (dataTypeTraits[dataType].family !== 'number') return ofText(header, dataType, traits[index]?.kind)
  const unit = shapeColumn(shape, header)?.unit ?? rule?.unit ?? unitOfHeader(header)
  return unit === undefined ? {} : ofUnit(unit)
}

function ofText(header: string, dataType: DataType, kind: TextKindName | undefined): Constraints {
  if (kind === undefined || kinds[kind].base !== dataType) return {}
  // What is called a code of the house is one, though all of its codes are GTINs so far.
  return kind !== 'gtin' || roleOf(header) === 'gtin' ? { kind } : {}
}

function ofUnit(unit: string): Constraints {
  const currency = isCurrency(unit) ? unit : currencyNamed(unit)
  if (currency !== undefined) return { kind: 'money', currency }
  const known = findUnit(unit)
  return known ? { kind: 'measure', unit: known.symbol } : { unit }
}

const bracketed = /[([]([^()[\]]+)[)\]]\s*$/

/** The unit that a header names: in brackets any, else one that is no letter of a size. */
function unitOfHeader(header: string): string | undefined {
  const inBrackets = bracketed.exec(header)?.[1]
  if (inBrackets !== undefined) return unitOf(foldText(inBrackets.trim()))
  const { unit } = toWords(header)
  return unit !== undefined && unit.length > 1 ? unitOf(unit) : undefined
}
