import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { drizzle } from './drizzle.ts'
import { dropOldFailures, peopleOperations } from './people-operations.ts'

test('of failed sign-ins the newest are kept, and of all else everything [ACCOUNT-23]', () => {
  const sqlite = new Database(':memory:')
  onTestFinished(() => void sqlite.close())
  for (const file of ['0010-registry.sql', '0040-people.sql'])
    sqlite.exec(readFileSync(join(import.meta.dirname, 'registry-migrations', file), 'utf8'))
  const db = drizzle(sqlite)
  const entry = { at: 0, personId: null, personName: null, workspaceId: null, address: null, details: {} }
  const subjects = () => peopleOperations.listAudit(db, { limit: 100 }).map(({ subject }) => subject)
  peopleOperations.addAuditEntry(db, { ...entry, action: 'renamed', subject: 'first' })
  for (const subject of ['a', 'b', 'c', 'd'])
    peopleOperations.addAuditEntry(db, { ...entry, action: 'sign_in_failed', subject })
  dropOldFailures(db, 4)
  expect(subjects()).toEqual(['d', 'c', 'b', 'a', 'first'])
  dropOldFailures(db, 2)
  expect(subjects()).toEqual(['d', 'c', 'first'])
})
