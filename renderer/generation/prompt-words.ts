import { keysInPrompt, splitPrompt } from '#shared/generations.ts'
import { foldText } from '#shared/text.ts'
import type { PaintedWord, Suggestion } from '../ui/suggesting-text.tsx'
import { t } from '../ui/text.ts'

export interface NamedAttribute {
  readonly key: string
  readonly name: string
}

/** The prompt in pieces, with attributes as chips; `isFault` for an unknown key. */
export function paintPrompt(text: string, attributes: readonly NamedAttribute[]): PaintedWord[] {
  const known = new Set(attributes.map(({ key }) => key))
  return splitPrompt(text).map(({ start, text: piece, key }) => ({
    start,
    text: piece,
    kind: key === undefined ? 'plain' : 'reference',
    isFault: key !== undefined && !known.has(key),
  }))
}

// Names contain spaces, so a mention may continue after one.
const mention = /(?:^|[\s([{"'.,;:/-])(@([^\n@{}]{0,40}))$/
const braces = /(\{\{?([^\n@{}]{0,40}))$/
const maxSuggestions = 8

/**
 * Returns the attributes that an `@` before the caret can mean, best first; a choice writes its key in
 * braces.
 */
export function mentionAt(text: string, caret: number, attributes: readonly NamedAttribute[]): Suggestion[] {
  const before = text.slice(0, caret)
  const [, whole, written = ''] = mention.exec(before) ?? braces.exec(before) ?? []
  if (whole === undefined) return []
  const behind = whole.startsWith('{') ? (/^\}{1,2}/.exec(text.slice(caret))?.[0].length ?? 0) : 0
  const span = { start: caret - whole.length, end: caret + behind }
  return findNamed(attributes, foldText(written.trim()))
    .slice(0, maxSuggestions)
    .map(({ key, name }) => ({ ...span, insert: `{{${key}}}`, label: name, help: key }))
}

function findNamed(attributes: readonly NamedAttribute[], wanted: string): readonly NamedAttribute[] {
  const isLike = (text: string) => text.includes(wanted)
  const rank = ({ key, name }: NamedAttribute) =>
    Number(!foldText(name).startsWith(wanted)) + Number(!key.startsWith(wanted))
  const found = attributes.filter(({ key, name }) => isLike(key) || isLike(foldText(name)))
  return wanted === '' ? found : found.toSorted((a, b) => rank(a) - rank(b))
}

export function findPromptFault(text: string, attributes: readonly NamedAttribute[]): string | undefined {
  const known = new Set(attributes.map(({ key }) => key))
  const [unknown] = keysInPrompt(text).filter((key) => !known.has(key))
  if (unknown === undefined) return undefined
  if (unknown === '') return t('The braces are empty. Type @ to choose an attribute.')
  return t('No attribute has the key {unknown}. Type @ to choose one.', { unknown })
}

export function namesInPrompt(text: string, attributes: readonly NamedAttribute[]): string[] {
  return keysInPrompt(text).flatMap((key) => attributes.find((one) => one.key === key)?.name ?? [])
}
