import { readFeatures } from '../nested/read-members.ts'
import type { JsonObject } from '../nested/json-tree.ts'
import { lettersOf } from '../shapes/shape.ts'
import { isListOf, isOwn, type RecordElements } from './record-elements.ts'
import type { TextLanguages, XmlElement } from './xml-elements.ts'

const units = new Set(
  'unit unitcode uom measure currency currencyid currencycode waluta měna mena валюта'.split(' '),
)
const namings = new Set(['name', 'title', 'label', 'key', 'attribute', 'наименование', 'nazwa', 'nazev'])
/** Attributes about the text, not about the product. */
const ofText = new Set([
  'lang',
  'language',
  'type',
  'encoding',
  'nodetype',
  'format',
  'datatype',
  'notfilterable',
])

/**
 * The elements of records as JSON has them: attributes and elements are members, several of one name a list,
 * and of texts in several languages one is taken.
 */
export class ElementValues {
  readonly #isRepeated: RecordElements['isRepeated']
  readonly #languages: TextLanguages

  constructor({ isRepeated }: Pick<RecordElements, 'isRepeated'>, languages: TextLanguages) {
    this.#isRepeated = isRepeated
    this.#languages = languages
  }

  toRecord(element: XmlElement): JsonObject {
    const members = this.#membersOf(element, '')
    const hasText = element.text !== '' && members['name'] === undefined
    return hasText ? { ...members, name: element.text } : members
  }

  #membersOf(element: XmlElement, path: string): Record<string, unknown> {
    const members: Record<string, unknown> = Object.fromEntries(attributesOf(element))
    for (const [name, all] of Map.groupBy(element.children, (child) => child.name)) {
      const at = path === '' ? name : `${path}/${name}`
      const chosen = areTranslated(all) ? this.#languages.choose(all) : all
      const [first, ...others] = chosen
      if (!first) continue
      const isList = others.length > 0 || (all.length === 1 && this.#isRepeated(at))
      if (isList) members[name] = chosen.map((one) => listed(this.#valueOf(one, at), one))
      else Object.assign(members, this.#single(first, at))
    }
    return members
  }

  #single(element: XmlElement, path: string): Record<string, unknown> {
    const { name, text } = element
    const value = this.#valueOf(element, path)
    if (value !== undefined) return { [name]: isPair(value) ? [value] : value }
    const attributes = attributesOf(element).map(([key, one]) => [`${name}.${key}`, one])
    return { [name]: text, ...Object.fromEntries(attributes) }
  }

  /** Undefined for a text with attributes that neither name nor measure it. */
  #valueOf(element: XmlElement, path: string): unknown {
    const { children, text } = element
    if (children.length > 0) return this.#ofChildren(element, path)
    const attributes = attributesOf(element)
    if (attributes.length === 0) return text
    if (text === '') return namedOf(attributes) ?? Object.fromEntries(attributes)
    const unit = attributes.find(([key]) => units.has(lettersOf(key)))?.[1]
    const name = attributes.find(([key]) => namings.has(lettersOf(key)))?.[1]
    if (name !== undefined) return { name, value: unit === undefined ? text : `${text} ${unit}` }
    return unit === undefined ? undefined : { value: text, unit }
  }

  #ofChildren(element: XmlElement, path: string): unknown {
    const { children, text } = element
    const only = text === '' ? onlyKind(children) : undefined
    if (only === undefined) {
      const members = this.#membersOf(element, path)
      return text === '' ? members : { ...members, text }
    }
    if (only.name === 'language') return this.#languages.textOf(children)
    return this.#isList(element, only, path)
      ? children.map((child) => listed(this.#valueOf(child, `${path}/${child.name}`), child))
      : this.#membersOf(element, path)
  }

  #isList(element: XmlElement, only: XmlElement, path: string): boolean {
    return (
      isListOf(element, only) || (this.#isRepeated(`${path}/${only.name}`) && isPlain(element.attributes))
    )
  }
}

function onlyKind(children: readonly XmlElement[]): XmlElement | undefined {
  const [first] = children
  return children.every(({ name }) => name === first?.name) ? first : undefined
}

function attributesOf({ attributes }: XmlElement): [string, string][] {
  return Object.entries(attributes).filter(
    ([name, value]) => value !== '' && isOwn(name) && !ofText.has(lettersOf(name)),
  )
}

function isPlain(attributes: XmlElement['attributes']): boolean {
  return Object.keys(attributes).every((name) => !isOwn(name) || ofText.has(lettersOf(name)))
}

function areTranslated(elements: readonly XmlElement[]): boolean {
  return (
    elements.length > 1 &&
    elements.every(({ attributes }) => (attributes['lang'] ?? attributes['xml:lang']) !== undefined)
  )
}

/** The text of a list with attributes is the name of what these are about, or all of it beside an id. */
function listed(value: unknown, element: XmlElement): unknown {
  if (value !== undefined) return value
  const { text } = element
  if (attributesOf(element).every(([name]) => lettersOf(name) === 'id')) return text
  const name = /^(https?:)?\/\//i.test(text) ? 'url' : 'name'
  return { ...Object.fromEntries(attributesOf(element)), [name]: text }
}

/** `<param name="Barva" val="bílá"/>` */
function namedOf(attributes: readonly [string, string][]): unknown {
  const value = Object.fromEntries(attributes)
  return attributes.length > 1 && isPair(value) ? value : undefined
}

const longestPair = 3

function isPair(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const object = value as JsonObject
  return Object.keys(object).length <= longestPair && (readFeatures([object])?.size ?? 0) > 0
}
