import type { TextEncoding } from '#shared/imports.ts'
import { semanticTypeOf } from '#shared/semantic-types.ts'
import { refusal } from '../file-rows.ts'
import { lettersOf } from '../shapes/shape.ts'
import { visitElements, type XmlElement } from './xml-elements.ts'

/** All elements of a file at one path from its root. */
interface ElementKind {
  readonly name: string
  readonly path: string
  count: number
  /** The largest number of such elements in one parent. */
  largest: number
  readonly attributes: Set<string>
  readonly children: Map<string, ElementKind>
}

export interface RecordElements {
  readonly isRecord: (path: readonly string[]) => boolean
  readonly holdsRecords: (path: readonly string[]) => boolean
  /** The paths, from the record, of elements that come several times in one parent. */
  readonly isRepeated: (path: string) => boolean
  readonly outside: readonly { readonly name: string; readonly count: number }[]
}

const maxKinds = 20_000

/**
 * Finds the elements that are the records of XML of any root: those called like products, else the outermost
 * that come several times. Undefined where no element has members.
 */
export async function findRecords(file: string, encoding: TextEncoding): Promise<RecordElements | undefined> {
  const root = await surveyElements(file, encoding)
  const chosen = root && chooseKind(root)
  if (!root || !chosen) return undefined
  const kinds = chosen.path === root.path ? [chosen] : outermost(root, ({ name }) => name === chosen.name)
  const records = new Set(kinds.map(({ path }) => path))
  const repeated = new Set(kinds.flatMap(({ path, children }) => repeatedBelow(children, path)))
  return {
    isRecord: (path) => records.has(path.join('/')),
    holdsRecords: (path) => [...records].some((record) => record.startsWith(`${path.join('/')}/`)),
    isRepeated: (path) => repeated.has(path),
    outside: listOutside(root, records),
  }
}

async function surveyElements(file: string, encoding: TextEncoding): Promise<ElementKind | undefined> {
  const open: { kind: ElementKind; seen: Map<string, number> }[] = []
  let root: ElementKind | undefined
  let kinds = 0
  const kindOf = (name: string, around: ElementKind | undefined): ElementKind => {
    const known = around ? around.children.get(name) : root
    if (known) return known
    kinds += 1
    if (kinds > maxKinds) throw refusal('The XML has more than 20,000 kinds of elements. Send it in parts.')
    const path = around ? `${around.path}/${name}` : name
    const kind = { name, path, count: 0, largest: 0, attributes: new Set<string>(), children: new Map() }
    around?.children.set(name, kind)
    root ??= kind
    return kind
  }
  await visitElements(file, encoding, (path, { name, attributes }) => {
    open.length = path.length - 1
    const around = open.at(-1)
    const kind = kindOf(name, around?.kind)
    const siblings = (around?.seen.get(name) ?? 0) + 1
    around?.seen.set(name, siblings)
    kind.count += 1
    kind.largest = Math.max(kind.largest, siblings)
    for (const attribute of Object.keys(attributes)) if (isOwn(attribute)) kind.attributes.add(attribute)
    open.push({ kind, seen: new Map() })
  })
  return root
}

/** Attributes of namespaces say something about the XML, not about the product. */
export function isOwn(attribute: string): boolean {
  return !attribute.includes(':') && attribute !== 'xmlns'
}

const productNames = new Set(
  `product item offer article shopitem good goods row record entry sku variant o товар предложение produkt artikel
   produit producto prodotto articolo artículo produto artigo zbozi zboží položka polozka towar oferta tovar vara vare
   product_item productitem listing book`.split(/\s+/),
)

function chooseKind(root: ElementKind): ElementKind | undefined {
  const named = outermost(root, (kind) => kind !== root && isNamedAsProduct(kind) && hasMembers(kind))
  const repeated = outermost(root, (kind) => kind.largest > 1 && membersOf(kind).length > 1)
  const single = outermost(root, ({ children }) => countLeaves(children) > 1)
  return [named, repeated, single].map(bestOf).find((kind) => kind !== undefined)
}

function bestOf(kinds: readonly ElementKind[]): ElementKind | undefined {
  return kinds.toSorted((a, b) => countRoles(b) - countRoles(a) || b.count - a.count)[0]
}

function outermost(kind: ElementKind, isWanted: (kind: ElementKind) => boolean): ElementKind[] {
  return isWanted(kind) ? [kind] : [...kind.children.values()].flatMap((child) => outermost(child, isWanted))
}

function isNamedAsProduct({ name }: ElementKind): boolean {
  return productNames.has(name.toLowerCase())
}

function hasMembers(kind: ElementKind): boolean {
  return membersOf(kind).length > 0
}

function membersOf({ attributes, children }: ElementKind): string[] {
  return [...attributes, ...children.keys()]
}

function countLeaves(children: ElementKind['children']): number {
  return [...children.values()].filter(({ children: below }) => below.size === 0).length
}

function countRoles(kind: ElementKind): number {
  return new Set(membersOf(kind).flatMap((name) => semanticTypeOf(name) ?? [])).size
}

function repeatedBelow(children: ElementKind['children'], record: string): string[] {
  return [...children.values()].flatMap((child) => [
    ...(child.largest > 1 ? [child.path.slice(record.length + 1)] : []),
    ...repeatedBelow(child.children, record),
  ])
}

/** The elements without members outside the records, which hold texts that no record has. */
function listOutside(root: ElementKind, records: ReadonlySet<string>): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  const add = (kind: ElementKind): void => {
    if (records.has(kind.path)) return
    if (kind.children.size === 0) counts.set(kind.name, (counts.get(kind.name) ?? 0) + kind.count)
    for (const child of kind.children.values()) add(child)
  }
  add(root)
  return [...counts].map(([name, count]) => ({ name, count }))
}

/** Whether an element is called like the one it holds in the plural, so that it is a list. */
export function isListOf({ name }: XmlElement, child: XmlElement): boolean {
  const [list, one] = [lettersOf(name), lettersOf(child.name)]
  return list !== one && list.startsWith(one.slice(0, Math.max(3, one.length - 2)))
}
