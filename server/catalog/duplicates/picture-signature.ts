/** What a picture looks like, as bytes: in which directions it gets brighter, its colours, and its form. */

const columns = 72
export const signatureSide = columns
const [bitBytes, colourBytes] = [16, 48]
const [steps, cells] = [8, 4]

/** The signature of a picture scaled to 72 × 72 pixels of RGB; empty for one that is as good as one colour. */
export function signatureOf(pixels: Uint8Array, aspect: number): Uint8Array {
  const luma = Float64Array.from({ length: columns * columns }, (_, index) => brightness(pixels, index * 3))
  if (isFlat(luma)) return new Uint8Array()
  const signature = new Uint8Array(bitBytes + colourBytes + 1)
  let bit = 0
  const setNext = (isSet: boolean) => {
    if (isSet) signature[bit >> 3] = byteAt(signature, bit >> 3) | (1 << (bit & 7))
    bit += 1
  }
  // Nine columns of eight rows, then the other way round; what differs by less is noise of the compression.
  const grid = (x: number, y: number, width: number, height: number) => average(luma, { x, y, width, height })
  for (let row = 0; row < steps; row += 1)
    for (let column = 0; column < steps; column += 1)
      setNext(grid(column + 1, row, 8, 9) - grid(column, row, 8, 9) > 3)
  for (let row = 0; row < steps; row += 1)
    for (let column = 0; column < steps; column += 1)
      setNext(grid(column, row + 1, 9, 8) - grid(column, row, 9, 8) > 3)
  addColours(signature, pixels)
  signature[bitBytes + colourBytes] = Math.min(255, Math.round(aspect * 50))
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
      signature[bitBytes + cell * 3 + channel] = Math.round(sum / (side * side))
    }
  }
}

/** Whether two signatures are of one picture, in other bytes or another size. */
export function areAlike(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length === 0 || one.length !== other.length) return false
  const form = bitBytes + colourBytes
  if (Math.abs(byteAt(one, form) - byteAt(other, form)) > 3) return false
  let bits = 0
  for (let index = 0; index < bitBytes; index += 1)
    bits += countBits(byteAt(one, index) ^ byteAt(other, index))
  let colours = 0
  for (let index = bitBytes; index < form; index += 1)
    colours += Math.abs(byteAt(one, index) - byteAt(other, index))
  return bits <= 4 && colours <= 2.5 * colourBytes
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0
}

function countBits(byte: number): number {
  let [left, count] = [byte, 0]
  for (; left > 0; left &= left - 1) count += 1
  return count
}

/** Keys of which pictures that are alike share one: where four bits of 128 differ, two of eight parts are the same. */
export function* signatureKeys(signature: Uint8Array): Generator<number> {
  const parts = Array.from({ length: 8 }, (_, part) =>
    signature.length === 0 ? 0 : byteAt(signature, 2 * part) * 256 + byteAt(signature, 2 * part + 1),
  )
  for (let one = 0; one < 8; one += 1)
    for (let other = one + 1; other < 8; other += 1) {
      const [left = 0, right = 0] = [parts[one], parts[other]]
      // Parts without a change are in most pictures.
      if (left !== 0 || right !== 0)
        yield (Math.imul(left * 65_536 + right, 0x9e3779b1) ^ (one * 8 + other)) >>> 0
    }
}
