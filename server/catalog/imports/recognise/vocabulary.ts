import columnSynonyms from './vocabulary.json' with { type: 'json' }
import { foldText, keysOf } from '#shared/text.ts'

/** What a column may hold: the rows of a table of what such columns are called in ten languages, the surest word first. */
export type ColumnRole = keyof typeof columnSynonyms

/** A header as words: without accents, marks and the unit behind it. */
export interface HeaderWords {
  readonly words: string
  /** Such as the `kg` of `Weight [kg]`. */
  readonly unit: string | undefined
}

// Letters that have no accent to take off.
const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ı: 'i',
  '€': ' eur ',
  $: ' usd ',
  '£': ' gbp ',
}

/** Words and signs for yes and no in the languages of the lists; all are compared folded. */
const pairs: readonly (readonly [yes: string, no: string])[] = [
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['ja', 'nein'],
  ['j', 'n'],
  ['oui', 'non'],
  ['sí', 'no'],
  ['si', 'no'],
  ['sì', 'no'],
  ['sim', 'não'],
  ['ja', 'nee'],
  ['ja', 'nej'],
  ['ja', 'nei'],
  ['tak', 'nie'],
  ['ano', 'ne'],
  ['áno', 'nie'],
  ['igen', 'nem'],
  ['evet', 'hayır'],
  ['wahr', 'falsch'],
  ['vrai', 'faux'],
  ['x', '-'],
  ['x', '–'],
  ['✓', '✗'],
  ['✓', '-'],
  ['✔', '✘'],
]

const yes = new Set(['true', '1', ...pairs.map(([word]) => foldText(word))])
const no = new Set(['false', '0', ...pairs.map(([, word]) => foldText(word))])

export function isYes(folded: string): boolean {
  return yes.has(folded)
}

export function isNo(folded: string): boolean {
  return no.has(folded)
}

/** Whether the words of a column are those of a flag: one for yes and one for no, which belong together. */
export function areFlags(folded: ReadonlySet<string>): boolean {
  return folded.size === 2 && pairs.some((pair) => pair.every((word) => folded.has(foldText(word))))
}

/** Words in the names of columns whose 0 and 1 mean no and yes. */
const flagNames = new Set(
  (
    'active enabled disabled visible hidden published online featured discontinued available availability deleted archived taxable ' +
    'virtual downloadable backorder backorders organic vegan fragile hazardous recyclable clearance bestseller giftable shippable ' +
    'aktiv inaktiv sichtbar veröffentlicht verfügbar auslauf auslaufartikel gelöscht steuerpflichtig versandfähig zerbrechlich neuheit ' +
    'actif visible publié disponible activo visible publicado attivo visibile pubblicato disponibile actief zichtbaar leverbaar ' +
    'aktywny widoczny dostępny aktivní viditelné aktív látható synlig aktief'
  ).split(' '),
)
const flagBeginnings = new Set([
  'is',
  'has',
  'can',
  'ist',
  'hat',
  'show',
  'allow',
  'allows',
  'requires',
  'est',
])

/** Words in the names of columns whose 0 and 1 are counted. */
const quantityName =
  /(^|[^a-zà-ž])(qty|quantity|amount|stock|count|number|no|nr|min|max|pack|packs|pieces|pcs|units?|menge|anzahl|bestand|lager|stück|stk|quantité|nombre|cantidad|quantità|aantal|ilość|množství|antal)([^a-zà-ž]|$)/

/** What the name of a column says of its 0 and 1: that they are a flag, that they are counted, or nothing. */
export function flagOrQuantity(header: string): 'flag' | 'quantity' | undefined {
  const words = foldText(header.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '))
  if (quantityName.test(words)) return 'quantity'
  const [first = '', ...others] = words.split(/[^\p{L}]+/u).filter((word) => word !== '')
  const isFlag = [first, ...others].some((word) => flagNames.has(word))
  return isFlag || (others.length > 0 && flagBeginnings.has(first)) ? 'flag' : undefined
}

const units = new Set(
  'eur usd gbp chf pln sek czk nok dkk kg g mg lb lbs oz cm mm m inch ft l ml days'.split(' '),
)
// What stands between a name and its unit, and what is said of the cells beside it.
const fillers = new Set(['in', 'en', 'w', 'v', 'required', 'optional', 'pflichtfeld'])

/** What the header of a column, or the key or name of an attribute, says in words that can be compared. */
export function toWords(header: string): HeaderWords {
  const tokens = header
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[ßłøæœđı€$£]/g, (letter) => spellings[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
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

/** How sure a word is of its role, from 0 for the surest; roles by words. */
const roles: ReadonlyMap<string, ReadonlyMap<ColumnRole, number>> = listRoles()

function listRoles(): Map<string, Map<ColumnRole, number>> {
  const found = new Map<string, Map<ColumnRole, number>>()
  for (const role of keysOf(columnSynonyms)) {
    for (const list of Object.values(columnSynonyms[role])) {
      for (const [rank, word] of list.split(', ').entries()) {
        const known = found.get(word) ?? new Map<ColumnRole, number>()
        known.set(role, Math.min(rank, known.get(role) ?? rank))
        found.set(word, known)
      }
    }
  }
  return found
}

/** What a column of this name may hold, and how sure each is: 0 is the surest. */
export function rolesOfWords(words: string): ReadonlyMap<ColumnRole, number> {
  return roles.get(words) ?? noRoles
}

const noRoles: ReadonlyMap<ColumnRole, number> = new Map()

/** What a column of this name holds, where the name says it without doubt. */
export function roleOf(header: string): ColumnRole | undefined {
  const found = [...rolesOfWords(toWords(header).words)].sort(([, a], [, b]) => a - b)
  return found[0]?.[0]
}
