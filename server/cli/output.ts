/** Standard output in one of its two forms: one JSON object a line for scripts, or sentences for people. */
export class Output {
  readonly isJson: boolean
  readonly #write: (text: string) => void

  constructor(isJson: boolean, write: (text: string) => void) {
    this.isJson = isJson
    this.#write = write
  }

  /** Prints one thing: as JSON, or as the sentence. */
  print(object: object, sentence: string): void {
    this.#write(`${this.isJson ? JSON.stringify(object) : sentence}\n`)
  }
}
