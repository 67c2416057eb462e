import { message, type Message } from '#shared/messages/message.ts'
import type { XmlElement } from './xml-elements.ts'

// Products may have quantities of their own each, which are no columns any more.
const maxTiers = 40
const maxNamed = 20

/** The elements below a product of which everything that is read is in the cells. */
const wholeParts = new Set(['PRODUCT_DETAILS', 'ARTICLE_DETAILS', 'PRODUCT_REFERENCE', 'ARTICLE_REFERENCE'])
const readNames = new Set(
  `SUPPLIER_PID SUPPLIER_AID REFERENCE_FEATURE_SYSTEM_NAME REFERENCE_FEATURE_GROUP_ID REFERENCE_FEATURE_GROUP_NAME FNAME
   FVALUE FUNIT FUNIT_IDREF FT_IDREF FT_ID FT_NAME FT_UNIT FT_UNIT_IDREF FORDER VORDER SUPPLIER_AID_SUPPLEMENT
   SUPPLIER_PID_SUPPLEMENT ORDER_UNIT CONTENT_UNIT NO_CU_PER_OU PRICE_QUANTITY QUANTITY_MIN QUANTITY_INTERVAL
   PRICE_AMOUNT PRICE_CURRENCY PRICE_FACTOR LOWER_BOUND TAX MIME_TYPE MIME_SOURCE MIME_PURPOSE MIME_ORDER
   CUSTOMS_NUMBER COUNTRY_OF_ORIGIN WEIGHT LENGTH WIDTH DEPTH`.split(/\s+/),
)

/** Counts what the cells of products have not, or have otherwise than it is written. */
export class BmecatCounts {
  readonly #leftOut = new Map<string, number>()
  readonly #tiers = new Set<string>()
  #converted = 0

  add(product: XmlElement): void {
    for (const part of product.children) {
      if (part.name === 'USER_DEFINED_EXTENSIONS')
        for (const one of part.children) if (one.children.length > 0) this.#count(one.name)
      if (!wholeParts.has(part.name) && part.name !== 'USER_DEFINED_EXTENSIONS') this.#countBelow(part)
      if (wholeParts.has(part.name))
        for (const one of part.children) if (one.children.length > 0) this.#countBelow(one)
    }
  }

  takesTier(header: string): boolean {
    if (this.#tiers.size >= maxTiers && !this.#tiers.has(header)) {
      this.#count('LOWER_BOUND')
      return false
    }
    this.#tiers.add(header)
    return true
  }

  /** The price of one unit: BMEcat may write that of a hundred (PRICE_QUANTITY). */
  perUnit(amount: string, quantity: number): string {
    const isPlain = quantity === 1 || !(quantity > 0) || Number.isNaN(Number(amount)) || amount === ''
    if (isPlain) return amount
    this.#converted += 1
    return String(Number((Number(amount) / quantity).toPrecision(15)))
  }

  get notes(): Message[] {
    const sorted = [...this.#leftOut].toSorted(([, a], [, b]) => b - a)
    const count = sorted.reduce((sum, [, one]) => sum + one, 0)
    const names = sorted.slice(0, maxNamed).map(([name, one]) => `${name} (${one})`)
    return [
      ...(count > 0 ? [message('file.parts_left_out', { count, names: names.join(', ') })] : []),
      ...(this.#converted > 0 ? [message('file.prices_for_one', { count: this.#converted })] : []),
    ]
  }

  #countBelow({ name, children, text }: XmlElement): void {
    if (children.length === 0 && text !== '' && !readNames.has(name)) this.#count(name)
    for (const child of children) this.#countBelow(child)
  }

  #count(name: string): void {
    this.#leftOut.set(name, (this.#leftOut.get(name) ?? 0) + 1)
  }
}
