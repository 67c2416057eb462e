/** Compares pictures in small, where one may be a part of the other that was cut at its sides. */

const side = 24
const leastFit = 0.93
/** What is left of a side after a crop of up to some ten percent, and where it begins within what was cut. */
const [parts, starts] = [
  [1, 0.95, 0.9],
  [0, 0.5, 1],
]

/** Whether a picture lies upon the other, or upon a part of it that is nearly all of it. */
export function fitUponEachOther(one: Uint8Array, other: Uint8Array): boolean {
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
