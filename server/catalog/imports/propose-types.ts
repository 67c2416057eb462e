import type { TypeProposal } from '#shared/imports.ts'
import type { ColumnTraits, ListTraits } from './column-traits.ts'
import { roleOf } from './column-words.ts'

// What recurs less often is no option.
const fewestPerOption = 3
const fewestCells = 10
const fewestLists = 3
const fewestListShare = 0.2
const fewestPerSureOption = 5
const fewestSureCells = 20

/** What a new attribute may be instead of a text, as its cells recur: a list of options, or one of them. */
export function proposeTypes(
  header: string,
  filled: number,
  traits: ColumnTraits | undefined,
): TypeProposal[] {
  if (!traits || filled < fewestCells || isApart(header, traits)) return []
  const { options } = traits
  const list = isOften(traits.list, filled) ? traits.list : undefined
  const proposals: TypeProposal[] = []
  if (list && recurs(list, fewestPerOption))
    proposals.push({
      data_type: 'multi_select_list',
      separator: list.separator,
      cells: list.cells,
      options: list.options.length,
    })
  if (!list && options.length > 1 && filled >= options.length * fewestPerOption)
    proposals.push({ data_type: 'single_select_list', cells: filled, options: options.length })
  return proposals
}

/** The list that the cells of a column are without a doubt: most of them hold several values, and each value comes again and again. */
export function sureList(header: string, filled: number, traits: ColumnTraits): ListTraits | undefined {
  const { list } = traits
  if (!list || filled < fewestSureCells || isApart(header, traits)) return undefined
  return list.cells * 2 >= filled && recurs(list, fewestPerSureOption) ? list : undefined
}

function isOften(list: ListTraits | undefined, filled: number): boolean {
  return list !== undefined && list.cells >= fewestLists && list.cells >= filled * fewestListShare
}

function recurs({ options, members }: ListTraits, perOption: number): boolean {
  return options.length > 1 && members >= options.length * perOption
}

/** Columns of codes, and those whose names say that they hold texts, references or pictures. */
function isApart(header: string, { isCode, isFlag, isBinary }: ColumnTraits): boolean {
  const role = roleOf(header)
  return isCode || isFlag || isBinary || (role !== undefined && apart.has(role))
}

const apart: ReadonlySet<string> = new Set([
  'name',
  'sku',
  'gtin',
  'mpn',
  'handle',
  'description',
  'short_description',
  'meta_title',
  'meta_description',
  'image',
  'images',
  'url',
  'parent',
  'category',
])
