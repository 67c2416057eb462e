import { type CollectedEntities, hashText, mix, isNumber, isTypo } from './collected.ts'
import { cannotBeDuplicates, brandWords, haveOtherMpns, type Matches } from './matches.ts'

// A block with more titles is no evidence for any pair in it.
const maxInBlock = 40

const maxWords = 24

/** Keys shared by titles that differ in one word only; numbers are part of every key. */
function wordKeys(words: readonly string[]): number[] {
  const some = words.slice(0, maxWords)
  const hashes = some.map((word) => hashText(word))
  const total = hashes.reduce((sum, hash) => (sum + mix(hash)) >>> 0, 0)
  const keys = [mix(total)]
  if (some.length < 2) return keys
  some.forEach((word, index) => {
    if (!isNumber(word)) keys.push(mix(total - mix(hashes[index] ?? 0)))
  })
  return keys
}

function joinedKey(words: readonly string[]): number {
  return hashText(words.join(''), 7)
}

const trigramBands = 6
const rows = 3

interface ComparedTitles {
  readonly one: readonly string[]
  readonly other: readonly string[]
  readonly brand: ReadonlySet<string>
  readonly frequency: (word: string) => number
}

/**
 * The similarity of two titles, from 0 to 100. A different number, or different words that are no typos,
 * give 0.
 */
function compareTitles(titles: ComparedTitles): number {
  const { one, other } = titles
  const joined = one.join('')
  if (joined === other.join('')) return joined.length >= 10 || one.length > 2 ? 82 : 66
  const [onlyOne, onlyOther] = difference(one, other)
  if ([...onlyOne, ...onlyOther].some(isNumber)) return 0
  const shared = one.length - onlyOne.length
  if (onlyOne.length + onlyOther.length === 0) return shared > 2 ? 80 : 64
  return compareRest(titles, [onlyOne, onlyOther], shared)
}

function compareRest(
  { one, brand, frequency }: ComparedTitles,
  [onlyOne, onlyOther]: readonly [string[], string[]],
  shared: number,
): number {
  const left = onlyOne.filter((word) => !brand.has(word))
  const right = onlyOther.filter((word) => !brand.has(word))
  const typos = takeTypos(left, right, frequency)
  if (left.length > 0 && right.length > 0) return 0
  const extra = left.length + right.length
  if (extra === 0) return withTypos(shared, typos)
  // An additional word often names a colour or a size. Only a long title with a code of its own is the same
  // without it.
  const hasCode = [...left, ...right].some((word) => word.length <= longestCode)
  const isLong = extra === 1 && typos === 0 && shared >= 4 && !hasCode
  return isLong && one.some((word) => !isNumber(word) && word.length > 3 && frequency(word) <= 3) ? 60 : 0
}

const longestCode = 3

function withTypos(shared: number, typos: number): number {
  const isTooDifferent = shared + typos < 2 || (typos > 0 && shared < 1)
  return typos > 2 || isTooDifferent ? 0 : 76 - 5 * typos
}

function difference(one: readonly string[], other: readonly string[]): [string[], string[]] {
  const left = [...one]
  const right: string[] = []
  for (const word of other) {
    const at = left.indexOf(word)
    if (at < 0) right.push(word)
    else left.splice(at, 1)
  }
  return [left, right]
}

function takeTypos(left: string[], right: string[], frequency: (word: string) => number): number {
  let typos = 0
  for (const word of left.slice()) {
    const at = right.findIndex((other) => isUnknown(frequency(word), frequency(other)) && isTypo(word, other))
    if (at < 0) continue
    right.splice(at, 1)
    left.splice(left.indexOf(word), 1)
    typos += 1
  }
  return typos
}

function isUnknown(one: number, other: number): boolean {
  const [seldom, often] = [Math.min(one, other), Math.max(one, other)]
  return seldom <= 2 || seldom * 300 <= often
}

const seeds = Uint32Array.from({ length: trigramBands * rows }, (_, index) => mix(0x9e3779b9 + index) | 1)

/**
 * One of several MinHash keys: titles share at least one when most of their trigrams and all their numbers
 * agree; undefined for a title too short to tell.
 */
function trigramKey(words: readonly string[], band: number): number | undefined {
  const text = words.filter((word) => !isNumber(word)).join(' ')
  if (text.length < 8) return undefined
  let key = hashText(words.filter(isNumber).sort().join(' ')) ^ band
  for (let row = 0; row < rows; row += 1) key = mix(key ^ leastHash(text, seeds[band * rows + row] ?? 0))
  return key
}

function leastHash(text: string, seed: number): number {
  let least = 0xffffffff
  for (let index = 0; index + 2 < text.length; index += 1) {
    const gram =
      (text.charCodeAt(index) << 16) ^ (text.charCodeAt(index + 1) << 8) ^ text.charCodeAt(index + 2)
    const hash = Math.imul(gram ^ (gram >>> 7), seed) >>> 0
    if (hash < least) least = hash
  }
  return least
}

export function titleSteps(all: CollectedEntities, matches: Matches): (() => Generator<void>)[] {
  const step = (read: ReadKeys, keys: number) => {
    const parts = Math.max(1, Math.ceil(keys / maxKeys))
    return Array.from(
      { length: parts },
      (_, part) => () => findPart(all, matches, { read, keys, parts, part }),
    )
  }
  const { size, titles } = all
  return [
    step((words, add) => add(joinedKey(words)), size),
    step((words, add) => wordKeys(words).forEach(add), size + titles.wordCount),
    ...Array.from({ length: trigramBands }, (_, band) =>
      step((words, add) => {
        const key = trigramKey(words, band)
        if (key !== undefined) add(key)
      }, size),
    ),
  ].flat()
}

type ReadKeys = (words: readonly string[], add: (key: number) => void) => void

interface Part {
  readonly read: ReadKeys
  readonly keys: number
  readonly parts: number
  readonly part: number
}

const maxKeys = 2_000_000
const readAtOnce = 20_000

function* findPart(
  all: CollectedEntities,
  matches: Matches,
  { read, keys, parts, part }: Part,
): Generator<void> {
  const { blocks } = all
  blocks.reset(Math.ceil((1.1 * keys) / parts))
  for (let position = 0; position < all.size; position += 1) {
    if (position % readAtOnce === 0) yield
    const words = all.wordsOf(position)
    if (words.length === 0) continue
    read(words, (key) => {
      if (key % parts === part) blocks.add(key, position)
    })
  }
  for (const block of blocks.shared()) {
    if (block.length > maxInBlock) continue
    findIn(all, block, matches)
    yield
  }
}

function findIn(all: CollectedEntities, block: readonly number[], matches: Matches): void {
  const words = block.map((position) => all.wordsOf(position))
  block.forEach((one, index) => {
    for (let next = index + 1; next < block.length; next += 1)
      compare(all, [one, block[next] ?? 0], [words[index] ?? [], words[next] ?? []], matches)
  })
}

function compare(
  all: CollectedEntities,
  [one, other]: readonly [number, number],
  [words, otherWords]: readonly [readonly string[], readonly string[]],
  matches: Matches,
): void {
  if (Math.abs(words.length - otherWords.length) > 4 || cannotBeDuplicates(all, one, other)) return
  const brand = brandWords(all, one, other)
  const alike = compareTitles({ one: words, other: otherWords, brand, frequency: all.titles.frequency })
  const certainty = alike - (haveOtherMpns(all, one, other) ? 20 : 0)
  if (certainty >= leastCertainty) matches.add(one, other, 'title', certainty)
}

const leastCertainty = 50
