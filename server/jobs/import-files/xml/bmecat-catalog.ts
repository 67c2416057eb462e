import { refusal } from '../file-rows.ts'
import type { TextLanguages } from './text-languages.ts'
import { childrenOf, elementAt, textIn, type XmlElement } from './xml-elements.ts'

interface Group {
  readonly name: string
  readonly parent: string
}

// The groups of a product stand behind all products, so all are held while those are read.
const maxMapped = 2_000_000
const maxGroups = 200_000
const deepest = 50

/** What a catalog of BMEcat says beside its products: its language and currency, its groups, and what is in which. */
export class BmecatCatalog {
  currency = ''
  language = ''
  #mimeRoot = ''
  readonly #groups = new Map<string, Group>()
  readonly #groupsOf = new Map<string, string[]>()
  readonly #featureNames = new Map<string, string>()
  #mapped = 0

  add(element: XmlElement, languages: TextLanguages): void {
    if (element.name === 'HEADER') this.#addHeader(element)
    else if (element.name === 'CATALOG_STRUCTURE') this.#addGroup(element, languages)
    else if (productMaps.has(element.name)) this.#addMap(element)
    else this.#featureNames.set(textIn(element, 'FT_ID'), languages.textOf(childrenOf(element, 'FT_NAME')))
  }

  pathsOf(product: string): string[] {
    const paths = (this.#groupsOf.get(product) ?? []).map((group) => this.#pathOf(group))
    return [...new Set(paths)].filter((path) => path !== '')
  }

  featureName(id: string): string {
    return this.#featureNames.get(id) || id
  }

  addressOf(source: string): string {
    if (/^https?:/i.test(source) || !/^https?:/i.test(this.#mimeRoot)) return source
    return `${this.#mimeRoot.replace(/\/$/, '')}/${source.replace(/^\//, '')}`
  }

  #addHeader(header: XmlElement): void {
    const catalog = elementAt(header, 'CATALOG')
    const languages = childrenOf(catalog, 'LANGUAGE')
    const byDefault = languages.find(({ attributes }) => attributes['default'] === 'true') ?? languages[0]
    this.language = byDefault?.text ?? ''
    this.currency = textIn(catalog, 'CURRENCY')
    this.#mimeRoot = textIn(catalog, 'MIME_ROOT')
  }

  #addGroup(group: XmlElement, languages: TextLanguages): void {
    if (this.#groups.size >= maxGroups)
      throw refusal('The catalog has more than 200,000 groups. Import it in several parts.')
    // What separates the steps of a path is no part of a name.
    const name = languages.textOf(childrenOf(group, 'GROUP_NAME')).replaceAll('>', '›')
    this.#groups.set(textIn(group, 'GROUP_ID'), { name, parent: textIn(group, 'PARENT_ID') })
  }

  #addMap(map: XmlElement): void {
    this.#mapped += 1
    if (this.#mapped > maxMapped)
      throw refusal(
        'The catalog puts products into groups more than 2,000,000 times. Import it in several parts.',
      )
    const product = textIn(map, 'PROD_ID', 'ART_ID')
    const group = textIn(map, 'CATALOG_GROUP_ID')
    const known = this.#groupsOf.get(product)
    if (known) known.push(group)
    else this.#groupsOf.set(product, [group])
  }

  #pathOf(group: string): string {
    const steps: string[] = []
    let at = this.#groups.get(group)
    while (at && steps.length < deepest) {
      if (at.name !== '') steps.unshift(at.name)
      at = this.#groups.get(at.parent)
    }
    return steps.join(' > ')
  }
}

export interface BmecatWork {
  readonly catalog: BmecatCatalog
  readonly languages: TextLanguages
}

/** The parts of a catalog that stand beside its products: the header, groups, which product is in which, and features by name. */
export function isCatalogPart(path: readonly string[]): boolean {
  const [, section = '', name = ''] = path
  if (section === 'HEADER') return path.length === 2
  if (path.length === 3) return productMaps.has(name)
  return path.at(-1) === 'CATALOG_STRUCTURE' || path.at(-1) === 'CLASSIFICATION_SYSTEM_FEATURE_TEMPLATE'
}

const productMaps = new Set(['PRODUCT_TO_CATALOGGROUP_MAP', 'ARTICLE_TO_CATALOGGROUP_MAP'])
