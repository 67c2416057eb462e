import { expect, test } from 'vitest'
import { ApiError, unreachable } from '../../api/api-error.ts'
import type { ProposalDecision } from '../../api/generations-queries.ts'
import { type AnsweredDecision, type DecisionOutcome, DecisionQueue } from './decision-queue.ts'

type Answer = (decisions: readonly ProposalDecision[]) => readonly AnsweredDecision[]

const done: Answer = (decisions) =>
  decisions.map(({ id, action }) => ({ id, status: action === 'accept' ? 'accepted' : 'rejected' }))

class QueueHarness {
  readonly sent: string[] = []
  readonly outcomes: [string, DecisionOutcome][] = []
  readonly #open: (() => void)[] = []
  answers: (Answer | Error)[] = []
  readonly queue = new DecisionQueue({
    decide: async (decisions) => {
      this.sent.push(decisions.map(({ id, action }) => `${action} ${id}`).join(', '))
      const answer = this.answers.shift() ?? done
      await new Promise<void>((resolve) => this.#open.push(resolve))
      if (answer instanceof Error) throw answer
      return answer(decisions)
    },
    reopen: async (ids) => {
      this.sent.push(`reopen ${ids.join(', ')}`)
      return ids.map((id) => ({ id, status: 'open' }))
    },
    onOutcome: (id, outcome) => this.outcomes.push([id, outcome]),
    explain: ({ message = '' }) => message,
    pause: () => Promise.resolve(),
  })

  async answer(): Promise<void> {
    this.#open.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }

  accept(...ids: string[]): void {
    for (const id of ids) this.queue.decide({ id, action: 'accept' })
  }
}

test('decisions go in their order; those made meanwhile go together', async () => {
  const harness = new QueueHarness()
  harness.accept('a', 'b')
  harness.queue.decide({ id: 'c', action: 'reject' })
  expect(harness.sent).toEqual(['accept a'])
  await harness.answer()
  expect(harness.sent).toEqual(['accept a', 'accept b, reject c'])
  await harness.answer()
  expect(harness.outcomes).toEqual([
    ['a', { status: 'accepted' }],
    ['b', { status: 'accepted' }],
    ['c', { status: 'rejected' }],
  ])
  expect(harness.queue.isBusy).toBe(false)
})

test('what is taken back before it was sent is never sent; what was sent is opened again behind it', async () => {
  const harness = new QueueHarness()
  harness.accept('a', 'b')
  harness.queue.takeBack('b')
  harness.queue.takeBack('a')
  harness.accept('c')
  expect(harness.outcomes).toEqual([['b', { status: 'open' }]])
  await harness.answer()
  await harness.answer()
  expect(harness.sent).toEqual(['accept a', 'reopen a', 'accept c'])
  expect(harness.outcomes.map(([id, { status }]) => `${id} ${status}`)).toEqual([
    'b open',
    'a accepted',
    'a open',
    'c accepted',
  ])
})

test('a proposal that is decided, opened and decided again is so in this order', async () => {
  const harness = new QueueHarness()
  harness.accept('a')
  harness.queue.takeBack('a')
  harness.queue.decide({ id: 'a', action: 'reject' })
  await harness.answer()
  await harness.answer()
  expect(harness.sent).toEqual(['accept a', 'reopen a', 'reject a'])
})

test('while nothing answers decisions wait; one that had arrived is not told as refused', async () => {
  const harness = new QueueHarness()
  const notOpen: Answer = (decisions) =>
    decisions.map(({ id }) => ({ id, status: 'refused', field_errors: [{ field: 'id', issue: 'not_open' }] }))
  harness.answers = [unreachable(), unreachable(), notOpen]
  harness.accept('a')
  for (let round = 0; round < 3; round += 1) await harness.answer()
  expect(harness.sent).toEqual(['accept a', 'accept a', 'accept a'])
  expect(harness.outcomes).toEqual([['a', { status: 'accepted' }]])
})

test('what was not done comes back with a reason, and the next ones go on', async () => {
  const harness = new QueueHarness()
  const refused: Answer = ([first]) => [{ id: first?.id ?? '', status: 'refused', message: 'Too long.' }]
  const changed: Answer = ([first]) => [{ id: first?.id ?? '', status: 'changed_meanwhile', current: 'ash' }]
  const failed = new ApiError({ status: 500, code: 'internal_error', message: 'It broke.' })
  harness.answers = [refused, changed, failed]
  for (const id of ['a', 'b', 'c', 'd']) {
    harness.accept(id)
    await harness.answer()
  }
  expect(harness.outcomes).toEqual([
    ['a', { status: 'refused', reason: 'Too long.', isGone: false }],
    ['b', { status: 'changed_meanwhile', current: 'ash' }],
    ['c', { status: 'refused', reason: 'It broke.' }],
    ['d', { status: 'accepted' }],
  ])
})

test('one decided elsewhere is gone', async () => {
  const harness = new QueueHarness()
  harness.answers = [
    ([first]) => [
      {
        id: first?.id ?? '',
        status: 'refused',
        message: 'Decided.',
        field_errors: [{ field: 'id', issue: 'not_open' }],
      },
    ],
  ]
  harness.accept('a')
  await harness.answer()
  expect(harness.outcomes).toEqual([['a', { status: 'refused', reason: 'Decided.', isGone: true }]])
})

test('at most 200 go at once', async () => {
  const harness = new QueueHarness()
  harness.accept(...Array.from({ length: 302 }, (_, index) => `p${index}`))
  for (let round = 0; round < 4; round += 1) await harness.answer()
  expect(harness.sent.map((sent) => sent.split(', ').length)).toEqual([1, 200, 101])
})
