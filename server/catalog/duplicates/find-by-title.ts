import type { Collected } from './collected.ts'
import { compareTitles } from './compare-titles.ts'
import { areApart, brandWords, haveOtherMpns } from './conflicts.ts'
import type { Matches } from './matches.ts'
import { joinedKey, trigramBands, trigramKey, wordKeys } from './title-keys.ts'

// What more titles have in common says nothing of one of them.
const maxInBlock = 40

/** The steps of a search by title, one after the other; each stops now and then, so that a search can be cancelled. */
export function titleSteps(all: Collected, matches: Matches): (() => Generator<void>)[] {
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

/** Tells the keys of the words of a title. */
type ReadKeys = (words: readonly string[], add: (key: number) => void) => void

interface Part {
  readonly read: ReadKeys
  /** About how many keys there are. */
  readonly keys: number
  /** Of more keys than are sorted at once a part comes after the other. */
  readonly parts: number
  readonly part: number
}

const maxKeys = 2_000_000
const readAtOnce = 20_000

function* findPart(all: Collected, matches: Matches, { read, keys, parts, part }: Part): Generator<void> {
  const { blocks } = all
  blocks.expect(Math.ceil((1.1 * keys) / parts))
  for (let place = 0; place < all.size; place += 1) {
    if (place % readAtOnce === 0) yield
    const words = all.wordsOf(place)
    if (words.length === 0) continue
    read(words, (key) => {
      if (key % parts === part) blocks.add(key, place)
    })
  }
  for (const block of blocks.shared()) {
    if (block.length > maxInBlock) continue
    findIn(all, block, matches)
    yield
  }
}

function findIn(all: Collected, block: readonly number[], matches: Matches): void {
  const words = block.map((place) => all.wordsOf(place))
  block.forEach((one, index) => {
    for (let next = index + 1; next < block.length; next += 1)
      compare(all, [one, block[next] ?? 0], [words[index] ?? [], words[next] ?? []], matches)
  })
}

function compare(
  all: Collected,
  [one, other]: readonly [number, number],
  [words, otherWords]: readonly [readonly string[], readonly string[]],
  matches: Matches,
): void {
  if (Math.abs(words.length - otherWords.length) > 4 || areApart(all, one, other)) return
  const brand = brandWords(all, one, other)
  const alike = compareTitles({ one: words, other: otherWords, brand, frequency: all.titles.frequency })
  const certainty = alike - (haveOtherMpns(all, one, other) ? 20 : 0)
  if (certainty >= leastCertainty) matches.add(one, other, 'title', certainty)
}

/** What is less sure is not told. */
const leastCertainty = 50
