import type { ColumnRule } from '#shared/imports.ts'
import { foldText } from '#shared/text.ts'
import { isSameMeasure } from '../channel-files/measures.ts'
import { toWords } from './column-words.ts'
import { type FileShape, shapeColumn } from './file-shape.ts'
import { unitOf } from './number-words.ts'
import type { ImportColumn, KnownAttribute } from './plan-columns.ts'

/** What is done to the numbers of a column that are in another unit than those of its attribute. */
export function unitRule(
  { header, reason }: Pick<ImportColumn, 'header' | 'reason'>,
  attribute: KnownAttribute | undefined,
  shape: FileShape | undefined,
): Pick<ColumnRule, 'unit' | 'from_unit'> {
  const { unit } = attribute ?? {}
  const isByWords = reason === 'synonym'
  const own = shapeColumn(shape, header)?.unit ?? (isByWords ? toWords(header).unit : undefined)
  if (unit === undefined || own === undefined || unit === own || !isSameMeasure(own, unit)) return {}
  return { unit: unitOf(foldText(unit)) ?? unit, from_unit: own }
}
