export type { Estimate, GenerationResult, NewGeneration, SpendRow } from './schemas/generations.ts'

/** Which values a run may overwrite: none, stale ones, or all. */
export const overwriteModes = ['empty', 'stale', 'all'] as const
export type OverwriteMode = (typeof overwriteModes)[number]

/** Whether values wait for a decision or are written at once. */
export const generationModes = ['review', 'apply'] as const
export type GenerationMode = (typeof generationModes)[number]

export const skipReasons = [
  'has_value',
  'up_to_date',
  'dependency_missing',
  'edited_by_hand',
  'web_search_not_supported',
] as const
export type SkipReason = (typeof skipReasons)[number]

const placeholder = /\{\{([^{}]*)\}\}/g

/** Returns the keys between double braces in a prompt, each once, as they are written. */
export function keysInPrompt(text: string | null | undefined): string[] {
  return [...new Set([...(text ?? '').matchAll(placeholder)].map(([, key = '']) => key.trim()))]
}

export function fillPrompt(text: string, fill: (key: string) => string): string {
  return text.replaceAll(placeholder, (_whole, key: string) => fill(key.trim()))
}

/** Splits a prompt into pieces that together are its whole text; those that name an attribute have `key`. */
export function splitPrompt(
  text: string,
): { readonly start: number; readonly text: string; readonly key?: string }[] {
  const pieces: { start: number; text: string; key?: string }[] = []
  let end = 0
  for (const { index, 0: whole, 1: key = '' } of text.matchAll(placeholder)) {
    if (index > end) pieces.push({ start: end, text: text.slice(end, index) })
    pieces.push({ start: index, text: whole, key: key.trim() })
    end = index + whole.length
  }
  if (end < text.length) pieces.push({ start: end, text: text.slice(end) })
  return pieces
}
