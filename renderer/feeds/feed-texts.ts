import { isObject } from '#shared/exact-json.ts'
import type { FeedOutcome } from '#shared/feeds.ts'
import type { Job } from '#shared/jobs.ts'
import type { ConnectionKind, ConnectionProblem } from '#shared/connections.ts'
import type { Connection } from '#shared/schemas/connections.ts'
import type { Feed } from '#shared/schemas/feeds.ts'
import { formatCount } from '../ui/format-count.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

export const kindTexts = cachedByLanguage((): Readonly<Record<ConnectionKind, string>> => ({
  folder: t('Folder of this computer'),
  https: t('Web address'),
  sftp: t('SFTP server'),
  s3: t('Bucket (S3)'),
}))

export const problemTexts = cachedByLanguage((): Readonly<Record<ConnectionProblem, string>> => ({
  host_key_unknown: t('The host key of the server is to be accepted. Test the connection.'),
  host_key_changed: t('The server shows another host key. Nothing is sent until it is accepted.'),
  not_allowed_address: t('Its address is of this computer or its network, and not allowed.'),
  secret_missing: t('Its secret is missing. Enter it.'),
  refused: t('It refused the name, the secret or the file. Test the connection.'),
  unreachable: t('It could not be reached the last time.'),
  not_found: t('Its folder or file was not there the last time.'),
  full: t('It has no room for the file.'),
}))

export const outcomeTexts = cachedByLanguage((): Readonly<Record<FeedOutcome, string>> => ({
  imported: t('Imported'),
  exported: t('Sent'),
  unchanged: t('Nothing new'),
  no_file: t('No file there'),
  waiting: t('Waits for you'),
  failed: t('Failed'),
  cancelled: t('Dropped'),
}))

/** Where a connection leads, in one line. */
export function describePlace({ settings }: Connection): string {
  if ('url' in settings) return settings.url
  if ('endpoint' in settings) return `${settings.bucket}/${settings.prefix}`
  return 'host' in settings ? `${settings.user}@${settings.host}:${settings.path}` : settings.path
}

interface Preset {
  readonly value: string
  readonly label: string
}

/** The usual schedules, as the dialog offers them. */
export const schedulePresets = cachedByLanguage((): readonly Preset[] => [
  { value: '0 6 * * *', label: t('Every day at 6 o’clock') },
  { value: '0 6 * * 1-5', label: t('Monday to Friday at 6 o’clock') },
  { value: '0 * * * *', label: t('Every hour') },
  { value: '*/15 * * * *', label: t('Every 15 minutes') },
])

export function describeTrigger({ trigger }: Feed): string {
  if (trigger.on === 'manual') return t('By hand')
  if (trigger.on === 'file') return t('When a file comes')
  const cron = 'cron' in trigger ? trigger.cron : ''
  return schedulePresets().find(({ value }) => value === cron)?.label ?? cron
}

/** The changes of a waiting run, by the counts of its job. */
export function describeCounts({ metadata }: Job): string {
  const { paused } = metadata
  const counts = isObject(paused) && isObject(paused['counts']) ? paused['counts'] : {}
  const count = (name: string): number => (typeof counts[name] === 'number' ? counts[name] : 0)
  const cleared = isObject(counts['cleared']) ? Object.values(counts['cleared']).map(Number) : []
  const parts = [
    [count('changed'), t('changed')],
    [count('created'), t('new')],
    [count('missing'), t('missing')],
    [cleared.reduce((sum, each) => sum + each, 0), t('values cleared')],
  ] as const
  return parts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${formatCount(number)} ${what}`)
    .join(', ')
}
