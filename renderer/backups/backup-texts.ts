import type { BackupReason } from '#shared/backups.ts'
import type { OwnerSettings } from '#shared/schemas/owner-settings.ts'
import { countOf } from '../ui/format-count.ts'

/** Why a backup was made, as the list tells it. */
export const reasonTexts: Readonly<Record<BackupReason, string>> = {
  manual: 'By hand',
  schedule: 'On schedule',
  import: 'Before an import',
  restore: 'Before a restore',
  migration: 'Before an update of the file',
}

interface Rule {
  readonly key: keyof OwnerSettings & `backup_${string}`
  readonly label: string
  readonly choices: readonly number[]
  readonly describe: (count: number) => string
}

/** What is said of the schedule and of the backups that are kept. */
export const backupRules: readonly Rule[] = [
  {
    key: 'backup_every_hours',
    label: 'Back up what has changed',
    choices: [1, 2, 4, 8, 12, 24, 168, 0],
    describe: describeHours,
  },
  {
    key: 'backup_keep_last',
    label: 'Keep the newest',
    choices: [5, 10, 20, 50, 100],
    describe: (count) => countOf(count, 'backup'),
  },
  {
    key: 'backup_keep_days',
    label: 'Then one a day for',
    choices: [0, 7, 14, 30, 90],
    describe: (count) => countOf(count, 'day'),
  },
  {
    key: 'backup_keep_weeks',
    label: 'And one a week for',
    choices: [0, 4, 8, 26, 52],
    describe: (count) => countOf(count, 'week'),
  },
]

/** The choices of a rule, with the one that is in force even where it is none of ours. */
export function choicesOf({ choices, describe }: Rule, current: number): { value: string; label: string }[] {
  const all = choices.includes(current) ? choices : [current, ...choices]
  return all.map((count) => ({ value: String(count), label: describe(count) }))
}

const namedHours: Readonly<Record<number, string>> = {
  0: 'Never by itself',
  1: 'Every hour',
  24: 'Every day',
  168: 'Every week',
}

function describeHours(hours: number): string {
  return namedHours[hours] ?? `Every ${hours} hours`
}
