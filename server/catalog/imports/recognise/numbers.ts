import { foldText } from '#shared/text.ts'
import type { DecimalMark } from '#shared/imports.ts'
import { currencySpellings } from '#shared/currencies.ts'

interface NumberCell {
  readonly isNegative: boolean
  readonly digits: string
  /** A unit of measure, a currency or `%`, in one spelling; empty without one. */
  readonly unit: string
  /** A qualifier that makes the number less exact, such as `>` or `ca.`; empty without one. */
  readonly qualifier: string
}

const maxLength = 40
const shape = /^([^\d]*?)([-+\u2212]?)\s*(\d(?:[\d.,'’ \u00A0\u2009\u202F]*\d)?)(\D*?[²³23]?)$/
// German and Swiss lists write 12,- for 12,00.
const noCents = /^[.,][-–—]{1,2}/

/** Parses a cell; undefined where it is no number with either decimal mark. */
export function parseNumberCell(cell: string): NumberCell | undefined {
  const text = cell.length > maxLength ? '' : cell.trim()
  const negative = negativeOf(text)
  if (negative === undefined) return takeApart(text)
  const positive = takeApart(negative)
  return positive && !positive.isNegative ? { ...positive, isNegative: true } : undefined
}

function takeApart(text: string): NumberCell | undefined {
  const match = shape.exec(text)
  if (!match) return undefined
  const [before = '', sign, digits = '', after = ''] = match.slice(1)
  const words = isName(before, sign, after)
    ? undefined
    : readWords(foldUnit(before), foldUnit(after.replace(noCents, '')))
  return words && { isNegative: sign !== '' && sign !== '+', digits, ...words }
}

function negativeOf(text: string): string | undefined {
  return /^\(\s*([^()]*\d[^()]*)\)$/.exec(text)?.[1] ?? /^(.*[\d.,]\d)\s?[-\u2212]$/.exec(text)?.[1]
}

/** Forints are written with a capital, feet without. */
function foldUnit(text: string): string {
  return /^\s*Ft\.?\s*$/.test(text) ? 'huf' : foldText(text)
}

/** The dash of CH-100 is no sign, and the letter of 1a no unit. */
function isName(before: string, sign: string | undefined, after: string): boolean {
  return (sign !== '' && letterAtEnd.test(before)) || otherLetter.test(after)
}

const otherLetter = /^\s*(?![gmlLtAVW])[A-Za-z]\s*$/
const letterAtEnd = /\p{L}$/u

interface Words {
  readonly unit: string
  readonly qualifier: string
}

function readWords(before: string, after: string): Words | undefined {
  const front = readFront(before)
  const back = readBack(after)
  if (!front || !back) return undefined
  const units = new Set([front.unit, back.unit].filter((unit) => unit !== ''))
  const [unit = ''] = units
  return units.size > 1 ? undefined : { unit, qualifier: front.qualifier || back.qualifier }
}

const nothing: Words = { unit: '', qualifier: '' }

function readFront(text: string): Words | undefined {
  if (text === '') return nothing
  if (qualifiers.has(text)) return { unit: '', qualifier: text }
  // Turkish writes the sign of a share first.
  const unit = text === '%' ? text : currencyOf(text)
  if (unit !== undefined) return { unit, qualifier: '' }
  const qualifier = [...qualifiers].find((word) => text.startsWith(word))
  const rest = qualifier === undefined ? undefined : currencyOf(text.slice(qualifier.length).trim())
  return qualifier === undefined || rest === undefined ? undefined : { unit: rest, qualifier }
}

function readBack(text: string): Words | undefined {
  if (text === '') return nothing
  const isMore = text.startsWith('+')
  const unit = isMore && text.length === 1 ? '' : unitOf(isMore ? text.slice(1).trim() : text)
  return unit === undefined ? undefined : { unit, qualifier: isMore ? '+' : '' }
}

// A leading zero excludes thousands: 0.500 is a half with another decimal mark than given, and not 500.
const forms: Record<DecimalMark, RegExp> = {
  point: /^([1-9]\d{0,2}(?:[, '’\u00A0\u2009\u202F]\d{3})+|\d+)(?:\.(\d+))?$/,
  comma: /^([1-9]\d{0,2}(?:[. '’\u00A0\u2009\u202F]\d{3})+|\d+)(?:,(\d+))?$/,
}

/** The number in the catalog's form, or undefined where its marks do not fit. */
export function readDigits({ digits, isNegative }: NumberCell, mark: DecimalMark): string | undefined {
  const match = forms[mark].exec(digits)
  if (!match) return undefined
  const [, whole = '', fraction] = match
  const sign = isNegative ? '-' : ''
  return `${sign}${whole.replaceAll(/\D/g, '')}${fraction === undefined ? '' : `.${fraction}`}`
}

type MarkEvidence = DecimalMark | 'either' | 'none'

// Amounts in these have no decimals, or never three.
const wholeCurrencies = new Set('JPY KRW VND IDR CLP ISK PYG HUF XOF XAF'.split(' '))

/** Undefined where the marks make no sense in either way. */
export function evidenceOf({ digits, unit }: Pick<NumberCell, 'digits' | 'unit'>): MarkEvidence | undefined {
  const asPoint = forms.point.test(digits)
  const asComma = forms.comma.test(digits)
  if (asPoint && asComma) {
    if (!/[.,]/.test(digits)) return 'none'
    if (!wholeCurrencies.has(unit)) return 'either'
    return digits.includes(',') ? 'point' : 'comma'
  }
  if (asPoint) return 'point'
  return asComma ? 'comma' : undefined
}

export interface NumberTraits {
  readonly numbers: number
  readonly plain: number
  readonly marks: MarkedCells<DecimalMark | 'either'>
  readonly units: Readonly<Record<string, CountedCells>>
  readonly qualified: CountedCells
  readonly placeholders: CountedCells
  readonly texts: CountedCells
  /** False where the digits look like codes: with leading zeros, or long and all of one length. */
  readonly isQuantity: boolean
}

const plainNumber = /^-?(0|[1-9]\d*)(?:\.\d+)?$/
// A mark after one digit does not separate thousands: exports write 1.5e-7, Excel 1,5E-07.
export const scientific = /^[-+]?\d(?:[.,]\d+)?e[-+]?\d{1,3}$/i
// Without a mark or sign it may be a code: 1E5.
const surelyScientific = /^[-+]?\d(?:[.,]\d+e[-+]?|e[-+])\d{1,3}$/i
const eitherPlain = /^-?[1-9]\d{0,2}\.\d{3}$/
const maxWholeDigits = 9
const codeWidth = 7

export class NumberScan {
  #isOver = false
  #numbers = 0
  #plain = 0
  #hasCodes = false
  #hasDecimals = false
  readonly #widths = new Set<number>()
  readonly #marks = new MarkCounts<DecimalMark | 'either'>()
  readonly #units = new Map<string, CellCounts>()
  readonly #qualified = new CellCounts()
  readonly #others = new OtherCells()

  /** `isNumber` says that the file has a number, not a text that could be read in several ways. */
  add(cell: string, row: number, isNumber: boolean): void {
    if (this.#isOver) return
    if (plainNumber.test(cell)) this.#addPlain(cell, row, isNumber)
    else this.#addWritten(cell, row)
  }

  #addPlain(cell: string, row: number, isNumber: boolean): void {
    this.#numbers += 1
    this.#plain += 1
    const point = cell.indexOf('.')
    this.#addWhole(point < 0 ? cell.length : point, point >= 0)
    if (point >= 0 && !isNumber) this.#marks.add(eitherPlain.test(cell) ? 'either' : 'point', row, cell)
  }

  #addWhole(length: number, hasDecimals: boolean): void {
    if (length > maxWholeDigits) this.#hasCodes = true
    if (hasDecimals) this.#hasDecimals = true
    else if (this.#widths.size < 2) this.#widths.add(length)
  }

  #addWritten(cell: string, row: number): void {
    if (surelyScientific.test(cell)) {
      // Both decimal marks can read it.
      this.#numbers += 1
      return this.#addWhole(0, true)
    }
    const parsed = parseNumberCell(cell)
    const evidence = parsed && evidenceOf(parsed)
    if (!parsed || !evidence) return this.#addOther(cell)
    this.#numbers += 1
    const { digits, unit, qualifier } = parsed
    if (/^0\d/.test(digits)) this.#hasCodes = true
    this.#addWhole(0, true)
    if (evidence !== 'none') this.#marks.add(evidence, row, cell)
    if (qualifier !== '') this.#qualified.add(cell)
    else if (unit !== '') this.#countUnit(unit, cell)
  }

  #countUnit(unit: string, cell: string): void {
    const known = this.#units.get(unit) ?? new CellCounts()
    known.add(cell)
    this.#units.set(unit, known)
  }

  #addOther(cell: string): void {
    this.#others.add(cell)
    this.#isOver = this.#others.outnumber(this.#numbers)
  }

  get result(): NumberTraits | undefined {
    if (this.#isOver || this.#numbers === 0) return undefined
    const [width = 0] = this.#widths
    const isCode = !this.#hasDecimals && this.#widths.size === 1 && width >= codeWidth
    return {
      numbers: this.#numbers,
      plain: this.#plain,
      marks: this.#marks.result,
      units: Object.fromEntries([...this.#units].map(([unit, cells]) => [unit, cells.result])),
      qualified: this.#qualified.result,
      ...this.#others.result,
      isQuantity: !this.#hasCodes && !isCode,
    }
  }
}

// Only units that do not occur in article names: "3 seater" is a text.
const units: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'mm cm dm km µm inch ft yd mg g kg t lb lbs oz ml cl dl hl mm² cm² m² km² mm³ cm³ dm³ m³ mah kwh wh kw mw kv mv ma hz khz mhz ghz db lm cd lux bar mbar kpa mpa pa psi nm rpm dpi ppi kb mb gb tb mbit mbps gbps gsm °c °f'
      .split(' ')
      .map((unit) => [unit, [unit]]),
  ),
  m: ['m', 'meter', 'metre', 'mtr'],
  l: ['l', 'liter', 'litre', 'ltr'],
  W: ['w', 'watt'],
  V: ['v', 'volt'],
  A: ['a', 'ampere'],
  '"': ['"', '″', '”', "''", 'in', 'zoll'],
  'm²': ['m²', 'm2', 'qm'],
  'cm²': ['cm²', 'cm2'],
  'm³': ['m³', 'm3', 'cbm'],
  'cm³': ['cm³', 'cm3', 'ccm'],
  'g/m²': ['g/m²', 'g/m2'],
  pcs: [
    'pcs',
    'pcs.',
    'pc',
    'pc.',
    'pieces',
    'stk',
    'stk.',
    'stck',
    'stck.',
    'stück',
    'st.',
    'pz',
    'pz.',
    'pièces',
    'pzas',
    'uds',
    'ud',
    'szt',
    'szt.',
    'ks',
    'db.',
  ],
  '%': ['%', 'percent', 'prozent', 'v.h.'],
}

const bySpelling = (table: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(table).flatMap(([name, spellings]) => spellings.map((one) => [foldText(one), name])))

const knownCurrencies = bySpelling(currencySpellings)
const knownUnits = new Map([...bySpelling(units), ...knownCurrencies])

function currencyOf(folded: string): string | undefined {
  return knownCurrencies.get(folded)
}

export function unitOf(folded: string): string | undefined {
  return knownUnits.get(folded)
}

export function isCurrency(unit: string): boolean {
  return Object.hasOwn(currencySpellings, unit)
}

const qualifiers: ReadonlySet<string> = new Set(
  '> < >= <= ≥ ≤ ~ ≈ ± ca. ca circa approx. approx about etwa rund ungefähr ungef. ab von from min. min mind. mindestens max. max bis über mehr.als more.than over under up.to env. environ à.partir.de dès desde aprox. aprox a.partire.da da vanaf fra från od'
    .split(' ')
    .map((word) => (word.endsWith('.') ? word : word.replaceAll('.', ' '))),
)

const placeholders: ReadonlySet<string> = new Set(
  [
    '-|–|—|−|--|---|/|.|..|...|…|?|*|#n/a|#nv|#n/v|#value!|#wert!|#ref!|#bezug!|#div/0!',
    'n/a|n.a.|na|n.v.|n/v|k.a.|k. a.|ka|o.a.|o. a.|s.o.|keine angabe|nicht verfügbar|unbekannt|entfällt|leer|ohne',
    'null|nil|none|nan|tbd|tba|tbc|unknown|not available|not applicable|nc|n.c.|nd|n.d.|n.v.t.',
    'auf anfrage|a. anfrage|a.a.|a. a.|anfrage|preis auf anfrage|on request|upon request|price on request|poa|p.o.a.',
    'request|call|call for price|sur demande|a consultar|consultar|su richiesta|sob consulta|op aanvraag|op aanvr.',
    'på förfrågan|på forespørsel|på forespørgsel|na zapytanie|na dotaz',
  ].flatMap((words) => words.split('|').map(foldText)),
)

export function isPlaceholder(folded: string): boolean {
  return placeholders.has(folded)
}

export interface CountedCells {
  readonly count: number
  readonly cells: readonly { readonly cell: string; readonly count: number }[]
}

const maxDifferent = 20

/** Counts cells of a kind; of very many different ones only the first are kept. */
class CellCounts {
  #count = 0
  readonly #cells = new Map<string, number>()

  add(cell: string): void {
    this.#count += 1
    const known = this.#cells.get(cell)
    if (known !== undefined) this.#cells.set(cell, known + 1)
    else if (this.#cells.size < maxDifferent) this.#cells.set(cell.slice(0, 200), 1)
  }

  get count(): number {
    return this.#count
  }

  get result(): CountedCells {
    const cells = [...this.#cells].map(([cell, count]) => ({ cell, count }))
    return { count: this.#count, cells: cells.sort((a, b) => b.count - a.count) }
  }
}

const maxTexts = 30

/** Counts the cells that differ from the column's main kind: words for no value, and texts. */
export class OtherCells {
  readonly #placeholders = new CellCounts()
  readonly #texts = new CellCounts()

  add(cell: string): void {
    if (isPlaceholder(foldText(cell))) this.#placeholders.add(cell)
    else this.#texts.add(cell)
  }

  /** Whether there are more than a few texts, and more of them than of the values. */
  outnumber(values: number): boolean {
    return this.#texts.count > maxTexts && this.#texts.count > values
  }

  get result(): { readonly placeholders: CountedCells; readonly texts: CountedCells } {
    return { placeholders: this.#placeholders.result, texts: this.#texts.result }
  }
}

export interface CellOfRow {
  readonly row: number
  readonly cell: string
}

export type MarkedCells<Mark extends string> = Readonly<
  Partial<Record<Mark, { readonly count: number; readonly first: readonly CellOfRow[] }>>
>

const maxFirst = 3

export class MarkCounts<Mark extends string> {
  readonly #counts: Partial<Record<Mark, { count: number; first: CellOfRow[] }>> = {}

  add(mark: Mark, row: number, cell: string): void {
    const known = (this.#counts[mark] ??= { count: 0, first: [] })
    known.count += 1
    if (known.first.length < maxFirst) known.first.push({ row, cell })
  }

  get result(): MarkedCells<Mark> {
    return this.#counts
  }
}
