import { currencySpellings } from '#shared/currencies.ts'
import { foldText } from '#shared/text.ts'

/** The words and signs that stand around numbers in price lists. All are compared folded. */

// Only what no article is named with: "3 seater" is a text.
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

/** The code of a currency, by its sign, code or name. */
export function currencyOf(folded: string): string | undefined {
  return knownCurrencies.get(folded)
}

/** A unit of measure, the code of a currency, or `%`. */
export function unitOf(folded: string): string | undefined {
  return knownUnits.get(folded)
}

/** Whether a unit is a currency. */
export function isCurrency(unit: string): boolean {
  return Object.hasOwn(currencySpellings, unit)
}

/** What stands before a number that is not exact. */
export const qualifiers: ReadonlySet<string> = new Set(
  '> < >= <= ≥ ≤ ~ ≈ ± ca. ca circa approx. approx about etwa rund ungefähr ungef. ab von from min. min mind. mindestens max. max bis über mehr.als more.than over under up.to env. environ à.partir.de dès desde aprox. aprox a.partire.da da vanaf fra från od'
    .split(' ')
    .map((word) => (word.endsWith('.') ? word : word.replaceAll('.', ' '))),
)

/** What stands in a cell that holds no value. */
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
