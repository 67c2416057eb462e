import { expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import { DraftRows, isDraftId } from './draft-rows.ts'
import { EditOverlay } from './edit-overlay.ts'
import { sampleEntity } from '../../query/testing/samples.ts'

const one = (key: string, value: string | null) =>
  new Map([[key, { shown: value, wire: value, text: value ?? '' }]])

function setUp(answer: () => Promise<EntityResource>) {
  const overlay = new EditOverlay()
  const created: Record<string, unknown>[] = []
  const late: [string, string[]][] = []
  const done: string[] = []
  const sentBefore: number[] = []
  const drafts = new DraftRows('product', {
    overlay,
    create: ({ attributes, sentAt }) => {
      created.push(attributes)
      if (sentAt !== undefined) sentBefore.push(sentAt)
      return answer()
    },
    onCreated: ({ id }) => done.push(id),
    onLateWrites: (id, writes) => late.push([id, [...writes.keys()]]),
    explain: () => new Map([['price', 'Not a number.']]),
  })
  drafts.add()
  const draftId = drafts.list.get()[0]?.entity.id ?? ''
  return { drafts, draftId, overlay, created, late, done, sentBefore }
}

const stored = sampleEntity('stored')
const settle = () => new Promise((resolve) => setTimeout(resolve, 2))

test('nothing is sent before the required value is there; then all values go at once', async () => {
  const { drafts, draftId, created, done } = setUp(() => Promise.resolve(stored))
  expect(isDraftId(draftId)).toBe(true)
  drafts.commit(draftId, one('price', '12'), 'name')
  expect([drafts.isBlank(draftId), created]).toEqual([false, []])
  drafts.commit(draftId, one('name', 'Chair'), 'name')
  await settle()
  expect(created).toEqual([{ price: '12', name: 'Chair' }])
  expect(done).toEqual(['stored'])
  expect(drafts.list.get()).toEqual([])
})

test('rows that wait are taken up as they were: one on its way is sent, with when it was sent, another waits on', async () => {
  const { drafts, draftId, created } = setUp(() => new Promise(() => undefined))
  drafts.commit(draftId, one('name', 'Chair'), 'name')
  const second = drafts.add('parent')
  drafts.commit(second, one('price', '12'), 'name')
  drafts.add()
  const waiting = drafts.waiting
  expect(waiting).toMatchObject([
    { parentId: null, isReady: true, sentAt: undefined },
    { parentId: 'parent', isReady: false },
  ])
  const after = setUp(() => Promise.resolve(stored))
  after.drafts.resume(waiting.map((row, at) => (at === 0 ? { ...row, sentAt: 5 } : row)))
  await settle()
  expect(after.created).toEqual([{ name: 'Chair' }])
  expect(after.sentBefore).toEqual([5])
  expect(after.drafts.waiting).toMatchObject([{ parentId: 'parent', isReady: false }])
  expect(created).toHaveLength(1)
})

test('without a required attribute the first value creates the row', async () => {
  const { drafts, draftId, created } = setUp(() => Promise.resolve(stored))
  drafts.commit(draftId, one('price', '12'), undefined)
  await settle()
  expect(created).toEqual([{ price: '12' }])
})

test('values entered while the row is on its way follow it', async () => {
  const { drafts, draftId, created, late } = setUp(() => Promise.resolve(stored))
  drafts.commit(draftId, one('name', 'Chair'), 'name')
  drafts.commit(draftId, one('price', '12'), 'name')
  await settle()
  expect(created).toHaveLength(1)
  expect(late).toEqual([['stored', ['price']]])
})

test('a refusal keeps the draft and marks the cell; correcting it tries again', async () => {
  let answer: () => Promise<EntityResource> = () => Promise.reject(new Error('refused'))
  const { drafts, draftId, overlay, created } = setUp(() => answer())
  drafts.commit(draftId, one('price', 'abc'), 'name')
  drafts.commit(draftId, one('name', 'Chair'), 'name')
  await settle()
  expect(overlay.refusals()).toEqual([{ entityId: draftId, key: 'price' }])
  expect(drafts.list.get()[0]).toMatchObject({ isSaving: false })

  answer = () => Promise.resolve(stored)
  drafts.commit(draftId, one('price', '12'), 'name')
  await settle()
  expect(created.at(-1)).toEqual({ name: 'Chair', price: '12' })
  expect([drafts.list.get(), overlay.refusals()]).toEqual([[], []])
})

test('clearing every value makes the draft blank again', () => {
  const { drafts, draftId } = setUp(() => Promise.resolve(stored))
  drafts.commit(draftId, one('price', '12'), 'name')
  drafts.commit(draftId, one('price', null), 'name')
  expect(drafts.isBlank(draftId)).toBe(true)
})
