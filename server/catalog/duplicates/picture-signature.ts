/** Compares pictures in small, where one may be a part of the other that was cut at its sides. */

const side = 24
const leastFit = 0.93
/** The share of a side that a crop of up to some ten percent leaves, and the offset at which it begins. */
const [parts, starts] = [
  [1, 0.95, 0.9],
  [0, 0.5, 1],
]

/** Whether a picture lies upon the other, or upon a part of it that is nearly all of it. */
function fitUponEachOther(one: Uint8Array, other: Uint8Array): boolean {
  return fitsPart(one, other) || fitsPart(other, one)
}

function fitsPart(picture: Uint8Array, whole: Uint8Array): boolean {
  return windows.some((rows) =>
    windows.some((columns) => correlation(picture, cutOut(whole, rows, columns)) >= leastFit),
  )
}

interface Window {
  readonly start: number
  readonly length: number
}

const windows: readonly Window[] = parts.flatMap((part) =>
  (part === 1 ? [0] : starts).map((start) => ({ start: (1 - part) * start, length: part })),
)

/** A part of a picture, scaled to the size of the whole. */
function cutOut(whole: Uint8Array, rows: Window, columns: Window): Float64Array {
  const cut = new Float64Array(side * side)
  for (let row = 0; row < side; row += 1) {
    const y = placeOf(row, rows)
    for (let column = 0; column < side; column += 1)
      cut[row * side + column] = valueAt(whole, placeOf(column, columns), y)
  }
  return cut
}

function placeOf(index: number, { start, length }: Window): number {
  const place = (start + ((index + 0.5) / side) * length) * side - 0.5
  return Math.min(side - 1, Math.max(0, place))
}

function valueAt(picture: Uint8Array, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, bottom] = [Math.min(side - 1, left + 1), Math.min(side - 1, top + 1)]
  const at = (column: number, row: number) => picture[row * side + column] ?? 0
  const upper = at(left, top) + (at(right, top) - at(left, top)) * (x - left)
  const lower = at(left, bottom) + (at(right, bottom) - at(left, bottom)) * (x - left)
  return upper + (lower - upper) * (y - top)
}

/** From -1 to 1; a change of brightness does not matter. */
function correlation(one: Uint8Array, other: Float64Array): number {
  const count = side * side
  let [sumOne, sumOther, squaresOne, squaresOther, products] = [0, 0, 0, 0, 0]
  for (let at = 0; at < count; at += 1) {
    const [left, right] = [one[at] ?? 0, other[at] ?? 0]
    sumOne += left
    sumOther += right
    squaresOne += left * left
    squaresOther += right * right
    products += left * right
  }
  const spread = (squaresOne - (sumOne * sumOne) / count) * (squaresOther - (sumOther * sumOther) / count)
  return spread > 0 ? (products - (sumOne * sumOther) / count) / Math.sqrt(spread) : 0
}

/** A picture as bytes: its clear increases of brightness, its colours, its form, and itself in small. */

const columns = 72
export const signatureSide = columns
const [bitBytes, colourBytes] = [16, 48]
const [colourStart, formAt] = [2 * bitBytes, 2 * bitBytes + colourBytes]
const [smallAt, smallSide] = [formAt + 1, 24]
const [steps, cells] = [8, 4]
// Smaller differences are compression noise; near the threshold noise decides, so such a bit is ignored.
const brighter = 3
const doubtful = 1.5

/** The signature of a picture scaled to 72 × 72 pixels of RGB; empty for an almost uniform one. */
export function signatureOf(pixels: Uint8Array, aspect: number): Uint8Array {
  const luma = Float64Array.from({ length: columns * columns }, (_, index) => brightness(pixels, index * 3))
  if (isFlat(luma)) return new Uint8Array()
  const signature = new Uint8Array(smallAt + smallSide * smallSide)
  let bit = 0
  const setBit = (at: number) => {
    signature[at >> 3] = byteAt(signature, at >> 3) | (1 << (at & 7))
  }
  const addNext = (difference: number) => {
    if (difference > brighter) setBit(bit)
    if (Math.abs(difference - brighter) > doubtful) setBit(bitBytes * 8 + bit)
    bit += 1
  }
  const grid = (x: number, y: number, width: number, height: number) => average(luma, { x, y, width, height })
  for (let row = 0; row < steps; row += 1)
    for (let column = 0; column < steps; column += 1)
      addNext(grid(column + 1, row, 8, 9) - grid(column, row, 8, 9))
  for (let row = 0; row < steps; row += 1)
    for (let column = 0; column < steps; column += 1)
      addNext(grid(column, row + 1, 9, 8) - grid(column, row, 9, 8))
  addColours(signature, pixels)
  signature[formAt] = Math.min(255, Math.round(aspect * 50))
  for (let at = 0; at < smallSide * smallSide; at += 1)
    signature[smallAt + at] = Math.round(
      grid(at % smallSide, Math.floor(at / smallSide), columns / smallSide, columns / smallSide),
    )
  return signature
}

function brightness(pixels: Uint8Array, at: number): number {
  return 0.3 * (pixels[at] ?? 0) + 0.59 * (pixels[at + 1] ?? 0) + 0.11 * (pixels[at + 2] ?? 0)
}

function isFlat(luma: Float64Array): boolean {
  const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length
  const variance = luma.reduce((sum, value) => sum + (value - mean) ** 2, 0) / luma.length
  return variance < 25
}

interface Cell {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function average(luma: Float64Array, { x, y, width, height }: Cell): number {
  let sum = 0
  for (let row = y * height; row < (y + 1) * height; row += 1)
    for (let column = x * width; column < (x + 1) * width; column += 1)
      sum += luma[row * columns + column] ?? 0
  return sum / (width * height)
}

function addColours(signature: Uint8Array, pixels: Uint8Array): void {
  const side = columns / cells
  for (let cell = 0; cell < cells * cells; cell += 1) {
    const [left, top] = [(cell % cells) * side, Math.floor(cell / cells) * side]
    for (let channel = 0; channel < 3; channel += 1) {
      let sum = 0
      for (let row = top; row < top + side; row += 1)
        for (let column = left; column < left + side; column += 1)
          sum += pixels[(row * columns + column) * 3 + channel] ?? 0
      signature[colourStart + cell * 3 + channel] = Math.round(sum / (side * side))
    }
  }
}

export function isCurrentSignature({ length }: Uint8Array): boolean {
  return length === 0 || length === smallAt + smallSide * smallSide
}

// Bits that may differ among those sure in both: pictures of two products differ by 13 or more.
const maxOtherBits = 5

export function areAlike(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length === 0 || one.length !== other.length) return false
  if (Math.abs(byteAt(one, formAt) - byteAt(other, formAt)) > 3) return false
  let bits = 0
  for (let index = 0; index < bitBytes; index += 1) {
    const areSure = byteAt(one, bitBytes + index) & byteAt(other, bitBytes + index)
    bits += countBits((byteAt(one, index) ^ byteAt(other, index)) & areSure)
  }
  let colours = 0
  for (let index = colourStart; index < formAt; index += 1)
    colours += Math.abs(byteAt(one, index) - byteAt(other, index))
  return bits <= maxOtherBits && colours <= 2.5 * colourBytes
}

// A crop of five percent changes up to 10 bits and moves colours by 8; another colour of the same thing
// differs by 56 in some part, and pictures of two things in one style by 7 bits and 20 in their colours.
const nearlySame = { bits: 14, colours: 11, tints: 3.4, tintOfPart: 32 }

/**
 * Whether one picture may be made from the other by another size, format, brightness or a small crop. One
 * shape in two colours is two pictures.
 */
export function areNearlySame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length === 0 || one.length !== other.length) return false
  if (Math.abs(byteAt(one, formAt) - byteAt(other, formAt)) > 3) return false
  let bits = 0
  for (let index = 0; index < bitBytes; index += 1) {
    const areSure = byteAt(one, bitBytes + index) & byteAt(other, bitBytes + index)
    bits += countBits((byteAt(one, index) ^ byteAt(other, index)) & areSure)
    if (bits > nearlySame.bits) return false
  }
  return haveSameColours(one, other) && fitUponEachOther(one.subarray(smallAt), other.subarray(smallAt))
}

function haveSameColours(one: Uint8Array, other: Uint8Array): boolean {
  const sumOf = (picture: Uint8Array) =>
    picture.subarray(colourStart, formAt).reduce((sum, of) => sum + of, 1)
  const gain = sumOf(one) / sumOf(other)
  let [colours, tints] = [0, 0]
  for (let at = colourStart; at < formAt; at += 3) {
    const grey = greyAt(one, at) - greyAt(other, at)
    let tint = 0
    for (let channel = at; channel < at + 3; channel += 1) {
      colours += Math.abs(byteAt(one, channel) - byteAt(other, channel) * gain)
      tint += Math.abs(byteAt(one, channel) - byteAt(other, channel) - grey)
    }
    if (tint > nearlySame.tintOfPart) return false
    tints += tint
  }
  return colours <= nearlySame.colours * colourBytes && tints <= nearlySame.tints * colourBytes
}

function greyAt(signature: Uint8Array, at: number): number {
  return (byteAt(signature, at) + byteAt(signature, at + 1) + byteAt(signature, at + 2)) / 3
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0
}

/** How many bits each byte has; counted once, since millions of pairs are compared. */
const bitCounts = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

function countBits(byte: number): number {
  return bitCounts[byte] ?? 0
}

export const maxSignatureKeys = 40

export function* signatureKeys(signature: Uint8Array): Generator<number> {
  if (signature.length === 0) return
  const parts = Array.from(
    { length: 8 },
    (_, part) => byteAt(signature, 2 * part) * 256 + byteAt(signature, 2 * part + 1),
  )
  for (const [one, other] of pairsOf(8)) {
    const [left = 0, right = 0] = [parts[one], parts[other]]
    // Parts without a change occur in most pictures.
    if (left !== 0 || right !== 0)
      yield (Math.imul(left * 65_536 + right, 0x9e3779b1) ^ (one * 8 + other)) >>> 0
  }
  yield* colourKeys(signature)
}

const colourStep = 32

/**
 * Two quarters of the picture in coarse colours, by two grids: a colour at the edge of one grid step lies
 * inside a step of the other.
 */
function* colourKeys(signature: Uint8Array): Generator<number> {
  const quarters = Array.from({ length: 4 }, (_, quarter) => quarterColour(signature, quarter))
  for (const offset of [0, colourStep / 2])
    for (const [one, other] of pairsOf(4)) {
      const channels = [...(quarters[one] ?? []), ...(quarters[other] ?? [])]
      const hash = channels.reduce(
        (sum, channel) => Math.imul(sum, 31) + Math.floor((channel + offset) / colourStep),
        offset * 16 + one * 4 + other,
      )
      yield Math.imul(hash, 0x85ebca6b) >>> 0
    }
}

function quarterColour(signature: Uint8Array, quarter: number): readonly number[] {
  const [left, top] = [(quarter % 2) * 2, Math.floor(quarter / 2) * 2]
  const inQuarter = [0, 1, cells, cells + 1].map((cell) => top * cells + left + cell)
  return [0, 1, 2].map(
    (channel) =>
      inQuarter.reduce((sum, cell) => sum + byteAt(signature, colourStart + cell * 3 + channel), 0) / 4,
  )
}

function* pairsOf(count: number): Generator<readonly [number, number]> {
  for (let one = 0; one < count; one += 1)
    for (let other = one + 1; other < count; other += 1) yield [one, other]
}
