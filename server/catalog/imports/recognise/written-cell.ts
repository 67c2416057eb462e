import { isGuardedCode, unguardCell } from '#shared/cell-guard.ts'
import { hasGtinCheckDigit } from '#shared/gtin.ts'
import { message, type Message } from '#shared/messages/message.ts'
import { semanticTypeOf } from '#shared/semantic-types.ts'
import { priceRole } from './price-names.ts'
import { foldText } from '#shared/text.ts'

/** Words in headers, in the supported languages, whose cells are codes whatever they look like. */
const words = new RegExp(
  `(^|[^\\p{L}])(${[
    'sku skus gtin ean upc isbn issn mpn asin pzn gln plu barcode codes? kod kód kode codice código code-barres ids? no nr num',
    'phone tel telefon téléphone teléfono telefono fax mobile zip zipcode postcode postal plz cap model modell modèle modelo modello article',
    'serial parent handle version revision rev release firmware batch série numéro número numero numer číslo cikkszám vonalkód nummer number артикул код номер',
    'taric hts hsn hs cn ncm cest zolltarif tariff intrastat customs douane douanier aduana arancel aduanero dogana doganale celní celny tullkod unspsc eclass etim cas cpv naics',
    'iban bic vat ust uid siret nif cif eori fnsku reference référence referencia riferimento referentie ref',
  ]
    .join(' ')
    .replaceAll(' ', '|')})($|[^\\p{L}])`,
  'u',
)

/** Ends of words that name codes: Zolltarifnummer, Artikelnr, Produktkod. */
const ends = /(?:nummer|nr|num[ée]ro|zolltarif|code|kode|kod|kód|schlüssel|číslo)\.?$/u

const only = /^(?:artikel|art[íi]culo|articolo|artigo|artykuł|artikl)$/u

/** Counts despite such a word: `No of pieces`, `Número de piezas`. */
const counted =
  /(^|[^\p{L}])(?:number|no|nr|num|num[eé]ro|número|nummer|numer) (?:of|de|di|der|van|av) (?!art|ser|sér|s[eé]rie|part|pi[eè]ce détach|ref|réf|model|produ)/u

const taxes = /(?<!\p{L})(vat|ust|uid|iva|tva)(?!\p{L})/gu

/** Whether the cells of a column of this name are codes, which stay texts whatever they look like. */
export function isCodeName(header: string): boolean {
  const written = foldText(header.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '))
  // Numbers of taxes are codes; prices without tax and rates of tax are none.
  const isOfTax = semanticTypeOf(header) === 'tax_rate' || priceRole(header) !== undefined
  const folded = isOfTax ? written.replaceAll(taxes, ' ') : written
  if (counted.test(folded)) return false
  return (
    only.test(folded) ||
    words.test(folded) ||
    folded.split(/[^\p{L}.]+/u).some((word) => word.length > 4 && ends.test(word))
  )
}

export type Writing = 'guard' | 'nothing' | 'invisible' | 'gtin'

/**
 * The meaning of a cell, with the kind of writing where people should know it; or why it cannot be
 * trusted.
 */
export type WrittenCell =
  | { readonly text: string; readonly by?: Writing }
  | { readonly refused: Message; readonly isError: boolean }

export interface CodeColumn {
  readonly isCode: boolean
  readonly isGtin: boolean
}

export function codeColumn(header: string): CodeColumn {
  const role = semanticTypeOf(header)
  const isGtin = role === 'gtin'
  return { isCode: isGtin || role === 'sku' || role === 'mpn' || isCodeName(header), isGtin }
}

const formulaOfText = /^="([^"]*)"$/
const noCells = new Set([
  '__EMPTY__VALUE__',
  'NULL',
  'null',
  '(null)',
  '(NULL)',
  '[NULL]',
  '<NULL>',
  '<null>',
  '\\N',
  'NaN',
  'undefined',
])
const errors = new Set(
  (
    '#N/A #N/A! #REF! #VALUE! #NAME? #DIV/0! #NULL! #NUM! #SPILL! #CALC! #GETTING_DATA #NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF! ' +
    '#VALEUR! #NOM? #NOMBRE! #¡VALOR! #¡REF! #¿NOMBRE? #¡DIV/0! #¡NUM! #N/D #N/D! #RIF! #VALORE! #NOME? #N/B #WAARDE! #VERW! #NAAM? ' +
    '#DEEL/0! #GETAL! #ARG! #ADR! #NAZWA? #DZIEL/0! #LICZBA! #VALOR! #HODNOTA! #ODKAZ! #NÁZEV? #SAKNAS! #VÄRDEFEL! #REFERENS! #NAMN?'
  ).split(' '),
)
// Between letters of some scripts these mark possible line breaks.
const invisible = /[\u200B\u2060\uFEFF]/
const breaksByThem = /[\u0E00-\u0EFF\u0F00-\u109F\u1780-\u17FF]/
const edges = /^[\u200B-\u200F\u2060\uFEFF\u00AD]+|[\u200B-\u200F\u2060\uFEFF\u00AD]+$/g
const shortenedCode = /^\d[.,]\d+E\+?(\d{2})$/i
const fewestDigits = 8

/** Reads a cell by the conventions of its program; undefined where the text is the value itself. */
export function readWrittenCell(cell: string, column: CodeColumn): WrittenCell | undefined {
  const marked = byFirstSign[cell.charCodeAt(0)]?.(cell)
  if (marked) return marked
  if (cell.length <= longestWord && noCells.has(cell.trim())) return { text: '', by: 'nothing' }
  if (invisible.test(cell)) return readInvisible(cell)
  if (cell.charCodeAt(cell.length - 1) === tab) return withoutTabs(cell)
  return column.isCode ? readCode(cell, column) : undefined
}

const [tab, apostrophe, equals, hash] = [0x09, 0x27, 0x3d, 0x23]
const longestWord = 20

const byFirstSign: Readonly<Record<number, (cell: string) => WrittenCell | undefined>> = {
  [apostrophe]: readGuarded,
  [equals]: (cell) => ofText(formulaOfText.exec(cell)?.[1], 'guard'),
  [hash]: (cell) =>
    errors.has(cell.trim())
      ? { refused: message('cell.error_written', { text: cell.trim() }), isError: true }
      : undefined,
  [tab]: withoutTabs,
}

function withoutTabs(cell: string): WrittenCell {
  return { text: cell.replaceAll(/^\t+|\t+$/g, ''), by: 'guard' }
}

function readCode(cell: string, { isGtin }: CodeColumn): WrittenCell | undefined {
  if (shortenedCode.test(cell)) return readShortened(cell)
  return isGtin ? ofText(completeGtin(cell), 'gtin') : undefined
}

function ofText(text: string | undefined, by: Writing): WrittenCell | undefined {
  return text === undefined ? undefined : { text, by }
}

function readGuarded(cell: string): WrittenCell | undefined {
  const text = unguardCell(cell)
  if (text === cell) return undefined
  return isGuardedCode(cell) ? { text, by: 'guard' } : { text }
}

/** Spreadsheets show 4006381333931 as 4.00638E+12, and save it as shown. */
function readShortened(cell: string): WrittenCell | undefined {
  const digits = Number(shortenedCode.exec(cell)?.[1]) + 1
  if (digits < fewestDigits) return undefined
  return { refused: message('cell.code_shortened', { text: cell, digits }), isError: false }
}

function readInvisible(cell: string): WrittenCell | undefined {
  const text = cell.replaceAll(edges, '')
  const plain = breaksByThem.test(text) ? text : text.replaceAll(/[\u200B\u2060\uFEFF]/g, '')
  return plain === cell ? undefined : { text: plain, by: 'invisible' }
}

function completeGtin(cell: string): string | undefined {
  if (!/^\d[\d \u00A0-]*\d$/.test(cell)) return undefined
  const digits = cell.replaceAll(/\D/g, '')
  if (digits !== cell && hasGtinCheckDigit(digits)) return digits
  const padded = `0${cell}`
  return (cell.length === 11 || cell.length === 7) && hasGtinCheckDigit(padded) ? padded : undefined
}
