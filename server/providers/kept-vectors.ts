// Some 30 MB, at a byte for each number of 1,536.
const maxKept = 20_000

/** What models have made of texts, a byte a number, so that no text is paid for twice while the program runs. */
export class KeptVectors {
  readonly #vectors = new Map<string, Int8Array>()

  get(model: string, text: string): Int8Array | undefined {
    return this.#vectors.get(`${model} ${text}`)
  }

  put(model: string, text: string, vector: Int8Array): void {
    if (this.#vectors.size >= maxKept) {
      const [oldest] = this.#vectors.keys()
      if (oldest !== undefined) this.#vectors.delete(oldest)
    }
    this.#vectors.set(`${model} ${text}`, vector)
  }
}
