import type { DataTypeTraits } from './attributes.ts'

/** The operations of a bulk edit on a value: one table for the API, its documents and the app. */

/** Operations that see only the value itself; a blank stays blank, but for added items. */
export const ownOperations = [
  'add',
  'percent',
  'round',
  'case',
  'trim',
  'prefix',
  'suffix',
  'replace',
  'add_items',
  'remove_items',
] as const
export type OwnOperation = (typeof ownOperations)[number]

/** All operations; those on the whole entity, which every attribute takes, come first. */
export const bulkOperations = ['formula', 'from', ...ownOperations] as const
export type BulkOperation = (typeof bulkOperations)[number]

type Operand = 'number' | 'date' | 'text' | 'markup' | 'list' | 'other'

const operationsOfOperand: Readonly<Record<Operand, readonly OwnOperation[]>> = {
  number: ['add', 'percent', 'round'],
  date: ['add'],
  text: ['replace', 'prefix', 'suffix', 'case', 'trim'],
  // Other operations on text would change its tags.
  markup: ['replace'],
  list: ['add_items', 'remove_items'],
  other: [],
}

type OperatedType = Pick<DataTypeTraits, 'family' | 'shape' | 'isFreeText' | 'layout' | 'hasTokens'>

function operandOf({ family, shape, isFreeText, layout, hasTokens }: OperatedType): Operand {
  if (hasTokens || shape === 'reference_list') return 'list'
  if (isFreeText) return layout === 'html' ? 'markup' : 'text'
  return family === 'number' || family === 'date' ? family : 'other'
}

export function operationsOn(traits: OperatedType): readonly OwnOperation[] {
  return operationsOfOperand[operandOf(traits)]
}

export const letterCases = ['upper', 'lower', 'title', 'sentence'] as const
export type LetterCase = (typeof letterCases)[number]

const wordPattern = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*/gu

const caseConverters: Readonly<Record<LetterCase, (text: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  title: (text) => text.replaceAll(wordPattern, capitalize),
  sentence: (text) => text.toLowerCase().replace(/\p{L}/u, (letter) => letter.toUpperCase()),
}

function capitalize(word: string): string {
  const [first = '', ...others] = word
  return first.toUpperCase() + others.join('').toLowerCase()
}

/** The text in another case: all letters, the first of each word, or that of the sentence. */
export function changeCase(text: string, letters: LetterCase): string {
  return caseConverters[letters](text)
}

/** An ending of prices, such as `x.99` or `x9.90`, to which numbers are rounded. */
export const endingPattern = /^x(?=[\d.])\d{0,6}(\.\d{1,6})?$/

export const maxOperationText = 1_000

/** The maximum number of values that one `POST /edits`, or one undo without a job, may write. */
export const maxEditValues = 10_000

export const maxListedEntities = 100_000

export type { BulkEdit, BulkSample } from './schemas/edits.ts'

export type { NewSavedAction, SavedAction, SavedActionPatch } from './schemas/edits.ts'
