import { expect, test } from 'vitest'
import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import { ApiError, unreachable } from '../../api/api-error.ts'
import { CommandQueue } from './command-queue.ts'
import { toChanges, toPortions, type CellToWrite } from './edit-command.ts'
import { EditOverlay } from './edit-overlay.ts'
import type { CellWrite } from './cell-write.ts'
import type { EditAnswer, EntityEdit } from './edit-requests.ts'
import { sampleEntity } from '../../query/testing/samples.ts'

const write = (value: string): CellWrite => ({ shown: value, wire: value, text: value })
const cell = (
  entityId: string,
  key: string,
  value: string,
  expected?: AttributeValue | null,
): CellToWrite => ({
  entityId,
  key,
  write: write(value),
  expected,
})
const command = (...cells: CellToWrite[]) => ({ label: 'edit', changes: toChanges(cells) })
const overload = new ApiError({ status: 500, code: 'internal_error', message: 'Later.', isRetriable: true })

function setUp(failures: Error[] = []) {
  const stored: Record<string, Record<string, AttributeValue | null>> = {}
  const sent: (readonly EntityEdit[])[] = []
  const done: (readonly string[])[] = []
  const pauses: number[] = []
  const tried: (string | undefined)[] = []
  const overlay = new EditOverlay()
  const answer = (edit: EntityEdit, index: number): EditAnswer['outcomes'][number] => {
    const present = (stored[edit.id] ??= {})
    const bad = Object.keys(edit.attributes).filter((key) => edit.attributes[key] === 'bad')
    if (bad.length > 0) {
      const fieldErrors = bad.map((key) => ({
        field: `attributes.${key}`,
        issue: 'expected_number' as const,
      }))
      const error = new ApiError({ status: 400, code: 'validation_failed', message: 'No.', fieldErrors })
      return { status: 'refused', index, id: edit.id, error }
    }
    const isChanged = Object.entries(edit.if ?? {}).some(([key, value]) => (present[key] ?? null) !== value)
    if (isChanged)
      return {
        status: 'changed_meanwhile',
        index,
        id: edit.id,
        current: { ...present },
        writers: {},
        writtenAt: {},
      }
    Object.assign(present, edit.attributes)
    return { status: 'applied', index, entity: entity(edit.id, present) }
  }
  const queue = new CommandQueue({
    overlay,
    onTried: (error) => tried.push(error?.message),
    post: async (edits) => {
      sent.push(edits)
      await Promise.resolve()
      const failure = failures.shift()
      if (failure) throw failure
      const outcomes = edits.map(answer)
      const isAny = outcomes.some(({ status }) => status === 'applied')
      return { outcomes, editId: isAny ? `edit-${sent.length}` : null }
    },
    onSaved: () => undefined,
    onDone: (_command, editIds) => editIds.length > 0 && done.push(editIds),
    explain: (error, key) => {
      const { fieldErrors, message } = error as ApiError
      if (fieldErrors.length === 0) return message
      return fieldErrors.some(({ field }) => field === `attributes.${key}`) ? 'Not a number.' : undefined
    },
    explainConflict: (current) => `It is ${JSON.stringify(current)} now.`,
    pause: (milliseconds) => {
      pauses.push(milliseconds)
      return Promise.resolve()
    },
  })
  return { overlay, queue, sent, done, pauses, stored, tried }
}

function entity(id: string, attributes: Record<string, AttributeValue | null>): EntityResource {
  const shown = Object.entries(attributes).filter(([, value]) => value !== null)
  return sampleEntity(id, { attributes: Object.fromEntries(shown) as EntityResource['attributes'] })
}

test('a command shows at once and is one request; then it is done under the id of the server', async () => {
  const { overlay, queue, sent, done } = setUp()
  const finished = queue.run(
    command(cell('a', 'price', '12'), cell('a', 'name', 'x'), cell('b', 'price', '3')),
  )
  expect(overlay.get('a', 'price')).toEqual({ status: 'pending', write: write('12') })
  expect(overlay.counts.get()).toMatchObject({ pending: 3, refused: 0 })
  await finished
  expect(sent).toEqual([
    [
      { id: 'a', attributes: { price: '12', name: 'x' } },
      { id: 'b', attributes: { price: '3' } },
    ],
  ])
  expect(done).toEqual([['edit-1']])
  expect(overlay.counts.get()).toMatchObject({ pending: 0, refused: 0 })
})

test('commands go one after the other', async () => {
  const { queue, done } = setUp()
  await Promise.all(['1', '2', '3'].map((value) => queue.run(command(cell('a', 'price', value)))))
  expect(done).toEqual([['edit-1'], ['edit-2'], ['edit-3']])
})

test('a refused cell keeps its text and reason; the others of its entity belong to the same command', async () => {
  const { overlay, queue, sent, done } = setUp()
  await queue.run(command(cell('a', 'price', 'bad'), cell('a', 'name', 'x'), cell('b', 'price', '3')))
  expect(sent.map((edits) => edits.map(({ attributes }) => attributes))).toEqual([
    [{ price: 'bad', name: 'x' }, { price: '3' }],
    [{ name: 'x' }],
  ])
  expect(done).toEqual([['edit-1', 'edit-2']])
  expect([...(overlay.of('a') ?? [])]).toEqual([
    ['price', { status: 'refused', write: write('bad'), reason: 'Not a number.' }],
  ])
})

test('what was refused as a whole is never done, so that it cannot be undone', async () => {
  const { overlay, queue, done } = setUp([new ApiError({ status: 403, code: 'forbidden', message: 'No.' })])
  await queue.run(command(cell('a', 'price', '1')))
  expect(done).toEqual([])
  expect(overlay.get('a', 'price')).toMatchObject({ status: 'refused', reason: 'No.' })
})

test('only retriable failures are tried again, with growing pauses, and not for ever', async () => {
  const passing = setUp([overload, overload])
  await passing.queue.run(command(cell('a', 'price', '1')))
  expect(passing.done).toEqual([['edit-3']])
  expect(passing.pauses[1]).toBeGreaterThan(passing.pauses[0] ?? 0)

  const failing = setUp(Array.from({ length: 20 }, () => overload))
  await failing.queue.run(command(cell('a', 'price', '1')))
  expect(failing.sent).toHaveLength(6)
  expect(failing.overlay.get('a', 'price')).toMatchObject({ status: 'refused', reason: 'Later.' })
})

const away = unreachable()

test('grid.live.4 what is edited while nothing answers waits, and goes in its order, each with what it expects', async () => {
  const { queue, sent, stored, overlay, done } = setUp(Array.from({ length: 30 }, () => away))
  stored['a'] = { price: '10', name: 'old' }
  stored['b'] = { price: '99' }
  const runs = [
    queue.run(command(cell('a', 'price', '1', '10'))),
    queue.run(command(cell('b', 'price', '2', '10'))),
    queue.run(command(cell('a', 'price', '3', '1'))),
  ]
  expect(overlay.counts.get()).toMatchObject({ pending: 2, refused: 0 })
  await Promise.all(runs)
  expect(sent.slice(30).map(([edit]) => [edit?.id, edit?.attributes, edit?.if])).toEqual([
    ['a', { price: '1' }, { price: '10' }],
    ['b', { price: '2' }, { price: '10' }],
    ['a', { price: '3' }, { price: '1' }],
  ])
  expect([stored, done.length]).toEqual([{ a: { price: '3', name: 'old' }, b: { price: '99' } }, 2])
  expect(overlay.get('b', 'price')).toMatchObject({ status: 'refused', conflict: { current: '99' } })
})

test('an edit of which only the answer was lost is no conflict', async () => {
  const { queue, stored, overlay, sent } = setUp([away])
  stored['a'] = { price: '1' }
  await queue.run(command(cell('a', 'price', '1', '10')))
  expect(sent.at(-1)?.[0]?.if).toEqual({ price: '1' })
  expect(overlay.counts.get()).toMatchObject({ pending: 0, refused: 0 })
})

test('a value that somebody else has changed is left alone, and the cell says what it is now', async () => {
  const { overlay, queue, stored, done } = setUp()
  stored['a'] = { price: '99' }
  await queue.run(command(cell('a', 'price', '1', '10')))
  expect(stored['a']).toEqual({ price: '99' })
  expect(done).toEqual([])
  expect(overlay.get('a', 'price')).toMatchObject({
    status: 'refused',
    reason: 'It is "99" now.',
    conflict: { current: '99' },
  })
})

test('a cell that is written twice in a row follows on from its own value', async () => {
  const { queue, stored, overlay } = setUp()
  stored['a'] = { price: '10' }
  await Promise.all(['1', '2', '3'].map((value) => queue.run(command(cell('a', 'price', value, '10')))))
  expect(stored['a']).toEqual({ price: '3' })
  expect(overlay.counts.get()).toMatchObject({ pending: 0, refused: 0 })
})

test('when the first of two writes is held back, so is the second', async () => {
  const { queue, stored, overlay } = setUp()
  stored['a'] = { price: '99' }
  await Promise.all(['1', '2'].map((value) => queue.run(command(cell('a', 'price', value, '10')))))
  expect(stored['a']).toEqual({ price: '99' })
  expect(overlay.get('a', 'price')).toMatchObject({ write: write('2'), conflict: { current: '99' } })
})

test('a newer edit of a refused cell is not overwritten by the refusal', async () => {
  const { overlay, queue } = setUp()
  await Promise.all([
    queue.run(command(cell('a', 'price', 'bad'))),
    queue.run(command(cell('a', 'price', '12'))),
  ])
  expect(overlay.of('a')).toBeUndefined()
})

test('more values than one request takes are sent in portions of whole entities', () => {
  const cells = Array.from({ length: 9 }, (_, index) => cell(`e${Math.floor(index / 3)}`, `k${index}`, 'x'))
  const sizes = toPortions(toChanges(cells), 7).map((portion) => [...portion.keys()])
  expect(sizes).toEqual([['e0', 'e1'], ['e2']])
})

test('the reason why a change is not saved yet is told until it is [operations.6]', async () => {
  const { queue, tried } = setUp([overload, unreachable()])
  await queue.run(command(cell('a', 'price', '5')))
  expect(tried).toEqual(['Later.', expect.stringContaining('Vitrine does not answer'), undefined])
})
