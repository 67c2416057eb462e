import { expect, test } from 'vitest'
import { parseMarkdown, piecesOf, plainText } from './markdown.ts'

test('headings, paragraphs over several lines, lists, code and tables become blocks', () => {
  const text =
    '# Title\nOne\ntwo\n\n- first\n  goes on\n- second\n\n```\na | b\n\nc\n```\n| call | gives |\n| --- | --- |\n| `F(x)` | More. |\n'
  expect(parseMarkdown(text)).toEqual([
    { kind: 'heading', level: 1, text: 'Title' },
    { kind: 'paragraph', text: 'One two' },
    { kind: 'list', items: ['first goes on', 'second'] },
    { kind: 'code', text: 'a | b\n\nc' },
    { kind: 'table', head: ['call', 'gives'], rows: [['`F(x)`', 'More.']] },
  ])
})

test('a line is plain, strong, code, and links by their text; what is no sign of these stays', () => {
  expect(piecesOf('Write `2 * 3`, **never** [more](x.md).')).toEqual([
    { text: 'Write ' },
    { text: '2 * 3', style: 'code' },
    { text: ', ' },
    { text: 'never', style: 'strong' },
    { text: ' ' },
    { text: 'more' },
    { text: '.' },
  ])
  expect(plainText('2 * 3 [')).toBe('2 * 3 [')
})
