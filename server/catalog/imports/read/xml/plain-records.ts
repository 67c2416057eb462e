import type { ShapeChoice } from '#shared/imports.ts'
import type { EntityType } from '#shared/entities.ts'
import { message } from '#shared/messages/message.ts'
import { needlessLanguage } from '../detect-format.ts'
import type { RecordReader } from '../file-rows.ts'
import { openFlat } from '../json.ts'
import type { JsonObject } from '../nested/json-tree.ts'
import { areIdentified, type JsonElements, openNested } from '../nested/open-nested.ts'
import { CategoryList, isCategoryName } from './category-list.ts'
import { readCommerceMl } from './commerce-ml.ts'
import { ElementValues } from './element-values.ts'
import { findRecords, type RecordElements } from './record-elements.ts'
import { VariantGroups } from './variant-groups.ts'
import { readElements, TextLanguages, unknownXml, type XmlElement, type XmlFile } from './xml-elements.ts'

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
