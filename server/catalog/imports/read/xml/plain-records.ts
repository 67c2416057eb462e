import type { ShapeChoice } from '#shared/imports.ts'
import type { EntityType } from '#shared/entities.ts'
import { message } from '#shared/messages/message.ts'
import { needlessLanguage } from '../detect-format.ts'
import { type RecordReader, refusal } from '../file-rows.ts'
import { openFlat } from '../json.ts'
import { type JsonObject, groupOf } from '../nested/json-tree.ts'
import { areIdentified, type JsonElements, openNested } from '../nested/open-nested.ts'
import { readCommerceMl } from './commerce-ml.ts'
import { ElementValues } from './element-values.ts'
import { findRecords, type RecordElements } from './record-elements.ts'
import { VariantGroups } from './variant-groups.ts'
import {
  readElements,
  TextLanguages,
  unknownXml,
  type XmlElement,
  type XmlFile,
  textIn,
} from './xml-elements.ts'
import { lettersOf } from '../shapes/shape.ts'

export interface PlainXml extends XmlFile {
  readonly type: EntityType | undefined
  readonly shape: ShapeChoice | undefined
}

type Convert = (element: XmlElement) => JsonObject

/**
 * Reads XML of any root by the element that comes again and again, as JSON of the same members is read: each
 * is a row, or a product with its variants. Throws a refusal where no element has members.
 */
export async function openPlainXml(xml: PlainXml): Promise<RecordReader> {
  const { file, encoding, type, shape, root, language } = xml
  if (root.name === 'КоммерческаяИнформация' && type === 'product' && shape !== 'none')
    return openNested(await readCommerceMl(xml), 'json', { format: 'xml', encoding })
  const found = await findRecords(file, encoding)
  if (!found) throw unknownXml(root)
  const languages = new TextLanguages('lang', { asked: language })
  const values = new ElementValues(found, languages)
  const convert = (element: XmlElement) => values.toRecord(element)
  const described = { format: 'xml', encoding } as const
  const plain = plainElements(xml, found, convert)
  const isNested = type === 'product' && shape !== 'none' && areIdentified(await firstOf(plain))
  const reader = isNested
    ? await openNested(await productElements(xml, found, convert), 'json', described)
    : openFlat(plain, described)
  return withFacts(reader, { languages, language, found })
}

function plainElements(
  { file, encoding }: PlainXml,
  { isRecord }: RecordElements,
  convert: Convert,
): JsonElements {
  return async function* () {
    for await (const element of readElements(file, encoding, isRecord)) yield convert(element)
  }
}

const looked = 100

async function firstOf(elements: JsonElements): Promise<JsonObject[]> {
  const first: JsonObject[] = []
  for await (const element of elements()) {
    first.push(element as JsonObject)
    if (first.length >= looked) break
  }
  return first
}

/** The records as products: with the categories that they name by an id, and in groups of variants. */
async function productElements(
  xml: PlainXml,
  found: RecordElements,
  convert: Convert,
): Promise<JsonElements> {
  const { file, encoding } = xml
  const categories = new CategoryList(found)
  const groups = new VariantGroups()
  const isWanted = (path: readonly string[]) => found.isRecord(path) || categories.isEntry(path)
  for await (const element of readElements(file, encoding, isWanted))
    if (categories.takes(element)) categories.add(element)
    else groups.add(convert(element))
  const plain = plainElements(xml, found, convert)
  if (!groups.isEmpty) for await (const record of plain()) groups.take(record as JsonObject)
  return async function* () {
    const given = new Set<string>()
    for await (const record of plain())
      yield categories.resolve(groups.toVariant(record as JsonObject, given))
  }
}

interface XmlFacts {
  readonly languages: TextLanguages
  readonly language: string | undefined
  readonly found: RecordElements
}

function withFacts(reader: RecordReader, { languages, language: asked, found }: XmlFacts): RecordReader {
  const { count, names } = describeOutside(found)
  return {
    ...reader,
    ...(count > 0 && { notes: [message('file.elements_left_out', { count, names })] }),
    get language() {
      if (asked !== undefined && !languages.hasSeen)
        throw needlessLanguage('The XML has its texts in one language')
      return languages.summary()
    },
  }
}

const maxNamed = 10

function describeOutside({ outside }: RecordElements): { count: number; names: string } {
  const sorted = outside.filter(({ name }) => !isCategoryName(name)).toSorted((a, b) => b.count - a.count)
  const names = sorted.slice(0, maxNamed).map(({ name, count }) => `${name} (${count})`)
  return { count: sorted.reduce((sum, { count }) => sum + count, 0), names: names.join(', ') }
}

interface CategoryEntry {
  readonly name: string
  readonly parent: string
}

const entryNames = new Set(['category', 'cat', 'group', 'kategoria', 'kategorie', 'категория', 'группа'])
const maxEntries = 200_000
const deepest = 20

/** The categories that a file lists beside its records, which name them by their ids. */
class CategoryList {
  readonly #holdsRecords: RecordElements['holdsRecords']
  readonly #isRecord: RecordElements['isRecord']
  readonly #entries = new Map<string, CategoryEntry>()

  constructor({ holdsRecords, isRecord }: RecordElements) {
    this.#holdsRecords = holdsRecords
    this.#isRecord = isRecord
  }

  isEntry(path: readonly string[]): boolean {
    return isCategoryName(path.at(-1) ?? '') && !this.#isRecord(path) && !this.#holdsRecords(path)
  }

  takes({ name }: XmlElement): boolean {
    return isCategoryName(name)
  }

  add(element: XmlElement): void {
    const id = memberOf(element, 'id')
    const name =
      textIn(element, 'name', 'title', 'Name', 'NAME') || element.attributes['name'] || element.text
    if (id === '' || name === '') return
    if (this.#entries.size >= maxEntries)
      throw refusal('The file lists more than 200,000 categories. Import it in several parts.')
    const parent =
      memberOf(element, 'parentId') || memberOf(element, 'parent_id') || memberOf(element, 'parent')
    this.#entries.set(id, { name, parent })
  }

  /** The record with the paths of the categories that it names by their ids, all of which are listed. */
  resolve(record: JsonObject): JsonObject {
    const group = record[groupOf]
    const resolved = this.#entries.size === 0 ? record : this.#resolveOne(record)
    return group ? { ...resolved, [groupOf]: this.#resolveOne(group) } : resolved
  }

  #resolveOne(record: JsonObject): JsonObject {
    for (const [name, value] of Object.entries(record)) {
      const ids = [value].flat()
      if (!namesIds(name) || !ids.every((id) => typeof id === 'string' && this.#entries.has(id))) continue
      const { [name]: _, ...others } = record
      return { ...others, categories: ids.map((id) => this.#pathOf(String(id))) }
    }
    return record
  }

  #pathOf(id: string): JsonObject {
    const names: string[] = []
    let at = this.#entries.get(id)
    while (at && names.length < deepest) {
      names.unshift(at.name)
      at = this.#entries.get(at.parent)
    }
    return { name: names.at(-1) ?? '', path: names.slice(0, -1).map((name) => ({ name })) }
  }
}

function isCategoryName(name: string): boolean {
  return entryNames.has(name.toLowerCase())
}

function memberOf({ attributes, children }: XmlElement, name: string): string {
  const isSame = (other: string) => other.toLowerCase() === name.toLowerCase()
  const [, attribute] = Object.entries(attributes).find(([key]) => isSame(key)) ?? []
  return attribute ?? children.find((child) => isSame(child.name))?.text ?? ''
}

function namesIds(name: string): boolean {
  const letters = lettersOf(name)
  return [...entryNames].some(
    (entry) => letters === `${entry}id` || letters === `${entry}ids` || letters === entry,
  )
}
