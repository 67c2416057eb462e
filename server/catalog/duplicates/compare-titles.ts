import { isNumber, isTypo } from './title-words.ts'

export interface ComparedTitles {
  readonly one: readonly string[]
  readonly other: readonly string[]
  /** Words of the brand of either, which one title may have and the other not. */
  readonly brand: ReadonlySet<string>
  /** In how many titles a word stands, about. */
  readonly frequency: (word: string) => number
}

/** How alike two titles are, from 0 to 100: those that differ in a number, or in words on both sides that are no slips, are apart. */
export function compareTitles(titles: ComparedTitles): number {
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
  // One more word often tells a colour or a size, and a short one is part of a code: only a long title with a word of its own is the
  // same without it.
  const isTold = [...left, ...right].some((word) => word.length <= longestCode)
  const isLong = extra === 1 && typos === 0 && shared >= 4 && !isTold
  return isLong && one.some((word) => !isNumber(word) && word.length > 3 && frequency(word) <= 3) ? 60 : 0
}

const longestCode = 3

/** Alike but for slips and words of the brand. */
function withTypos(shared: number, typos: number): number {
  const isTooFew = shared + typos < 2 || (typos > 0 && shared < 1)
  return typos > 2 || isTooFew ? 0 : 76 - 5 * typos
}

/** What each has more often than the other. */
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

/** Takes away words that are slips of each other, where one of both is no word that the catalog knows; gives how many. */
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

/** Whether one of two words is so seldom beside the other, or at all, that it is hardly a word. */
function isUnknown(one: number, other: number): boolean {
  const [seldom, often] = [Math.min(one, other), Math.max(one, other)]
  return seldom <= 2 || seldom * 300 <= often
}
