export type { FeedOfJob, FeedTrigger, MissingRows, Shield, ShieldCounts } from './schemas/feeds.ts'

export const feedDirections = ['import', 'export'] as const
export type FeedDirection = (typeof feedDirections)[number]

export const feedOutcomes = [
  'imported',
  'exported',
  'unchanged',
  'no_file',
  'waiting',
  'failed',
  'cancelled',
] as const
export type FeedOutcome = (typeof feedOutcomes)[number]

/** From which share in per cent on a run waits for a person, where a feed does not say otherwise. */
export const defaultShield = { max_changed: 20, max_created: 100, max_missing: 5, max_cleared: 5 } as const
