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
