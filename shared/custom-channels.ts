/** Channels that the owner makes: the kinds of their fields and the form of their files. */
import { keysOf } from './text.ts'

interface KindTraits {
  readonly name: string
  /** Derived from the product and its variants: no attribute fills it, and it is never required. */
  readonly isMade?: true
  readonly isList?: true
}

/**
 * The only table of kinds of an own channel's fields; the server defines for each row how values are
 * converted.
 */
export const customFieldKinds = {
  text: { name: 'Text' },
  html: { name: 'Text with markup' },
  number: { name: 'Number' },
  integer: { name: 'Whole number' },
  stock: { name: 'Pieces in stock' },
  price: { name: 'Price' },
  price_with_currency: { name: 'Price with its currency' },
  yes_no: { name: 'Yes or no' },
  list: { name: 'List', isList: true },
  picture: { name: 'Picture' },
  pictures: { name: 'Pictures', isList: true },
  link: { name: 'Web address' },
  gtin: { name: 'GTIN' },
  category: { name: 'Category of the channel' },
  category_path: { name: 'Category path' },
  group: { name: 'Group of a variant', isMade: true },
  option_name: { name: 'What variants differ in', isMade: true },
  option_value: { name: 'How variants differ', isMade: true },
} as const satisfies Record<string, KindTraits>

export type CustomFieldKind = keyof typeof customFieldKinds
export const customFieldKindNames = keysOf(customFieldKinds)

export function isMadeKind(kind: CustomFieldKind): boolean {
  const traits: KindTraits = customFieldKinds[kind]
  return traits.isMade === true
}

export function isListKind(kind: CustomFieldKind): boolean {
  const traits: KindTraits = customFieldKinds[kind]
  return traits.isList === true
}

export const customDelimiters = [',', ';', '\t'] as const
export const customEncodings = ['utf-8', 'windows-1252'] as const
/** The rows of a file: each variant, or each product with common values of its variants. */
export const ownRows = ['variants', 'products'] as const

/** Shops whose files have rows and cells of a kind of their own, such as the list of the variants of a product. */
export const shopLayouts = ['magento', 'bigcommerce', 'etsy'] as const
export type ShopLayout = (typeof shopLayouts)[number]

export const customTemplates = {
  empty: { name: 'Empty', hint: 'A file of your own: one column to begin with.' },
  ebay: { name: 'eBay', hint: 'The product combined feed for CSV, a row for each variant.' },
  etsy: { name: 'Etsy', hint: 'The columns of Etsy’s listing file, a row for each product.' },
  magento: {
    name: 'Magento',
    hint: 'The product file of Magento and Adobe Commerce, with its configurable products.',
  },
  bigcommerce: {
    name: 'BigCommerce',
    hint: 'The bulk edit file, with a row for each product and each of its SKUs.',
  },
  meta: { name: 'Meta catalog', hint: 'Facebook and Instagram: the fields of a catalog feed as CSV.' },
  idealo: { name: 'idealo', hint: 'The offer file of the price comparison.' },
  google_csv: { name: 'Like Google', hint: 'For all who take a file as Google defines it, as CSV.' },
} as const satisfies Record<string, { readonly name: string; readonly hint: string }>

export type CustomTemplateKey = keyof typeof customTemplates
export const customTemplateKeys = keysOf(customTemplates)

export const maxCustomFields = 500

export type {
  NewChannel,
  CustomChannel,
  CustomField,
  CustomFieldInput,
  CustomFile,
} from './schemas/custom-channels.ts'
