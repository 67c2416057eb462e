import type { Replication } from '#shared/schemas/replication.ts'
import { formatMoment } from '../ui/format-time.ts'
import { byLanguage, t } from '../ui/text.ts'

export type ReplicatedDatabase = Replication['databases'][number]

export function describeAlarm({ kind, since }: NonNullable<Replication['alarm']>): string {
  const at = formatMoment(since)
  return kind === 'stopped'
    ? t('Nothing is copied to the replica: Litestream, which does that, has not run since {at}.', { at })
    : t('What was saved since {at} is not in the replica.', { at })
}

export function describeState({ state, lag_seconds: lag }: ReplicatedDatabase): string {
  return state === 'behind' ? t('{seconds} s behind', { seconds: Math.ceil(lag) }) : states()[state]
}

const states = byLanguage((): Record<Exclude<ReplicatedDatabase['state'], 'behind'>, string> => ({
  current: t('Up to date'),
  copying: t('The first copy is being made'),
  missing: t('The file is not where it was'),
}))
