import { expect, test } from 'vitest'
import { complete, findPeople, findTyped } from './mention-field.tsx'

const people = ['Ana Silva', 'Ben', 'Silvia'].map((name) => ({ id: name, name }))

test.each([
  ['Hello @', { at: 6, text: '' }],
  ['Hello @an', { at: 6, text: 'an' }],
  ['@Ana Si', { at: 0, text: 'Ana Si' }],
  ['(@b', { at: 1, text: 'b' }],
  ['mail@an', undefined],
  ['@Ana\nand', undefined],
  ['no', undefined],
])('what is typed of a mention in %j', (text, typed) => {
  expect(findTyped(text, text.length)).toEqual(typed)
})

test.each([
  ['', ['Ana Silva', 'Ben', 'Silvia']],
  ['SIL', ['Ana Silva', 'Silvia']],
  ['ana s', ['Ana Silva']],
  ['Ben', []],
  ['x', []],
])('who may be meant by %j', (typed, names) => {
  expect(findPeople(people, typed).map(({ name }) => name)).toEqual(names)
})

test('the whole name takes the place of what was typed', () => {
  expect(complete('Hi @an, look', { at: 3, text: 'an' }, 'Ana Silva')).toEqual({
    text: 'Hi @Ana Silva , look',
    caret: 14,
  })
  expect(complete('@b you', { at: 0, text: 'b' }, 'Ben').text).toBe('@Ben you')
})
