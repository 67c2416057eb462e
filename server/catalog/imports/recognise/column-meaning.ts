import { type ColumnRule, type Creation, creationOfTarget } from '#shared/imports.ts'
import { type SemanticType, semanticTypeOf } from '#shared/semantic-types.ts'
import { readPictures } from './cell-values.ts'
import type { ImportColumn } from './column-request.ts'
import type { ColumnTraits } from './column-scan.ts'
import type { FileScan } from './file-scan.ts'

type MeaningRule = Omit<ColumnRule, 'key'>

// A longer cell does not name a category or vendor.
const maxNameLength = 200

/**
 * The rule of a new product column whose name means vendors or categories: `Marke` refers to vendors,
 * `Casa > Luci` is a path in the category tree. [IMPORT-35]
 */
export function meaningRule(header: string, samples: readonly string[]): MeaningRule | undefined {
  const cells = samples.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (cells.length === 0 || !cells.every(isName)) return undefined
  const type = semanticTypeOf(header)
  return type && ruleOfType[type]?.(cells)
}

const ruleOfType: Partial<Record<SemanticType, (cells: readonly string[]) => MeaningRule>> = {
  vendor: () => ({ data_type: 'entity_reference', reference_type: 'vendor' }),
  category: categoryRule,
}

/**
 * The columns whose cells name files that are pictures: by their endings or, in a column of pictures, by
 * the files that there are.
 */
export function listPictureColumns(
  { headers, traits, samples }: Pick<FileScan, 'headers' | 'traits' | 'samples'>,
  files: { has(name: string): boolean },
): number[] {
  const areFiles = (cells: readonly string[]) =>
    cells.length > 0 && cells.every((cell) => readPictures(cell, undefined).every((name) => files.has(name)))
  return [...headers.keys()].filter((index) => {
    if (traits[index]?.pictureFiles) return true
    const role = semanticTypeOf(headers[index] ?? '')
    return (role === 'image' || role === 'gallery') && areFiles(samples[index] ?? [])
  })
}

/** The rule of a new column whose cells name picture files: one picture, or images where it has several. */
export function pictureRule(header: string, traits: ColumnTraits | undefined): MeaningRule {
  const isGallery = (traits?.pictureFiles?.lists ?? 0) > 0 || semanticTypeOf(header) === 'gallery'
  return isGallery ? { data_type: 'entity_list_reference', reference_type: 'image' } : { data_type: 'image' }
}

/** Numbers are ids of another program. */
function isName(cell: string): boolean {
  return cell.length <= maxNameLength && /\p{L}/u.test(cell) && !cell.includes('://')
}

const surePathMarks = ['>', '»', '›', '→']
const likelyPathMarks = ['/', '|', '\\']
const listMarks = [';', '|', '\n', ',']

function categoryRule(cells: readonly string[]): MeaningRule {
  const path =
    surePathMarks.find((mark) => cells.some((cell) => cell.includes(mark))) ??
    likelyPathMarks.find((mark) => cells.filter((cell) => cell.includes(mark)).length * 2 >= cells.length)
  const separator = listMarks.find((mark) => mark !== path && cells.some((cell) => isList(cell, mark, path)))
  return {
    data_type: separator === undefined ? 'entity_reference' : 'entity_list_reference',
    reference_type: 'category',
    ...(path !== undefined && { path }),
    ...(separator !== undefined && { separator }),
  }
}

/** Several categories in one cell; a comma may belong to a name, unless each part is a path. */
function isList(cell: string, mark: string, path: string | undefined): boolean {
  const parts = cell.split(mark)
  if (parts.length < 2 || mark !== ',') return parts.length >= 2
  return path !== undefined && parts.every((part) => part.includes(path))
}

export function creationsByMeaning(columns: readonly ImportColumn[]): Creation[] {
  const created = columns.flatMap(({ isNew, reason, rule }) =>
    isNew && reason === 'new' && rule?.reference_type ? (creationOfTarget[rule.reference_type] ?? []) : [],
  )
  return [...new Set(created)]
}
