import type { BackupReason } from '#shared/backups.ts'
import type { OwnerSettings } from '#shared/schemas/owner-settings.ts'
import { byLanguage, t } from '../ui/text.ts'

/** Why a backup was made, as the list tells it. */
export const reasonTexts = byLanguage((): Readonly<Record<BackupReason, string>> => ({
  manual: t('By hand'),
  schedule: t('On schedule'),
  import: t('Before an import'),
  restore: t('Before a restore'),
  migration: t('Before an update of the file'),
}))

export interface Rule {
  readonly key: keyof OwnerSettings & `backup_${string}`
  readonly label: string
  readonly choices: readonly number[]
  readonly describe: (count: number) => string
}

/** What is said of the schedule and of the backups that are kept. */
export const backupRules = byLanguage((): readonly Rule[] => [
  {
    key: 'backup_every_hours',
    label: t('Back up what has changed'),
    choices: [1, 2, 4, 8, 12, 24, 168, 0],
    describe: describeHours,
  },
  {
    key: 'backup_keep_last',
    label: t('Keep the newest'),
    choices: [5, 10, 20, 50, 100],
    describe: (count) => t('{count, plural, one {# backup} other {# backups}}', { count }),
  },
  {
    key: 'backup_keep_days',
    label: t('Then one a day for'),
    choices: [0, 7, 14, 30, 90],
    describe: (count) => t('{count, plural, one {# day} other {# days}}', { count }),
  },
  {
    key: 'backup_keep_weeks',
    label: t('And one a week for'),
    choices: [0, 4, 8, 26, 52],
    describe: (count) => t('{count, plural, one {# week} other {# weeks}}', { count }),
  },
])

/** The choices of a rule, with the one that is in force even where it is none of ours. */
export function choicesOf({ choices, describe }: Rule, current: number): { value: string; label: string }[] {
  const all = choices.includes(current) ? choices : [current, ...choices]
  return all.map((count) => ({ value: String(count), label: describe(count) }))
}

const namedHours = byLanguage((): Readonly<Record<number, string>> => ({
  0: t('Never by itself'),
  1: t('Every hour'),
  24: t('Every day'),
  168: t('Every week'),
}))

function describeHours(hours: number): string {
  return namedHours()[hours] ?? t('Every {hours} hours', { hours })
}
