import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Change, EventVia } from '#shared/events.ts'
import { type Database, openDatabase, type WritableDb } from '../database/database.ts'
import { createWorkspaceFile } from '../file/workspace-file.ts'
import { listEventPage } from '../plan/event-pages.ts'
import { toJson } from '../database/json.ts'
import {
  appendEvent,
  changesJson,
  collectingEvents,
  listEventsAfter,
  type NewEvent,
  newestSequence,
} from './events.ts'

let folder: string
let database: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-events-'))
  const file = join(folder, 'events.vitrine')
  createWorkspaceFile(file)
  database = openDatabase(file)
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const listed = (name: string): Change[] => [{ attribute: 'name', old: null, new: name }]

const append = (
  tx: WritableDb,
  name: string,
  via: EventVia = 'api',
  changes: NewEvent['changes'] = listed(name),
) => {
  const context = {
    actor: { type: 'owner', id: null, name: null },
    via,
    request_id: null,
    job_id: null,
  } as const
  const subject = { entity: { id: name, type: 'product', label: name } } as const
  appendEvent(tx, { event: 'entity.created', entityId: 1, subject, changes, context })
}
const stored = () => database.read((db) => listEventsAfter(db, 0, 1000))
const names = () => stored().map(({ sequence, via, entity }) => [sequence, via, entity?.id])

test('events that are collected are written at the end in their order, and listeners hear what is stored', () => {
  database.write((tx) => append(tx, 'before'))
  const expected = Array.from({ length: 137 }, (_, index) => [
    index + 2,
    index < 100 ? 'import' : 'api',
    `${index}`,
  ])
  database.write((tx) =>
    collectingEvents(tx, () => {
      for (const [sequence, via, name] of expected) {
        append(tx, String(name), via as EventVia)
        expect(newestSequence(tx)).toBe(sequence)
      }
    }),
  )
  database.write((tx) => append(tx, 'behind'))
  expect(names()).toEqual([[1, 'api', 'before'], ...expected, [139, 'api', 'behind']])
  expect(database.takeCommitted()).toEqual(stored())
})

test('what a savepoint undoes is not in the feed, and leaves no gap in it', () => {
  const fail = (name: string, tx: WritableDb) => () => {
    append(tx, name)
    throw new Error('refused')
  }
  database.write((tx) =>
    collectingEvents(tx, () => {
      append(tx, 'first')
      expect(() => tx.nested(fail('undone', tx))).toThrow('refused')
      append(tx, 'second')
    }),
  )
  expect(() => database.write((tx) => collectingEvents(tx, fail('undone', tx)))).toThrow('refused')
  database.write((tx) => append(tx, 'third'))
  expect(names()).toEqual([
    [1, 'api', 'first'],
    [2, 'api', 'second'],
    [3, 'api', 'third'],
  ])
  expect(database.takeCommitted()).toEqual(stored())
})

test('a creation that is stored as a document reads and is found as one that is stored as a list', () => {
  database.write((tx) => {
    append(tx, 'listed')
    append(tx, 'document', 'api', toJson({ name: 'document', price: 2.5, active: false }))
    append(
      tx,
      'other',
      'api',
      toJson({ title: 'with {"attribute":"name","old": and "name": in it', nickname: 'name' }),
    )
    append(tx, 'empty', 'api', toJson({}))
  })
  expect(stored().map(({ changes }) => changes)).toEqual([
    listed('listed'),
    [...listed('document'), ...[['price', 2.5] as const, ['active', false] as const].map(toChange)],
    [
      toChange(['title', 'with {"attribute":"name","old": and "name": in it']),
      toChange(['nickname', 'name']),
    ],
    [],
  ])
  const window = { isAscending: true, limit: 10, offset: 0, behind: undefined }
  const { events, total } = database.read((db) => listEventPage(db, { attribute: 'name' }, window))
  expect([total, events.map(({ sequence }) => sequence)]).toEqual([2, [1, 2]])
  expect(events.map(({ changes }) => JSON.parse(changesJson(changes)) as unknown)).toEqual(
    stored()
      .slice(0, 2)
      .map(({ changes }) => changes),
  )
})

const toChange = ([attribute, value]: readonly [string, unknown]): Change => ({
  attribute,
  old: null,
  new: value,
})
