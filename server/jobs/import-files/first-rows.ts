// With 16 bytes a row: 64 MB, whatever the length of the file.
const maxRows = 4_000_000

/**
 * In which row of a file a text was first. Of each text it keeps 64 bits and the row, in one table whose size is known beforehand: a
 * map of as many numbers takes six times the memory, and twice that while it grows. Of more rows than it has place for it forgets the rest.
 */
export class FirstRows {
  readonly #places: number
  /** For each place the two halves of a mark, and the row, which is 0 where the place is free. */
  readonly #table: Uint32Array
  #free: number

  /** `rows` is how many there are at most, each with a number above 0. */
  constructor(rows: number) {
    this.#free = Math.min(rows, maxRows)
    // A quarter stays free, so that a free place is near everywhere.
    this.#places = Math.ceil((this.#free * 4) / 3) + 1
    this.#table = new Uint32Array(this.#places * 3)
  }

  /** The row that a text was in before; undefined for the first, which is kept. */
  claim(text: string, row: number): number | undefined {
    const [one, other] = markOf(text)
    const table = this.#table
    let place = one % this.#places
    for (; table[place * 3 + 2] !== 0; place = (place + 1) % this.#places)
      if (table[place * 3] === one && table[place * 3 + 1] === other) return table[place * 3 + 2]
    if (this.#free === 0) return undefined
    this.#free -= 1
    table.set([one, other, row], place * 3)
    return undefined
  }
}

/** 64 bits of two sums that spread well (cyrb53): of a million different texts two are alike once in 37 million files. */
function markOf(text: string): readonly [one: number, other: number] {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 2654435761)
    other = Math.imul(other ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return [one >>> 0, other >>> 0]
}
