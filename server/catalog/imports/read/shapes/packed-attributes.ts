import { foldText } from '#shared/text.ts'
import { nameOf, type Features } from './shape.ts'
import type { CellReader } from './variants.ts'
import type { SourceRows } from './source-rows.ts'

const quoted = String.raw`"(?:[^"\\]|\\.|"")*"`
const pair = new RegExp(String.raw`(?:^|,)\s*([\w-]+)=(${quoted}(?=\s*(?:,|$))|.*?)(?=,\s*[\w-]+=|$)`, 'gs')
const partOfList = new RegExp(String.raw`(?:=${quoted}|[^|])+`, 'gs')

/**
 * Attributes packed into a cell as Magento packs them, by their names: in `color=Black,activity=Gym|Hiking,note="a, b"`
 * a comma ends a value only where another name follows, and none within quotes.
 */
export function readPackedAttributes(cell: string): Map<string, readonly string[]> {
  const found = Array.from(cell.matchAll(pair), ([, code = '', value = '']) => {
    return [nameOf(code), readPackedValue(value)] as const
  })
  return new Map(found.filter(([, values]) => values.some((value) => value !== '')))
}

/** Within quotes, quotes are doubled or behind a backslash, and nothing separates. */
function readPackedValue(value: string): string[] {
  const isQuoted = value.length > 1 && value.startsWith('"') && value.trimEnd().endsWith('"')
  if (isQuoted)
    return [
      value
        .trimEnd()
        .slice(1, -1)
        .replaceAll('""', '"')
        .replaceAll(/\\(["\\])/g, '$1'),
    ]
  return value.split('|').map((part) => part.trim())
}

/** The parts of a list of packed attributes; a bar within quotes does not end one. */
export function splitPackedList(cell: string): readonly string[] {
  return cell.match(partOfList) ?? []
}

export interface PackedVariant {
  readonly parent: string
  readonly options: Features
}

/**
 * The variants of a list such as `sku=A,color=Red|sku=B,color=Blue` by their SKUs, which configurable products have
 * in a column; they may stand after their products in the file.
 */
export async function findPackedVariants(
  file: SourceRows,
  { sku: skuOf, list: listOf }: { readonly sku: CellReader; readonly list: CellReader },
): Promise<ReadonlyMap<string, PackedVariant>> {
  const found = new Map<string, PackedVariant>()
  for await (const row of file.rows())
    for (const one of splitPackedList(listOf(row))) {
      const options = readPackedAttributes(one)
      const [sku] = options.get('SKU') ?? []
      options.delete('SKU')
      if (sku !== undefined) found.set(foldText(sku), { parent: skuOf(row), options })
    }
  return found
}

/**
 * The paths of categories in a cell, with `>` between their steps: a name may hold a comma behind a backslash, in
 * quotes or before a blank, and a slash behind a backslash.
 */
export function readCategoryPaths(cell: string): string[] {
  const parts = cell.match(listPart) ?? []
  const isRest = findRests(parts)
  const joined: string[] = []
  for (const part of parts) {
    if (joined.length > 0 && isRest(part)) joined.push(`${joined.pop() ?? ''},${part}`)
    else joined.push(/^\s*".*"\s*$/s.test(part) ? String(readPackedValue(part.trim())) : part)
  }
  return joined
    .map((path) =>
      path
        .split(/(?<!\\)\//)
        .map((step) => step.replaceAll(/\\(.)/g, '$1').trim())
        .join(' > '),
    )
    .filter((path) => path !== '')
}

const listPart = new RegExp(String.raw`(?:${quoted}|\\.|[^,])+`, 'gs')
const usualRoot = 'Default Category'

/**
 * Says which parts go on with the name before them: behind a blank, those that are no path, and where all paths
 * have one root also those without it.
 */
function findRests(parts: readonly string[]): (part: string) => boolean {
  const roots = parts.filter((part) => !/^\s/.test(part)).map(rootOf)
  const [root = ''] = roots
  const isShared = root === usualRoot || (roots.length > 1 && new Set(roots).size === 1)
  const hasPaths = parts.some((part) => part.includes('/'))
  return (part) => /^\s/.test(part) && hasPaths && rootOf(part) !== root && (isShared || !part.includes('/'))
}

function rootOf(path: string): string {
  return (path.split('/')[0] ?? '').trim()
}
