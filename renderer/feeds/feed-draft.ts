import type { FeedDirection } from '#shared/feeds.ts'
import type { Feed, NewExportProfile, NewFeed } from '#shared/schemas/feeds.ts'
import type { Api } from '../api/client.ts'
import { changeFeed, createFeed, saveExportProfile } from '../api/feed-queries.ts'
import { cachedByLanguage, t } from '../ui/text.ts'
import { schedulePresets } from './feed-texts.ts'

/** A preset of cron, or what the words say. */
export type Timing = string
export type MissingChoice = 'leave' | 'trash' | 'set'

export interface FeedDraft {
  readonly name: string
  readonly direction: FeedDirection
  readonly connection: string
  readonly file: string
  readonly profile: string
  readonly timing: Timing
  readonly cron: string
  readonly missing: MissingChoice
  /** Whether a run that would change much waits for a person. */
  readonly waits: boolean
}

const daily = '0 6 * * *'

export function draftOf(feed: Feed | undefined): FeedDraft {
  if (feed === undefined)
    return {
      name: '',
      direction: 'import',
      connection: '',
      file: '',
      profile: '',
      timing: daily,
      cron: '',
      missing: 'leave',
      waits: true,
    }
  const { name, direction, connection, file, profile, trigger, missing = 'leave' } = feed
  const cron = 'cron' in trigger ? trigger.cron : ''
  const isPreset = schedulePresets().some(({ value }) => value === cron)
  const timing = trigger.on === 'schedule' ? (isPreset ? cron : 'other') : trigger.on
  return {
    name,
    direction,
    connection,
    file,
    profile,
    timing,
    cron,
    missing: typeof missing === 'string' ? missing : 'set',
    waits: feed.shield !== null,
  }
}

type NewExportChoice = 'new-csv' | 'new-xlsx'

const exportOf: Readonly<Record<NewExportChoice, NewExportProfile>> = {
  'new-csv': { type: 'product', format: 'csv' },
  'new-xlsx': { type: 'product', format: 'xlsx' },
}

/** Exports that need not be saved before: one is saved with the feed. */
export const newExports = cachedByLanguage(
  (): readonly { readonly value: NewExportChoice; readonly label: string }[] => [
    { value: 'new-csv', label: t('All products as CSV') },
    { value: 'new-xlsx', label: t('All products as an Excel workbook') },
  ],
)

/** The trigger of a draft, in the time zone of this computer. */
export function triggerOf({
  timing,
  cron,
}: Pick<FeedDraft, 'timing' | 'cron'>): NonNullable<NewFeed['trigger']> {
  if (timing === 'manual' || timing === 'file') return { on: timing }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { on: 'schedule', cron: timing === 'other' ? cron.trim() : timing, time_zone: timeZone }
}

/** The limits of a shield stay as they are while it stays on. */
export async function saveDraft(api: Api, draft: FeedDraft, feed: Feed | undefined): Promise<Feed> {
  const { name, direction, connection, file, missing, waits } = draft
  const profile = await profileOf(api, draft)
  const body = {
    name: name.trim(),
    connection,
    file: file.trim(),
    profile,
    trigger: triggerOf(draft),
    ...(direction === 'import' && missing !== 'set' && { missing }),
    ...(direction === 'import' && waits !== draftOf(feed).waits && { shield: waits ? {} : null }),
  }
  return feed === undefined ? createFeed(api, { direction, ...body }) : changeFeed(api, feed.id, body)
}

async function profileOf(api: Api, { name, profile }: FeedDraft): Promise<string> {
  const request = isNewExport(profile) ? exportOf[profile] : undefined
  return request === undefined
    ? profile
    : (await saveExportProfile(api, { name: name.trim(), ...request })).id
}

function isNewExport(profile: string): profile is NewExportChoice {
  return Object.hasOwn(exportOf, profile)
}
