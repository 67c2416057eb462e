import { expect, test } from 'vitest'
import type { Proposal } from '#shared/proposals.ts'
import {
  appendPage,
  emptyList,
  type ListState,
  markProposal,
  nextOpen,
  type ProposalPage,
  refreshPage,
} from './proposal-list.ts'

const proposal = (id: string, value = 'x') => ({ id, value }) as unknown as Proposal

function page(ids: string, total: number, next?: string): ProposalPage {
  const cursor = next ?? 'end'
  const pagination = { total, limit: 3, offset: 0, has_more: next !== undefined, next_cursor: cursor }
  return { data: [...ids].map((id) => proposal(id)), pagination }
}

const loaded = () => appendPage(appendPage(emptyList, page('bcd', 5, 'd')), page('fg', 5))
const shown = ({ proposals, marks }: ListState) =>
  proposals.map(({ id }) => `${id}${marks.get(id)?.status[0] ?? ''}`).join(' ')
const none = new Set<string>()
const sent = { status: 'accepted', isSent: true } as const

test('pages follow each other, and decisions count at once', () => {
  const list = loaded()
  expect([shown(list), list.open, list.hasMore, list.cursor]).toEqual(['b c d f g', 5, false, 'end'])
  const decided = markProposal(list, 'b', { status: 'accepted', isSent: false })
  expect([shown(decided), decided.open]).toEqual(['ba c d f g', 4])
  expect(markProposal(decided, 'b', undefined).open).toBe(5)
})

test('a page that is read again marks what was decided elsewhere and puts in what has come or come back', () => {
  const list = markProposal(loaded(), 'b', sent)
  const again = refreshPage(list, 0, page('bce', 5, 'e'), none)
  expect(shown(again)).toBe('b c dg e f g')
  expect(again.open).toBe(5)
})

test('what was decided here meanwhile, or waits to be sent, is not taken for open again', () => {
  const waiting = markProposal(markProposal(loaded(), 'b', sent), 'c', { status: 'rejected', isSent: false })
  const again = refreshPage(waiting, 0, page('bcd', 5, 'd'), new Set(['b']))
  expect(shown(again)).toBe('ba cr d f g')
  expect(again.open).toBe(4)
})

test('the last page takes in what is new behind it, and goes on where that is more than a page', () => {
  const again = refreshPage(loaded(), 1, page('fgh', 9, 'h'), none)
  expect(shown(again)).toBe('b c d f g h')
  expect([again.hasMore, again.cursor]).toEqual([true, 'h'])
})

test('a page of which nothing is open any more leaves the others alone', () => {
  expect(shown(refreshPage(loaded(), 0, page('fg', 2), none))).toBe('bg cg dg f g')
})

test('the next one that waits is behind, else before', () => {
  const list = ['c', 'f', 'g'].reduce((state, id) => markProposal(state, id, sent), loaded())
  expect(nextOpen(list, 1)).toBe(2)
  expect(nextOpen(list, 2)).toBe(0)
  const all = ['b', 'd'].reduce((state, id) => markProposal(state, id, sent), list)
  expect(nextOpen(all, 2)).toBeUndefined()
})
