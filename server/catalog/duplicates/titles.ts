/** The titles that a search compares, as numbers of words: each word is held once, whatever titles it stands in. */
export class Titles {
  readonly #words: string[] = []
  /** In how many titles each word stands. */
  readonly #counts: number[] = []
  readonly #places = new Map<string, number>()
  #sequence = new Uint32Array(1024)
  #starts = new Uint32Array(1024)
  #size = 0
  #length = 0

  /** How many words all titles have together. */
  get wordCount(): number {
    return this.#length
  }

  add(words: readonly string[]): void {
    if (this.#size + 2 > this.#starts.length) this.#starts = larger(this.#starts)
    while (this.#length + words.length > this.#sequence.length) this.#sequence = larger(this.#sequence)
    const start = this.#length
    for (const word of words) {
      const place = this.#placeOf(word)
      if (!this.#sequence.subarray(start, this.#length).includes(place))
        this.#counts[place] = (this.#counts[place] ?? 0) + 1
      this.#sequence[this.#length] = place
      this.#length += 1
    }
    this.#size += 1
    this.#starts[this.#size] = this.#length
  }

  isEmpty(place: number): boolean {
    return this.#starts[place] === this.#starts[place + 1]
  }

  wordsOf(place: number): string[] {
    const words: string[] = []
    const end = this.#starts[place + 1] ?? 0
    for (let at = this.#starts[place] ?? 0; at < end; at += 1)
      words.push(this.#words[this.#sequence[at] ?? 0] ?? '')
    return words
  }

  /** In how many titles a word stands. */
  readonly frequency = (word: string): number => this.#counts[this.#places.get(word) ?? -1] ?? 0

  #placeOf(word: string): number {
    const known = this.#places.get(word)
    if (known !== undefined) return known
    // A part of a text would keep the whole text in memory.
    const own = word.length > longestCopied ? Buffer.from(word).toString() : word
    this.#places.set(own, this.#words.length)
    return this.#words.push(own) - 1
  }
}

const longestCopied = 12

/** The memory of the smaller one is given back at once, not with the next collection of garbage. */
function larger({ buffer }: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return new Uint32Array(buffer.transfer(buffer.byteLength * 2))
}
