/** A field of several parts, which stand in its value separated by colons; a colon more belongs to the last part. */

import { issueSentence } from '#shared/describe-fault.ts'

interface Structure {
  readonly parts: readonly string[]
  /** How many of the last parts must have a value. */
  readonly needed: number
}

const structures: Readonly<Record<string, Structure>> = {
  shipping: { parts: ['country', 'region', 'service', 'price'], needed: 1 },
  product_detail: { parts: ['section_name', 'attribute_name', 'attribute_value'], needed: 2 },
  installment: { parts: ['months', 'amount'], needed: 2 },
  certification: {
    parts: ['certification_authority', 'certification_name', 'certification_code'],
    needed: 3,
  },
  structured_title: { parts: ['digital_source_type', 'content'], needed: 1 },
  structured_description: { parts: ['digital_source_type', 'content'], needed: 1 },
}

/** The parts of a value with their names; undefined for a field that has none. */
export function parseParts(target: string, text: string): [name: string, value: string][] | undefined {
  const { parts } = structures[target] ?? {}
  if (!parts) return undefined
  const pieces = text.split(':')
  const last = pieces.slice(parts.length - 1).join(':')
  const values = [...pieces.slice(0, parts.length - 1), last]
  return parts.map((name, index) => [name, values[index]?.trim() ?? ''])
}

/** Whether the value has the parts that its field needs, or why not. */
export function checkParts(target: string, text: string): { text: string } | { issue: string } {
  const { parts = [], needed = 0 } = structures[target] ?? {}
  const values = parseParts(target, text) ?? []
  const isWhole = values.slice(parts.length - needed).every(([, value]) => value !== '')
  if (isWhole) return { text }
  return { ...issueSentence(`Not of the form ${parts.join(':')} that the channel takes.`) }
}
