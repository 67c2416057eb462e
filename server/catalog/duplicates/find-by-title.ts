import { Blocks } from './blocks.ts'
import type { Collected } from './collected.ts'
import { compareTitles } from './compare-titles.ts'
import { areApart, brandWords, haveOtherMpns } from './conflicts.ts'
import type { Matches } from './matches.ts'
import { joinedKey, trigramBands, trigramKey, wordKeys } from './title-keys.ts'

// What more titles have in common says nothing of one of them.
const mostInBlock = 40

/** The steps of a search by title, one after the other, so that a search can stop between them. */
export const titleSteps: readonly ((all: Collected, matches: Matches) => void)[] = [
  (all, matches) =>
    findIn(
      all,
      blocksBy(all, (words, add) => add(joinedKey(words)), 1),
      matches,
    ),
  (all, matches) =>
    findIn(
      all,
      blocksBy(all, (words, add) => wordKeys(words).forEach(add), 8),
      matches,
    ),
  ...Array.from({ length: trigramBands }, (_, band) => (all: Collected, matches: Matches) => {
    const read = (words: readonly string[], add: (key: number) => void) => {
      const key = trigramKey(words, band)
      if (key !== undefined) add(key)
    }
    findIn(all, blocksBy(all, read, 1), matches)
  }),
]

function blocksBy(
  all: Collected,
  read: (words: readonly string[], add: (key: number) => void) => void,
  each: number,
): Blocks {
  const blocks = new Blocks(all.size * each)
  for (let place = 0; place < all.size; place += 1) {
    const words = all.wordsOf(place)
    if (words.length > 0) read(words, (key) => blocks.add(key, place))
  }
  return blocks
}

function findIn(all: Collected, blocks: Blocks, matches: Matches): void {
  for (const block of blocks.shared()) {
    if (block.length > mostInBlock) continue
    const words = block.map((place) => all.wordsOf(place))
    block.forEach((one, index) => {
      for (let next = index + 1; next < block.length; next += 1)
        compare(all, [one, block[next] as number], [words[index] ?? [], words[next] ?? []], matches)
    })
  }
}

function compare(
  all: Collected,
  [one, other]: readonly [number, number],
  [words, otherWords]: readonly [readonly string[], readonly string[]],
  matches: Matches,
): void {
  if (Math.abs(words.length - otherWords.length) > 4 || areApart(all, one, other)) return
  const brand = brandWords(all, one, other)
  const alike = compareTitles({ one: words, other: otherWords, brand, frequency: all.frequency })
  const certainty = alike - (haveOtherMpns(all, one, other) ? 20 : 0)
  if (certainty >= leastCertainty) matches.add(one, other, 'title', certainty)
}

/** What is less sure is not told. */
const leastCertainty = 50
