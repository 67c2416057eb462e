import { expect, test } from 'vitest'
import { type Comment, listedReplies, maxReplies } from '#shared/comments.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { listComments, readComment } from './comment-operations.ts'
import { createComment, createReply } from './write-comments.ts'

const people = [{ id: 'a', name: 'Ana Silva' }]
const write = { people, faults: [], context: testContext }

function start() {
  const catalog = new ScratchCatalog()
  catalog.define('product', 'SKU', { is_primary: true })
  catalog.define('product', 'Price')
  const { id: entity } = catalog.create('product', { sku: 'A' })
  const body = { type: 'product', entity_id: entity, attribute: 'price', text: 'Right, @ana silva?' }
  const comment = catalog.answer<Comment>((tx) => createComment(tx, { ...write, body })).data
  const reply = (text: string) =>
    catalog.answer<Comment>((tx) => createReply(tx, { ...write, id: comment.id, body: { text } })).data
  return { catalog, comment, reply }
}

test('[COMMENT-02] a comment has a bounded number of replies, the newest of which come with lists', () => {
  const { catalog, comment, reply } = start()
  using _ = catalog
  for (let count = 1; count <= maxReplies; count += 1) reply(String(count))
  const { id } = comment
  const asked = { types: ['product'] as const, limit: 10, offset: 0, faults: [] }
  const [listed] = catalog.answer<Comment[]>((tx) => listComments(tx, asked)).data
  expect(listed?.reply_count).toBe(maxReplies)
  expect(listed?.replies.map(({ text }) => Number(text))).toEqual(
    Array.from({ length: listedReplies }, (__, index) => maxReplies - listedReplies + 1 + index),
  )
  const whole = catalog.answer<Comment>((tx) => readComment(tx, { id, faults: [] })).data
  expect(whole.replies).toHaveLength(maxReplies)
  expect(refusal(() => reply('One too many'))).toMatchObject({ code: 'conflict' })
})

test('[COMMENT-05] mentions are kept as the people were called, and found by the id of a person', () => {
  const { catalog, comment, reply } = start()
  using _ = catalog
  expect(comment.mentions).toEqual(people)
  expect(reply('Yes').replies[0]?.mentions).toEqual([])
  const idsOf = (mentioned: string) =>
    catalog
      .answer<Comment[]>((tx) =>
        listComments(tx, { types: ['product'], mentioned, limit: 10, offset: 0, faults: [] }),
      )
      .data.map(({ id }) => id)
  expect(idsOf('a')).toEqual([comment.id])
  expect(idsOf('b')).toEqual([])
})
