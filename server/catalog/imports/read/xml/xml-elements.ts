import type { TextEncoding } from '#shared/imports.ts'
import { readText } from '../json-text.ts'
import { refusal, maxRowLength, refuseLongRow, type RecordReader } from '../file-rows.ts'
import sax from 'sax'
import { decodeNamedEntities } from '../html-entities.ts'
import { message, type Message, type Sentence } from '#shared/messages/message.ts'
import { CatalogError } from '../../../errors.ts'
import { issueSentence } from '#shared/describe-fault.ts'

export interface XmlElement {
  readonly prefix: string
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

/** Whether the element at a path of names from the root is to be read whole. */
type ElementFilter = (path: readonly string[], element: XmlElement) => boolean

// Names of HTML's entities are understood too: each is one sign and expands to nothing else.
const parserOptions = { strictEntities: false, position: true }
const maxDepth = 100
const maxAttributes = 100
// An element without a text costs memory too.
const elementLength = 64

export async function* readElements(
  file: string,
  encoding: TextEncoding,
  isWanted: ElementFilter,
): AsyncGenerator<XmlElement> {
  const found: XmlElement[] = []
  const parser = new ElementParser(isWanted, (element) => found.push(element))
  try {
    for await (const piece of readText(file, encoding)) {
      parser.write(piece)
      yield* found.splice(0)
    }
    parser.end()
    yield* found
  } catch (error) {
    throw error instanceof TypeError
      ? refusal(`The XML is not in the encoding that it says it is in (${encoding}).`)
      : error
  }
}

/** Calls `visit` for each element as it begins, with its attributes; the elements themselves are not held. */
export async function visitElements(
  file: string,
  encoding: TextEncoding,
  visit: (path: readonly string[], element: XmlElement) => void,
): Promise<void> {
  const isWanted: ElementFilter = (path, element) => {
    visit(path, element)
    return false
  }
  await readElements(file, encoding, isWanted).next()
}

export function readRoot(start: string): XmlElement | undefined {
  let root: XmlElement | undefined
  const parser = new ElementParser(
    (path, element) => {
      if (path.length === 1) root = element
      return false
    },
    () => undefined,
  )
  try {
    parser.write(start)
  } catch (error) {
    if (root === undefined) throw error
  }
  return root
}

/**
 * Parses XML piece by piece. Only XML's own entities are replaced: a file that declares its own is
 * refused, since they may expand without end. A declared document type is not fetched.
 */
class ElementParser {
  readonly #parser = sax.parser(true, parserOptions)
  readonly #isWanted: ElementFilter
  readonly #onElement: (element: XmlElement) => void
  readonly #path: string[] = []
  readonly #open: OpenElement[] = []
  #attributes = 0
  #length = 0
  #elements = 0

  constructor(isWanted: ElementFilter, onElement: (element: XmlElement) => void) {
    this.#isWanted = isWanted
    this.#onElement = onElement
    Object.assign(this.#parser, {
      onerror: (error: Error) => this.#refuse(error),
      ondoctype: refuseEntities,
      onopentagstart: () => {
        this.#attributes = 0
      },
      onattribute: () => this.#countAttribute(),
      onopentag: (tag: sax.Tag) => this.#begin(tag),
      ontext: (text: string) => this.#addText(text),
      oncdata: (text: string) => this.#addText(text),
      onclosetag: () => this.#end(),
    } satisfies Partial<sax.SAXParser>)
  }

  write(piece: string): void {
    this.#parser.write(piece)
  }

  end(): void {
    this.#parser.close()
  }

  #begin({ name: qualifiedName, attributes }: sax.Tag): void {
    const [name = '', prefix = ''] = qualifiedName.split(':').reverse()
    const element: OpenElement = { prefix, name, attributes, children: [], text: '' }
    this.#path.push(name)
    if (this.#path.length > maxDepth)
      throw refusal(`The XML is nested deeper than ${maxDepth} levels. Flatten it and import it again.`)
    const isInside = this.#open.length > 0
    if (!isInside) this.#length = 0
    if (isInside || this.#isWanted(this.#path, element)) this.#open.push(element)
    this.#grow(elementLength)
  }

  #addText(text: string): void {
    this.#grow(text.length)
    const element = this.#open.at(-1)
    if (element) element.text += text
  }

  #end(): void {
    this.#path.pop()
    const element = this.#open.pop()
    if (!element) return
    element.text = decodeNamedEntities(element.text.trim())
    const around = this.#open.at(-1)
    if (around) {
      around.children.push(element)
      return
    }
    this.#elements += 1
    this.#onElement(element)
  }

  #countAttribute(): void {
    this.#attributes += 1
    if (this.#attributes > maxAttributes)
      throw refusal(`An element of the XML has more than ${maxAttributes} attributes.`)
  }

  #grow(length: number): void {
    this.#length += length
    if (this.#length > maxRowLength) refuseLongRow(this.#elements + 1)
  }

  #refuse(error: Error): never {
    const [sentence = ''] = error.message.split('\n')
    throw refusal(message('file.xml_not_valid', { line: this.#parser.line + 1, why: sentence }))
  }
}

function refuseEntities(declaration: string): void {
  if (!declaration.includes('[')) return
  throw refusal(
    'The XML declares a document type with entities of its own, which is not read, as they can unpack without end. Remove what stands in <!DOCTYPE …> and import the file again.',
  )
}

export function unknownXml(root: XmlElement | undefined): Error {
  const found = root === undefined ? 'The XML has no element' : `The XML begins with <${root.name}>`
  return refusal(
    `${found} and has no element that could be a row: none has attributes, or elements below it. Export the products as a feed (XML), or as a table (CSV or XLSX), and import that file.`,
  )
}

export function childrenOf(element: XmlElement | undefined, ...names: readonly string[]): XmlElement[] {
  return element?.children.filter(({ name }) => names.includes(name)) ?? []
}

export function textIn(element: XmlElement | undefined, ...names: readonly string[]): string {
  return element?.children.find(({ name }) => names.includes(name))?.text ?? ''
}

export function elementAt(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (at, name) => at?.children.find((child) => child.name === name),
    element,
  )
}

interface LanguageChoice {
  readonly asked?: string | undefined
  readonly usual?: string
}

/** Chooses one of several languages for all texts of a file. */
export class TextLanguages {
  #taken: string | undefined
  readonly #attribute: string
  readonly #asked: string | undefined
  readonly #seen = new Set<string>()
  readonly #leftOut = new Set<string>()

  /** `attribute` names the language of an element. By default the first language in the file is taken. */
  constructor(attribute: string, { asked, usual = '' }: LanguageChoice = {}) {
    this.#attribute = attribute
    this.#asked = asked
    if (asked === undefined && usual !== '') this.#taken = usual.toLowerCase()
  }

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

  textOf(elements: readonly XmlElement[]): string {
    const [first] = this.choose(elements)
    return first?.text ?? ''
  }

  get hasSeen(): boolean {
    return this.#seen.size > 0
  }

  /** Undefined where no text is left out. Throws where a language was requested that no text is in. */
  summary(): { taken: string; left_out: string[] } | undefined {
    if (this.#asked !== undefined && this.#taken === undefined && this.#seen.size > 0)
      throw noSuchLanguage(this.#asked, [...this.#seen].sort())
    const others = [...this.#leftOut].filter((language) => language !== '' && language !== this.#taken).sort()
    return this.#taken === undefined || others.length === 0
      ? undefined
      : { taken: this.#taken, left_out: others }
  }

  /** Files write German as `de`, `deu` or `ger`. */
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

export interface XmlFile {
  readonly file: string
  readonly encoding: TextEncoding
  readonly root: XmlElement
  readonly language: string | undefined
}

export interface XmlRecord {
  /** The number of the product in the file, from 1; the record's own number by default. */
  readonly line?: number
  readonly cells: Readonly<Record<string, string>>
  readonly issue?: Sentence | undefined
}

export interface XmlProducts {
  readonly records: AsyncIterable<XmlRecord>
  readonly language?: () => RecordReader['language']
  /** Known once all records are read. */
  readonly notes?: () => readonly Message[]
}
