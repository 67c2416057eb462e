import names from './semantic-types.json' with { type: 'json' }
import { semanticTypes } from './semantic-type-table.ts'
import { isOneOf, keysOf, plainLetters } from './text.ts'

/** The meaning of a column or an attribute. Words for it are in `semantic-types.json`, the surest first. */
export type SemanticType = keyof typeof semanticTypes

export const semanticTypeNames = keysOf(semanticTypes)

export function isSemanticType(text: unknown): text is SemanticType {
  return isOneOf(semanticTypeNames, text)
}

/** A header as words: without accents, marks and a trailing unit. */
export interface HeaderWords {
  readonly words: string
  readonly unit: string | undefined
}

const spellings: Readonly<Record<string, string>> = {
  ...plainLetters,
  ß: 'ss',
  ς: 'σ',
  '€': ' eur ',
  $: ' usd ',
  '£': ' gbp ',
}

const anySpelling = new RegExp(`[${Object.keys(spellings).join('')}]`, 'gu')

const units = new Set(
  'eur usd gbp chf pln sek czk nok dkk kg g mg lb lbs oz cm mm m inch ft l ml days'.split(' '),
)
const fillers = new Set(['in', 'en', 'w', 'v', 'required', 'optional', 'pflichtfeld'])

/** Normalises the header of a column, or the key or name of an attribute, to comparable words. */
export function toWords(header: string): HeaderWords {
  const tokens = header
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(anySpelling, (letter) => spellings[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '')
  let unit: string | undefined
  while (tokens.length > 1) {
    const last = tokens.at(-1) ?? ''
    if (units.has(last)) unit ??= last
    else if (!fillers.has(last)) break
    tokens.pop()
  }
  return { words: tokens.join(' '), unit }
}

// Made with its first use: most commands and page loads name no column.
let typesByWords: ReadonlyMap<string, ReadonlyMap<SemanticType, number>> | undefined

function listTypes(): Map<string, Map<SemanticType, number>> {
  const found = new Map<string, Map<SemanticType, number>>()
  for (const type of keysOf(names)) {
    for (const list of Object.values(names[type])) {
      for (const [rank, word] of list.split(', ').entries()) {
        const known = found.get(word) ?? new Map<SemanticType, number>()
        known.set(type, Math.min(rank, known.get(type) ?? rank))
        found.set(word, known)
      }
    }
  }
  return found
}

// `Barcode-1` is the barcode, and `Barcode-2` something else.
const firstOfSeveral = / 1$/

/** The semantic types of a column or attribute of this name, and how sure each is: 0 is the surest. */
export function semanticTypesOf(words: string): ReadonlyMap<SemanticType, number> {
  typesByWords ??= listTypes()
  return typesByWords.get(words) ?? typesByWords.get(words.replace(firstOfSeveral, '')) ?? noTypes
}

const noTypes: ReadonlyMap<SemanticType, number> = new Map()

export function semanticTypeOf(name: string): SemanticType | undefined {
  const found = [...semanticTypesOf(toWords(name).words)].sort(([, a], [, b]) => a - b)
  return found[0]?.[0]
}

const brandWords =
  /^(brand|brend|mark|marque|marca|marchi|merk|varumarke|varemerke|maerke|tuotemerkki|znack|бренд|марка|торговая марка|торгова марка|μαρκα|フラント|品牌|브랜드)/u
const supplierWords =
  /suppl|lieferant|fourniss|fornitor|fornecedor|proveedor|leveranc|leverand|leverant|dostawc|dodavatel|toimittaja|szallito|furnizor|tedarikci|dobavljac|dobavitelj|προμηθευτ|поставщ|постачаль|доставч|仕入先|供应商|供應商/u

/** Whom the name of an attribute of vendors means; undefined where it only says vendor. */
export function makerOf(name: string): 'brand' | 'manufacturer' | 'supplier' | undefined {
  const { words } = toWords(name)
  if (brandWords.test(words)) return 'brand'
  if (supplierWords.test(words)) return 'supplier'
  return words.includes('vendor') ? undefined : 'manufacturer'
}

const pathWords = /path|pfad|tree|baum|chemin|ruta|percorso/
const productTypeWords = /^(product type|produkttyp|type de produit|tipo de producto|tipo di prodotto)/

/**
 * The semantic type to store for an attribute of this name: finer than that of its words, under which
 * brands, manufacturers and suppliers are all vendors.
 */
export function storedTypeOf(name: string, type = semanticTypeOf(name)): SemanticType | undefined {
  const { words } = toWords(name)
  if (type === 'vendor') {
    const maker = makerOf(name)
    return maker === 'brand' || maker === 'manufacturer' ? maker : 'vendor'
  }
  if (type !== 'category') return type
  if (pathWords.test(words)) return 'category_path'
  return productTypeWords.test(words) ? 'product_type' : 'category'
}
