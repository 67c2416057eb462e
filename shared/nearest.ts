export type Words = ReadonlyMap<string, unknown> | readonly string[]

/**
 * Returns the known word that was probably meant: a typo or two away, or in another case or with another
 * separator.
 */
export function nearest(word: string, known: Words): string | undefined {
  if (word.length > maxLength) return undefined
  const sent = prepare(word)
  const allowed = Math.min(3, Math.floor((sent.folded.length + 1) / 3))
  let best: string | undefined
  let least = allowed + 1
  for (const candidate of preparedOf(known)) {
    if (!isNear(sent, candidate, least)) continue
    const distance = distanceBetween(sent.folded, candidate.folded, least)
    if (distance < least) [best, least] = [candidate.word, distance]
  }
  return best
}

/** Terms of other APIs for words here; the first known one is suggested. */
const otherWords: ReadonlyMap<string, readonly string[]> = byOtherWord({
  lt: 'lessthan less below smaller smallerthan before under',
  gt: 'greaterthan greater above larger largerthan more morethan over',
  lte: 'lessthanorequal lessorequal lessthanequal atmost max',
  gte: 'greaterthanorequal greaterorequal greaterthanequal atleast min',
  eq: 'equals equal is',
  ne: 'notequals notequal isnot not',
  contains: 'like ilike includes include matches',
  not_contains: 'notlike excludes',
  starts_with: 'beginswith prefix',
  ends_with: 'suffix',
  exists: 'isnull null notnull isempty isset',
  in: 'anyof oneof isin',
  limit: 'perpage pagesize size count top take first',
  q: 'search query searchterm',
  sort: 'sortby orderby',
  fields: 'select columns include properties',
  single_line_text_field: 'text string varchar',
  multi_line_text_field: 'longtext textarea',
  rich_text_field: 'html richtext markdown',
  number: 'decimal integer int float double price money currency numeric',
  boolean: 'bool checkbox flag',
  date: 'datetime timestamp',
  single_select_list: 'singleselect select enum dropdown choice option',
  multi_select_list: 'multiselect tags list',
  image: 'picture photo',
  formula: 'computed calculated expression',
  entity_reference: 'reference relation link foreignkey',
  entity_list_reference: 'references relations manytomany',
  reference_lookup: 'lookup',
  acceptable_values: 'options choices enum allowedvalues',
  attributes: 'values value product properties fields data',
  items: 'products entities records rows data',
  entity_type: 'type entity',
  data_type: 'type kind',
  xlsx: 'excel xls',
  jsonl: 'json ndjson',
})

function byOtherWord(wordsByMeant: Readonly<Record<string, string>>): Map<string, string[]> {
  const byWord = new Map<string, string[]>()
  for (const [meant, words] of Object.entries(wordsByMeant))
    for (const word of words.split(' ')) byWord.set(word, [...(byWord.get(word) ?? []), meant])
  return byWord
}

export function guess(word: string, known: Words): { readonly did_you_mean?: string } {
  const meant = nearest(word, known) ?? otherWordFor(word, known)
  return meant === undefined ? {} : { did_you_mean: meant }
}

function otherWordFor(word: string, known: Words): string | undefined {
  if (known instanceof Map || word.length > maxLength) return undefined
  const words = known as readonly string[]
  return otherWords.get(word.toLowerCase().replaceAll(/[\s_-]/g, ''))?.find((meant) => words.includes(meant))
}

const maxLength = 64

interface PreparedWord {
  readonly word: string
  readonly folded: string
  readonly letters: number
}

function prepare(word: string): PreparedWord {
  const folded = word.toLowerCase().replaceAll(/[\s_-]/g, '')
  let letters = 0
  for (let index = 0; index < folded.length; index += 1) letters |= 1 << (folded.charCodeAt(index) & 31)
  return { word, folded, letters }
}

// Thousands of edits may name a key that is not there; the keys of a type stay the same meanwhile.
const prepared = new WeakMap<Words, readonly PreparedWord[]>()

function preparedOf(known: Words): readonly PreparedWord[] {
  const done = prepared.get(known)
  if (done) return done
  const words = known instanceof Map ? known.keys() : (known as readonly string[])
  const all = [...words].map(prepare)
  prepared.set(known, all)
  return all
}

/** Whether the distance can be below the limit at all: each step changes the length by one and the letters by two at most. */
function isNear(a: PreparedWord, b: PreparedWord, limit: number): boolean {
  if (Math.abs(a.folded.length - b.folded.length) >= limit) return false
  let differing = a.letters ^ b.letters
  let count = 0
  for (; differing !== 0; count += 1) differing &= differing - 1
  return count <= 2 * (limit - 1)
}

function distanceBetween(a: string, b: string, limit: number): number {
  let before: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) row.push(Math.min(step(row, last, j), change(i, j), swap(i, j)))
    if (Math.min(...row) >= limit) return limit
    before = last
    last = row
  }
  return at(last, b.length)

  function change(i: number, j: number): number {
    return at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
  }

  function swap(i: number, j: number): number {
    const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    return isSwap ? at(before, j - 2) + 1 : Infinity
  }
}

function step(row: readonly number[], last: readonly number[], j: number): number {
  return Math.min(at(last, j), at(row, j - 1)) + 1
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity
}

/** The typos that a search tolerates: one letter too many, missing or wrong, or two in the wrong order. */

export function isOneTypoAway(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false
  const start = sharedStart(typed, meant)
  if (start === typed.length && start === meant.length) return false
  const [left, right] = [typed.slice(start), meant.slice(start)]
  if (left.length !== right.length)
    return left.length < right.length ? left === right.slice(1) : left.slice(1) === right
  return left.slice(1) === right.slice(1) || isSwapped(left, right)
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1
  return length
}

function isSwapped(one: string, other: string): boolean {
  return one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2)
}

export const shortestForgiven = 4
export const shortestMeant = 5
const longestWord = 24

const wordPattern = /[\p{Ll}\p{Script=Arabic}\p{Script=Hebrew}]+/gu

/** Returns the words of a folded text that are long enough for a tolerated typo, and not too long. */
export function wordsOfText(text: string): string[] {
  return (text.match(wordPattern) ?? []).filter(
    ({ length }) => length >= shortestForgiven && length <= longestWord,
  )
}

/** Whether a search tolerates a typo in this word: it has only letters. */
export function isForgiving(word: string): boolean {
  return wordsOfText(word)[0] === word
}

export function meantBeginning(typed: string, word: string): string | undefined {
  if (isOneTypoAway(typed, word)) return word
  const lengths = [typed.length, typed.length + 1, typed.length - 1]
  return lengths
    .filter((length) => length >= shortestMeant && length < word.length)
    .map((length) => word.slice(0, length))
    .find((beginning) => isOneTypoAway(typed, beginning))
}
