import type { TextEncoding } from '#shared/imports.ts'
import type iconvLite from 'iconv-lite'

type Iconv = typeof iconvLite

interface EastAsianEncoding {
  readonly encoding: TextEncoding
  /** Whether a text that was decoded by it reads like one of its languages. */
  readonly isPlausible: (text: DecodedText) => boolean
}

const kana = /[\u3041-\u30FF]/gu
const halfWidthKana = /[\uFF61-\uFF9F]/gu
const hangul = /[\uAC00-\uD7A3]/gu
const ideographs = /[\u4E00-\u9FFF]/gu
const marks = /[\u3000-\u303F\uFF01-\uFF5E\uFFE5]/gu

/** A few hundred signs are enough to tell, and a file has more of them in its first part. */
const maxBytes = 64 * 1024
const minSigns = 4

/** The characters beyond ASCII of a text, counted by their kinds, and how many of them are common. */
class DecodedText {
  readonly #signs: string
  readonly #common: number

  constructor(text: string, isCommon: (sign: string) => boolean) {
    this.#signs = text.replaceAll(/[\0-\x7F]/g, '')
    this.#common = [...(this.#signs.match(ideographs) ?? [])].filter(isCommon).length
  }

  get length(): number {
    return this.#signs.length
  }

  share(...kinds: readonly RegExp[]): number {
    const count = kinds.reduce((sum, kind) => sum + (this.#signs.match(kind)?.length ?? 0), 0)
    return count / this.#signs.length
  }

  /** How many of the ideographs are among those that each language uses most. */
  get commonShare(): number {
    return this.#common / Math.max(1, this.#signs.match(ideographs)?.length ?? 0)
  }
}

// Texts of European languages decode to rare ideographs, or to none.
const [minReadable, minHangul, minKana, minCommon] = [0.9, 0.8, 0.05, 0.85]

const isJapanese = (text: DecodedText): boolean =>
  text.share(kana) >= minKana && text.share(kana, ideographs, marks) >= minReadable && text.commonShare > 0.5
const isKorean = (text: DecodedText): boolean => text.share(hangul) >= minHangul
const isChinese = (text: DecodedText): boolean =>
  text.share(kana, halfWidthKana) < minKana &&
  text.share(ideographs, marks) >= minReadable &&
  text.commonShare >= minCommon

/** The surest first: Hangul and kana are seldom by chance. */
const encodings: readonly EastAsianEncoding[] = [
  { encoding: 'euc-kr', isPlausible: isKorean },
  { encoding: 'shift_jis', isPlausible: isJapanese },
  { encoding: 'euc-jp', isPlausible: isJapanese },
  { encoding: 'gb18030', isPlausible: isChinese },
  { encoding: 'big5', isPlausible: isChinese },
]

/** The first bytes of the ideographs that are used most, which each of these encodings has in one row after another. */
const commonRows: Partial<Record<TextEncoding, readonly [from: number, to: number]>> = {
  shift_jis: [0x88, 0x97],
  'euc-jp': [0xb0, 0xcf],
  gb18030: [0xb0, 0xd7],
  big5: [0xa4, 0xc6],
}

/** The encoding of a file of East Asia by which all of its beginning reads like Japanese, Korean or Chinese; undefined without one. */
export function guessEastAsian(head: Buffer, iconv: Iconv): TextEncoding | undefined {
  const bytes = wholeRows(head.subarray(0, maxBytes))
  return encodings.find(({ encoding, isPlausible }) => {
    const text = iconv.decode(bytes, encoding)
    if (text.includes('\uFFFD') || hasOddRuns(bytes, encoding)) return false
    const [from, to] = commonRows[encoding] ?? [0, 0xff]
    const decoded = new DecodedText(text, (sign) => {
      const [first = 0] = iconv.encode(sign, encoding)
      return first >= from && first <= to
    })
    return decoded.length >= minSigns && isPlausible(decoded)
  })?.encoding
}

function wholeRows(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(0x0a)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

const pairs: ReadonlySet<TextEncoding> = new Set(['euc-kr', 'euc-jp', 'gb18030'])

/** In these encodings the common characters are two bytes beyond ASCII; every second word of another alphabet has an odd number. */
function hasOddRuns(bytes: Buffer, encoding: TextEncoding): boolean {
  if (!pairs.has(encoding)) return false
  // Rare characters of GB 18030 have four bytes, two of which are digits.
  const text = bytes.toString('latin1').replaceAll(/[\x81-\xfe]\d[\x81-\xfe]\d/g, '')
  const runs = text.match(/[\x80-\xff]+/g) ?? []
  const odd = runs.filter((run) => run.length % 2 === 1).length
  return odd > runs.length * 0.05
}
