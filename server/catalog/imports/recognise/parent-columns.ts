import { foldText } from '#shared/text.ts'
import { type SemanticType, semanticTypeOf, semanticTypesOf, toWords } from '#shared/semantic-types.ts'

const stems =
  /(^| )(parent|master|padre|genitor|vater|eltern|haupt(artikel|produkt)|ubergeordnet|uebergeordnet|oberkategorie|stammartikel|hoofd(artikel|product)|bovenliggend|rodzic|nadrzedn|nadrazen|rodic|hlavni|foralder|overordnad|huvud(artikel|produkt)|pai( |$)|superior|roditel|родител)/

const maxColumns = 6
const maxValues = 200_000
const maxValueLength = 300
// Some parents may be missing; these are reported row by row.
const fewestFound = 0.8

export function isParentName(header: string): boolean {
  const { words } = toWords(header)
  return semanticTypesOf(words).has('parent') || stems.test(words)
}

const namingRoles: readonly (SemanticType | undefined)[] = [
  'sku',
  'handle',
  'gtin',
  'mpn',
  'name',
  'category',
]
const numbered = /(^| )(id|no|nr|number|code|ref|key)( |$)/

function mayName(header: string): boolean {
  return namingRoles.includes(semanticTypeOf(header)) || numbered.test(toWords(header).words)
}

interface WatchedColumn {
  readonly index: number
  readonly values: Set<number>
}

/** Finds by the cells which column names the parents; parents may come before or after their rows. */
export class ParentScan {
  readonly #parents: readonly WatchedColumn[]
  readonly #names: readonly WatchedColumn[]

  constructor(headers: readonly string[]) {
    const indexes = [...headers.keys()].filter((index) => headers[index] !== '')
    const isParent = (index: number) => isParentName(headers[index] ?? '')
    const watch = (index: number) => ({ index, values: new Set<number>() })
    this.#parents = indexes.filter(isParent).slice(0, maxColumns).map(watch)
    const names = indexes.filter((index) => !isParent(index) && mayName(headers[index] ?? ''))
    this.#names = this.#parents.length === 0 ? [] : names.slice(0, maxColumns).map(watch)
  }

  add(cells: readonly string[]): void {
    for (const column of this.#parents) note(column, cells)
    for (const column of this.#names) note(column, cells)
  }

  get result(): ReadonlyMap<number, number> {
    const found = this.#parents.flatMap(({ index, values }): [number, number][] => {
      const shares = this.#names.map((column) => ({
        of: column.index,
        share: shareOf(values, column.values),
      }))
      const [best] = shares.sort((a, b) => b.share - a.share)
      return best && best.share >= fewestFound ? [[index, best.of]] : []
    })
    return new Map(found)
  }
}

function note({ index, values }: WatchedColumn, cells: readonly string[]): void {
  const cell = cells[index] ?? ''
  if (cell === '' || cell.length > maxValueLength || values.size >= maxValues) return
  values.add(hashOf(foldText(cell)))
}

function shareOf(values: ReadonlySet<number>, all: ReadonlySet<number>): number {
  if (values.size === 0) return 0
  let count = 0
  for (const value of values) if (all.has(value)) count += 1
  return count / values.size
}

/** FNV-1a; a collision changes a share only a little. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
