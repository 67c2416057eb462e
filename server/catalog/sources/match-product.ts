import { ensureValueIndex } from '../../store/tables/indexes.ts'
import type { DescribedProduct } from '#shared/sources.ts'
import { foldText, isOneOf } from '#shared/text.ts'
import type { Attribute, AttributeSet } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { findByComparable, getComparable, type Comparable } from '../../store/tables/values.ts'
import { names } from '../channels/templates/attribute-names.ts'

/** What identifies the product that is meant, the surest first. */
const identifiers = ['gtin', 'mpn', 'sku'] as const

export interface Match {
  readonly id: number
  readonly attribute: string
}

export type MatchResult = Match | undefined | { readonly ambiguous: string }

interface Clue {
  readonly attribute: Attribute
  readonly norms: readonly Comparable[]
}

/**
 * The one product that a description is about, by its GTIN, MPN or SKU, else by the value of the primary attribute. A
 * product that carries another, surer identifier is another product. Several alike are told, not guessed among.
 */
export function matchProduct(tx: WritableDb, set: AttributeSet, described: DescribedProduct): MatchResult {
  const clues = collectClues(set, described)
  for (const [rank, { attribute, norms }] of clues.entries()) {
    ensureValueIndex(tx, attribute.id)
    const found = new Set(norms.flatMap((norm) => findByComparable(tx, attribute.id, norm, 3)))
    const fitting = [...found].filter((id) => !contradicts(tx, id, clues.slice(0, rank)))
    const [id] = fitting
    if (fitting.length > 1) return { ambiguous: attribute.key }
    if (id !== undefined) return { id, attribute: attribute.key }
  }
  return undefined
}

function contradicts(tx: WritableDb, id: number, surer: readonly Clue[]): boolean {
  return surer.some(({ attribute, norms }) => {
    const own = getComparable(tx, attribute.id, id)
    return own !== null && !norms.includes(own)
  })
}

function collectClues(set: AttributeSet, described: DescribedProduct): Clue[] {
  const clues = identifiers.flatMap((field): Clue[] => {
    const [attribute, text] = [attributeFor(set, names[field]), described[field]]
    if (!attribute || text === undefined) return []
    return [{ attribute, norms: toComparables(attribute, field === 'gtin' ? gtinForms(text) : [text]) }]
  })
  const { primary } = set
  const { name } = described
  const isNamed = primary !== undefined && isOneOf(names.title, primary.key)
  return isNamed && name !== undefined
    ? [...clues, { attribute: primary, norms: toComparables(primary, [name]) }]
    : clues
}

/** The first attribute of one of these keys whose values are texts or numbers. */
export function attributeFor({ byKey }: AttributeSet, keys: readonly string[]): Attribute | undefined {
  return keys.map((key) => byKey.get(key)).find((attribute) => attribute?.traits.shape === 'scalar')
}

function toComparables({ traits }: Attribute, texts: readonly string[]): Comparable[] {
  if (traits.family !== 'number') return texts.map(foldText)
  return texts.map(Number).filter((number) => !Number.isNaN(number))
}

/** A GTIN is written with and without the zeros that fill it up to 13 or 14 digits. */
function gtinForms(text: string): string[] {
  const digits = text.replaceAll(/\D/g, '')
  const bare = digits.replace(/^0+/, '')
  const filled = [8, 12, 13, 14]
    .filter((length) => length >= bare.length)
    .map((length) => bare.padStart(length, '0'))
  return bare === '' ? [text] : [...new Set([text, digits, bare, ...filled])]
}
