import { expect, test } from 'vitest'
import { findMentions, splitMentions } from './comments.ts'

const people = [
  { id: '1', name: 'Ana' },
  { id: '2', name: 'Ana Silva' },
  { id: '3', name: 'Jörg' },
  { id: '4', name: 'ana' },
]

test.each([
  ['@Ana Silva, look', ['2']],
  ['Hello @ana.', ['1', '4']],
  ['@Anabel and @Ana-Maria', ['1', '4']],
  ['mail to team@Ana or x.@Ana', []],
  ['@JÖRG @Jörg', ['3']],
  ['@', []],
  ['(@Jörg)', ['3']],
])('[COMMENT-05] who is mentioned in %s', (text, ids) => {
  expect(findMentions(text, people).map(({ id }) => id)).toEqual(ids)
})

test('a text is cut at its mentions, and nothing of it is lost', () => {
  const text = 'Ask @Ana Silva or @Jörg!'
  const parts = splitMentions(text, people)
  expect(parts.map((part) => part.text)).toEqual(['Ask ', '@Ana Silva', ' or ', '@Jörg', '!'])
  expect(parts.map(({ person }) => person?.id)).toEqual([undefined, '2', undefined, '3', undefined])
})
