import { refusal } from '../file-rows.ts'
import type { JsonElements } from '../nested/open-nested.ts'
import type { JsonObject } from '../nested/json-tree.ts'
import { ElementValues } from './element-values.ts'
import {
  childrenOf,
  elementAt,
  readElements,
  TextLanguages,
  textIn,
  type XmlElement,
  type XmlFile,
} from './xml-elements.ts'

const maxOffers = 500_000
const deepest = 20

/**
 * CommerceML, which 1C exchanges with shops: goods with the names of their groups and properties, and their
 * offers, which are in the same file or in one of their own, as their prices, stock and variants.
 */
export async function readCommerceMl(xml: XmlFile): Promise<JsonElements> {
  const catalog = new CommerceCatalog()
  for await (const element of readElements(xml.file, xml.encoding, isAround)) catalog.add(element)
  return async function* () {
    const given = new Set<string>()
    for await (const element of readElements(xml.file, xml.encoding, isProduct)) {
      given.add(textIn(element, 'Ид'))
      yield catalog.toProduct(element)
    }
    yield* catalog.offersWithout(given)
  }
}

const aroundProducts = new Set(['Группа', 'Свойство', 'ТипЦены', 'Предложение'])

function isAround(path: readonly string[]): boolean {
  return aroundProducts.has(path.at(-1) ?? '')
}

function isProduct(path: readonly string[]): boolean {
  return path.at(-1) === 'Товар'
}

interface Property {
  readonly name: string
  readonly values: ReadonlyMap<string, string>
}

class CommerceCatalog {
  readonly #groups = new Map<string, readonly string[]>()
  readonly #properties = new Map<string, Property>()
  readonly #priceTypes = new Map<string, string>()
  readonly #offers = new Map<string, XmlElement[]>()
  #count = 0
  readonly #values = new ElementValues({ isRepeated: () => false }, new TextLanguages('lang'))

  add(element: XmlElement): void {
    const id = textIn(element, 'Ид')
    if (element.name === 'Группа') this.#addGroup(element, [])
    else if (element.name === 'Свойство') this.#properties.set(id, toProperty(element))
    else if (element.name === 'ТипЦены') this.#priceTypes.set(id, textIn(element, 'Наименование'))
    else this.#addOffer(element, id)
  }

  toProduct(element: XmlElement): JsonObject {
    const offers = this.#offers.get(textIn(element, 'Ид')) ?? []
    const [only] = offers.filter((offer) => !isVariant(offer))
    return {
      ...this.#members(element),
      ...(only && this.#offerOf(only)),
      variants: this.#variantsOf(offers),
    }
  }

  /** Offers whose goods are in another file. */
  *offersWithout(given: ReadonlySet<string>): Generator<JsonObject> {
    for (const [id, offers] of this.#offers) {
      if (given.has(id)) continue
      const [first] = offers
      const [only] = offers.filter((offer) => !isVariant(offer))
      const name = textIn(first, 'Наименование')
      yield only
        ? { ...this.#members(only), ...this.#offerOf(only), Ид: id, variants: this.#variantsOf(offers) }
        : { Ид: id, Наименование: name.replace(/\s*\([^()]*\)$/, ''), variants: this.#variantsOf(offers) }
    }
  }

  #variantsOf(offers: readonly XmlElement[]): JsonObject[] {
    return offers.filter(isVariant).map((offer) => ({
      ...this.#members(offer),
      ...this.#offerOf(offer),
      options: Object.fromEntries(
        childrenOf(elementAt(offer, 'ХарактеристикиТовара'), 'ХарактеристикаТовара').map((one) => [
          textIn(one, 'Наименование'),
          textIn(one, 'Значение'),
        ]),
      ),
    }))
  }

  #members(element: XmlElement): JsonObject {
    const groups = childrenOf(elementAt(element, 'Группы'), 'Ид').flatMap(
      ({ text }) => this.#groups.get(text) ?? [],
    )
    const properties = childrenOf(elementAt(element, 'ЗначенияСвойств'), 'ЗначенияСвойства')
    const taxes = childrenOf(elementAt(element, 'СтавкиНалогов'), 'СтавкаНалога')
    const others = element.children.filter(({ name }) => !readApart.has(name))
    return {
      ...this.#values.toRecord({ ...element, children: others }),
      ...named(textIn(elementAt(element, 'Изготовитель'), 'Наименование'), 'Изготовитель'),
      ...named(textIn(element, 'БазоваяЕдиница'), 'Единица'),
      categories: groups,
      properties: [
        ...properties.map((one) => this.#featureOf(one)),
        ...taxes.map((one) => ({ name: textIn(one, 'Наименование'), value: textIn(one, 'Ставка') })),
      ].filter(({ name, value }) => name !== '' && value !== ''),
    }
  }

  #featureOf(element: XmlElement): { name: string; value: string } {
    const property = this.#properties.get(textIn(element, 'Ид'))
    const value = textIn(element, 'Значение')
    return { name: property?.name ?? '', value: property?.values.get(value) ?? value }
  }

  /** The prices by their types, of which the first is the price, and the stock. */
  #offerOf(offer: XmlElement): JsonObject {
    const [main] = this.#priceTypes.keys()
    const prices = childrenOf(elementAt(offer, 'Цены'), 'Цена').map((price) => {
      const type = textIn(price, 'ИдТипаЦены')
      const name = type === (main ?? type) ? 'Цена' : `Цена (${this.#priceTypes.get(type) ?? type})`
      const currency = textIn(price, 'Валюта')
      const value = textIn(price, 'ЦенаЗаЕдиницу')
      return [name, currency === '' ? value : { value, unit: currency }]
    })
    return { ...Object.fromEntries(prices), ...named(textIn(offer, 'Количество'), 'Количество') }
  }

  #addGroup(element: XmlElement, above: readonly string[]): void {
    const path = [...above, textIn(element, 'Наименование')]
    this.#groups.set(textIn(element, 'Ид'), [path.join(' > ')])
    if (path.length >= deepest) return
    for (const group of childrenOf(elementAt(element, 'Группы'), 'Группа')) this.#addGroup(group, path)
  }

  #addOffer(element: XmlElement, id: string): void {
    this.#count += 1
    if (this.#count > maxOffers)
      throw refusal('The file has more than 500,000 offers. Export it in several parts.')
    const [product = ''] = id.split('#')
    const known = this.#offers.get(product)
    if (known) known.push(element)
    else this.#offers.set(product, [element])
  }
}

const readApart = new Set(
  'Группы ЗначенияСвойств СтавкиНалогов Изготовитель БазоваяЕдиница Цены Количество ХарактеристикиТовара'.split(
    ' ',
  ),
)

function isVariant(offer: XmlElement): boolean {
  return textIn(offer, 'Ид').includes('#')
}

function named(text: string, name: string): JsonObject {
  return text === '' ? {} : { [name]: text }
}

function toProperty(element: XmlElement): Property {
  const values = childrenOf(elementAt(element, 'ВариантыЗначений'), 'Справочник', 'Значение')
  return {
    name: textIn(element, 'Наименование'),
    values: new Map(values.map((one) => [textIn(one, 'ИдЗначения'), textIn(one, 'Значение')])),
  }
}
