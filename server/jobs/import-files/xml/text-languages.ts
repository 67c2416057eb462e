import { CatalogError } from '../../../catalog/errors.ts'
import type { XmlElement } from './xml-elements.ts'
import { issueSentence } from '#shared/describe-fault.ts'

interface WantedLanguage {
  /** By whoever imports. */
  readonly asked?: string | undefined
  readonly usual?: string
}

/** Texts stand in several languages beside each other; one is taken for all of a file. */
export class TextLanguages {
  #taken: string | undefined
  readonly #attribute: string
  readonly #asked: string | undefined
  readonly #seen = new Set<string>()
  readonly #leftOut = new Set<string>()

  /** `attribute` names the language of an element. Where none is wanted, the first that comes is taken. */
  constructor(attribute: string, { asked, usual = '' }: WantedLanguage = {}) {
    this.#attribute = attribute
    this.#asked = asked
    if (asked === undefined && usual !== '') this.#taken = usual.toLowerCase()
  }

  /** Those in the language that is taken and those in none, else all in the first language there is. */
  choose(elements: readonly XmlElement[]): XmlElement[] {
    const filled = elements.filter(({ text }) => text !== '')
    const languages = filled.map((element) => this.#of(element))
    for (const language of languages) this.#see(language)
    if (this.#asked === undefined) this.#taken ??= languages.find((language) => language !== '')
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

  /** Undefined where no text is left out. Throws where a language was asked for that no text is in. */
  summary(): { taken: string; left_out: string[] } | undefined {
    if (this.#asked !== undefined && this.#taken === undefined && this.#seen.size > 0)
      throw noSuchLanguage(this.#asked, [...this.#seen].sort())
    const others = [...this.#leftOut].filter((language) => language !== '' && language !== this.#taken).sort()
    return this.#taken === undefined || others.length === 0
      ? undefined
      : { taken: this.#taken, left_out: others }
  }

  /** A file calls German `de`, `deu` or `ger`. */
  #see(language: string): void {
    if (language === '' || this.#seen.has(language)) return
    this.#seen.add(language)
    if (this.#asked !== undefined && canonical(this.#asked) === canonical(language)) this.#taken ??= language
  }

  #of({ attributes }: XmlElement): string {
    return (attributes[this.#attribute] ?? attributes['xml:lang'] ?? '').toLowerCase()
  }
}

function canonical(language: string): string {
  try {
    return Intl.getCanonicalLocales(language.replaceAll('_', '-'))[0] ?? language
  } catch {
    return language.toLowerCase()
  }
}

function noSuchLanguage(asked: string, seen: readonly string[]): CatalogError {
  const sentence = `The file has no texts in ${asked}. It has them in ${seen.join(', ')}: name one of these, or none.`
  return new CatalogError('validation_failed', sentence, {
    fieldErrors: [{ field: 'language', ...issueSentence(sentence) }],
  })
}
