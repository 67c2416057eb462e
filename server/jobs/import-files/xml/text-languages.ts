import type { XmlElement } from './xml-elements.ts'

/** Texts stand in several languages beside each other; one is taken for all of a file. */
export class TextLanguages {
  #taken: string | undefined
  readonly #attribute: string
  readonly #leftOut = new Set<string>()

  /** `attribute` names the language of an element. Where none is asked for, the first that comes is taken. */
  constructor(attribute: string, asked?: string) {
    this.#attribute = attribute
    if (asked !== undefined && asked !== '') this.#taken = asked.toLowerCase()
  }

  /** Those in the language that is taken and those in none, else all in the first language there is. */
  choose(elements: readonly XmlElement[]): XmlElement[] {
    const filled = elements.filter(({ text }) => text !== '')
    const languages = filled.map((element) => this.#of(element))
    this.#taken ??= languages.find((language) => language !== '')
    const wanted = [this.#taken, '']
    const isOurs = languages.some((language) => wanted.includes(language))
    const chosen = isOurs ? wanted : [languages[0]]
    for (const language of languages) if (!chosen.includes(language)) this.#leftOut.add(language)
    return filled.filter((_, index) => chosen.includes(languages[index]))
  }

  /** The first of them. */
  textOf(elements: readonly XmlElement[]): string {
    const [first] = this.choose(elements)
    return first?.text ?? ''
  }

  /** Undefined where no text is left out. */
  told(): { taken: string; left_out: string[] } | undefined {
    const others = [...this.#leftOut].filter((language) => language !== '' && language !== this.#taken).sort()
    return this.#taken === undefined || others.length === 0
      ? undefined
      : { taken: this.#taken, left_out: others }
  }

  #of({ attributes }: XmlElement): string {
    return (attributes[this.#attribute] ?? attributes['xml:lang'] ?? '').toLowerCase()
  }
}
