import sax from 'sax'
import { refusal } from '../file-rows.ts'
import { readText } from '../json-text.ts'
import { maxRowLength, refuseLongRow } from '../record-reader.ts'
import type { TextEncoding } from '../../../catalog/imports/text-encoding.ts'
import { message } from '#shared/messages/message.ts'

/** An element with all that is in it; names stand without the prefix of their namespace. */
export interface XmlElement {
  readonly prefix: string
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** What stands in it directly, without white space around. */
  readonly text: string
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

/** Says of the names from the root down whether what stands there is to be read whole. */
export type IsWanted = (path: readonly string[]) => boolean

const parserOptions = { strictEntities: true, position: true }
const maxDepth = 100
const maxAttributes = 100
// An element without a text costs memory too.
const elementLength = 64

/** The wanted elements of a file, one after the other; what stands around them is not kept. */
export async function* readElements(
  file: string,
  encoding: TextEncoding,
  isWanted: IsWanted,
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

/** The first element of a file, by how the file begins. */
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
 * Follows XML piece by piece. No entities but those of XML itself are replaced: a file that declares its own is refused, since they
 * may unpack without end. A declared document type is not fetched.
 */
class ElementParser {
  readonly #parser = sax.parser(true, parserOptions)
  readonly #isWanted: (path: readonly string[], element: XmlElement) => boolean
  readonly #onElement: (element: XmlElement) => void
  readonly #path: string[] = []
  /** The wanted element and those in it that are not closed. */
  readonly #open: OpenElement[] = []
  #attributes = 0
  #length = 0
  #elements = 0

  constructor(
    isWanted: (path: readonly string[], element: XmlElement) => boolean,
    onElement: (element: XmlElement) => void,
  ) {
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
    element.text = element.text.trim()
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

/** The elements of these names that stand directly in another. */
export function childrenOf(element: XmlElement | undefined, ...names: readonly string[]): XmlElement[] {
  return element?.children.filter(({ name }) => names.includes(name)) ?? []
}

/** The text of the first such element. */
export function textIn(element: XmlElement | undefined, ...names: readonly string[]): string {
  return element?.children.find(({ name }) => names.includes(name))?.text ?? ''
}

/** The first element on the way down these names. */
export function elementAt(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (at, name) => at?.children.find((child) => child.name === name),
    element,
  )
}
