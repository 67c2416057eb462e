import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup, BackupReason } from '#shared/backups.ts'
import type { OwnerSettings } from '#shared/schemas/owner-settings.ts'

const extension = '.vitrine'

// The name says it all: no list can disagree with the folder.
const named = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-(manual|schedule|import|restore)\.vitrine$/
const beforeMigration = /^[^/\\]+ version \d+ (\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.vitrine$/

/** The file name of a backup made at that time. */
export function backupName(at: Date, reason: BackupReason): string {
  return `${at.toISOString().replaceAll(/[:.]/g, '-')}-${reason}${extension}`
}

/** What a file name says of the backup; undefined for other files. */
export function parseBackupName(name: string): Pick<Backup, 'id' | 'created_at' | 'reason'> | undefined {
  const match = named.exec(name) ?? beforeMigration.exec(name)
  if (!match) return undefined
  const [, day, hours, minutes, seconds, milliseconds, reason = 'migration'] = match
  return {
    id: name.slice(0, -extension.length),
    created_at: `${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`,
    reason: reason as BackupReason,
  }
}

/** The backups in a folder, newest first; none where there is no folder. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const parsed = parseBackupName(name)
      const found = parsed && (await stat(join(folder, name)).catch(() => undefined))
      return found ? [{ ...parsed, size: found.size }] : []
    }),
  )
  return found.flat().sort((left, right) => right.created_at.localeCompare(left.created_at))
}

/** The path of a backup; undefined for an id that names none, so that no id leads out of the folder. */
export function backupPath(folder: string, id: string): string | undefined {
  const name = id + extension
  return parseBackupName(name) ? join(folder, name) : undefined
}

type Rules = Pick<OwnerSettings, 'backup_keep_last' | 'backup_keep_days' | 'backup_keep_weeks'>

const dayMs = 24 * 60 * 60 * 1000

/**
 * The backups that the rules no longer keep, of a list that is newest first: those beyond the newest, of which one a day and
 * one a week stays for a while, the newest of each. What the owner made by hand and what a migration left is never among them.
 */
export function expiredBackups(backups: readonly Backup[], rules: Rules, now: number): Backup[] {
  const own = backups.filter(({ reason }) => reason !== 'manual' && reason !== 'migration')
  const kept = new Set(own.slice(0, rules.backup_keep_last))
  for (const [length, count] of [
    [dayMs, rules.backup_keep_days],
    [7 * dayMs, rules.backup_keep_weeks],
  ] as const) {
    const spans = new Map<number, Backup>()
    for (const backup of own) {
      const span = Math.floor(Date.parse(backup.created_at) / length)
      if (span > Math.floor(now / length) - count && !spans.has(span)) spans.set(span, backup)
    }
    for (const backup of spans.values()) kept.add(backup)
  }
  return own.filter((backup) => !kept.has(backup))
}
