import { describe, expect, test } from 'vitest'
import type { Backup, BackupReason } from '#shared/backups.ts'
import { backupName, backupPath, expiredBackups, parseBackupName } from './backups.ts'

const rules = { backup_keep_last: 2, backup_keep_days: 3, backup_keep_weeks: 3 }
const now = Date.parse('2026-03-20T12:00:00.000Z')

function backup(at: string, reason: BackupReason = 'schedule'): Backup {
  return { ...(parseBackupName(backupName(new Date(at), reason)) as Omit<Backup, 'size'>), size: 1 }
}

describe('rotation', () => {
  test('keeps the newest, one a day and one a week, the newest of each', () => {
    const times = [
      '2026-03-20T11:00:00Z',
      '2026-03-20T10:00:00Z',
      '2026-03-20T09:00:00Z',
      '2026-03-19T23:00:00Z',
      '2026-03-19T01:00:00Z',
      '2026-03-18T05:00:00Z',
      '2026-03-17T05:00:00Z',
      '2026-03-11T05:00:00Z',
      '2026-03-05T05:00:00Z',
      '2026-01-01T05:00:00Z',
    ].map((at) => backup(at))
    const gone = expiredBackups(times, rules, now).map(({ created_at: at }) => at.slice(5, 13))
    // Weeks begin on Thursdays in this calculation: the newest backup in the week of the 5th is from the
    // 11th.
    expect(gone).toEqual(['03-20T09', '03-19T01', '03-17T05', '03-05T05', '01-01T05'])
  })

  test('never takes what was made by hand or before a migration', () => {
    const old = backup('2020-01-01T00:00:00Z', 'manual')
    const migration = { ...old, reason: 'migration' as const }
    expect(expiredBackups([old, migration], { ...rules, backup_keep_last: 1 }, now)).toEqual([])
  })
})

describe('names', () => {
  test('tell when and why, and nothing else is a backup', () => {
    expect(parseBackupName('2026-01-05T10-00-00-000Z-import.vitrine')).toEqual({
      id: '2026-01-05T10-00-00-000Z-import',
      created_at: '2026-01-05T10:00:00.000Z',
      reason: 'import',
    })
    expect(parseBackupName('shop version 11 2026-01-05T10-00-00-000Z.vitrine')?.reason).toBe('migration')
    for (const name of ['shop.vitrine', '2026-01-05T10-00-00-000Z-manual.vitrine.partial', '.vitrine'])
      expect(parseBackupName(name)).toBeUndefined()
  })

  test.each([
    '..',
    '../shop',
    '../other/2026-01-05T10-00-00-000Z-manual',
    '../shop version 1 2026-01-05T10-00-00-000Z',
    '..\\shop version 1 2026-01-05T10-00-00-000Z',
    '/etc/passwd',
    '',
  ])('the id %j leads nowhere', (id) => expect(backupPath('/data/backups/x', id)).toBeUndefined())
})
