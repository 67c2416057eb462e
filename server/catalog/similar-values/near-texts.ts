/**
 * Finds texts a few letters apart without comparing all pairs: of two texts at most d edits apart, the
 * longer contains one of d + 1 pieces of the shorter near its position (Li et al., Pass-Join, 2011). Only
 * texts with a common piece and the same digits and short words are compared.
 */
import { foldText, plainLetters } from '#shared/text.ts'

// With three edits "red" would equal "green", and a sofa a stool.
const maxEdits = 2

export function allowedEdits(length: number): number {
  if (length < 4) return 0
  return length < 8 ? 1 : maxEdits
}

const maxLength = 300
// A piece in more texts is no evidence: other pieces find the remaining texts.
const maxSharing = 30
const maxCompared = 60

interface Text {
  readonly index: number
  readonly folded: string
  readonly letters: number
}

type Pieces = Map<string, Text[]>

/** For each text the indexes of texts a few letters apart. Texts over 300 letters are not compared. */
export function findNear(
  texts: readonly string[],
  throwIfInterrupted: () => void,
): ReadonlyMap<number, number[]> {
  const near = new Map<number, number[]>()
  const byFixed = new Map<string, Pieces>()
  const ordered = texts
    .map((text, index) => toText(index, foldText(text).replaceAll(/\s+/gu, ' ')))
    .filter(({ folded }) => folded.length <= maxLength)
    .toSorted((a, b) => a.folded.length - b.folded.length || a.index - b.index)
  ordered.forEach((text, done) => {
    if (done % 1000 === 0) throwIfInterrupted()
    const fixed = fixedOf(text.folded)
    const pieces = byFixed.get(fixed) ?? new Map<string, Text[]>()
    byFixed.set(fixed, pieces)
    for (const other of nearOf(text, pieces)) {
      link(near, text.index, other.index)
      link(near, other.index, text.index)
    }
    addPieces(text, pieces)
  })
  return near
}

function toText(index: number, folded: string): Text {
  let letters = 0
  for (let at = 0; at < folded.length; at += 1) letters |= 1 << (folded.charCodeAt(at) & 31)
  return { index, folded, letters }
}

/** An edit changes at most two bits, which is much faster to check than the edits themselves. */
function mayBeWithin(one: Text, other: Text, most: number): boolean {
  let differing = one.letters ^ other.letters
  for (let left = 2 * most; differing !== 0; left -= 1) {
    if (left === 0) return false
    differing &= differing - 1
  }
  return true
}

const asciiOnly = /^[\x20-\x7e]*$/

const letters: Readonly<Record<string, string>> = { ...plainLetters, þ: 'th' }
const anyLetter = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu')

/**
 * A text without case and diacritics: "Ångström" is "angstrom", "Straße" is "strasse". Letters of other
 * scripts stay as they are.
 */
export function toPlain(text: string): string {
  const folded = foldText(text)
  if (asciiOnly.test(folded)) return folded
  return folded
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(anyLetter, (letter) => letters[letter] ?? letter)
}

// "1.5" is not "15", and neither are "C" and "C#" or "S10" and "S10+" the same.
const sign = String.raw`(?![+#])[\p{P}\p{S}\p{C}]`
const loneSign = new RegExp(String.raw`(?<!\d)${sign}|${sign}(?!\d)`, 'gu')
const signInNumber = new RegExp(sign, 'gu')

export function plainWords(text: string): string[] {
  return toPlain(text)
    .split(/\s+/u)
    .map((word) => word.replaceAll(loneSign, '').replaceAll(signInNumber, '.'))
    .filter((word) => word !== '')
}

export function digitsOf(text: string): string {
  return (text.match(/\p{N}+/gu) ?? []).join('')
}

/** Digits and very short words, such as L and M: a typing error in them gives another value. */
function fixedOf(text: string): string {
  return `${digitsOf(text)} ${(text.match(shortWord) ?? []).join(' ')}`
}

const shortWord = /(?<!\p{L})\p{L}{1,3}(?!\p{L})/gu

function link(near: Map<number, number[]>, from: number, to: number): void {
  const known = near.get(from)
  if (known) known.push(to)
  else near.set(from, [to])
}

function nearOf(text: Text, pieces: Pieces): Text[] {
  const seen = new Set<Text>()
  const { length } = text.folded
  for (let shorter = Math.max(0, length - maxEdits); shorter <= length; shorter += 1) {
    const most = allowedEdits(shorter)
    if (length - shorter > most) continue
    for (const key of piecesIn(text.folded, shorter, most))
      for (const other of pieces.get(key) ?? [])
        if (seen.size < maxCompared && mayBeWithin(other, text, most)) seen.add(other)
  }
  return [...seen].filter((other) =>
    isWithinEdits(other.folded, text.folded, allowedEdits(other.folded.length)),
  )
}

function* cutsOf(length: number, most: number): Generator<[from: number, to: number]> {
  for (let piece = 0; piece <= most; piece += 1)
    yield [Math.floor((length * piece) / (most + 1)), Math.floor((length * (piece + 1)) / (most + 1))]
}

function addPieces(text: Text, pieces: Pieces): void {
  const { length } = text.folded
  let piece = 0
  for (const [from, to] of cutsOf(length, allowedEdits(length))) {
    const key = keyOf(length, piece, text.folded.slice(from, to))
    const sharing = pieces.get(key)
    if (!sharing) pieces.set(key, [text])
    else if (sharing.length < maxSharing) sharing.push(text)
    piece += 1
  }
}

function* piecesIn(text: string, shorter: number, most: number): Generator<string> {
  const shift = text.length - shorter
  let piece = 0
  for (const [from, to] of cutsOf(shorter, most)) {
    const first = Math.max(0, from - piece, from + shift - (most - piece))
    const last = Math.min(text.length - (to - from), from + piece, from + shift + (most - piece))
    for (let at = first; at <= last; at += 1) yield keyOf(shorter, piece, text.slice(at, at + to - from))
    piece += 1
  }
}

function keyOf(length: number, piece: number, text: string): string {
  return `${length}.${piece} ${text}`
}

/**
 * Whether two texts differ by at most `most` inserted, deleted or replaced letters. For few edits only:
 * each different letter is tried in three ways.
 */
export function isWithinEdits(one: string, other: string, most: number, from = 0, otherFrom = 0): boolean {
  if (Math.abs(one.length - from - (other.length - otherFrom)) > most) return false
  let [at, otherAt] = [from, otherFrom]
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(otherAt)) {
    at += 1
    otherAt += 1
  }
  if (at === one.length) return other.length - otherAt <= most
  if (most === 0) return false
  return (
    isWithinEdits(one, other, most - 1, at + 1, otherAt + 1) ||
    isWithinEdits(one, other, most - 1, at + 1, otherAt) ||
    isWithinEdits(one, other, most - 1, at, otherAt + 1)
  )
}
