import { expect, test } from 'vitest'
import { colourOf, initialsOf, othersIn, personColours } from './presence.ts'

test.each([
  ['Ana Silva', 'AS'],
  ['ana', 'A'],
  ['Jean de la Rue', 'JR'],
  ['  ', '?'],
  ['𝒜na Ünal', '𝒜Ü'],
])('the letters of %s', (name, letters) => {
  expect(initialsOf(name)).toBe(letters)
})

test('everybody has one of the colours, always the same one', () => {
  const colours = Array.from({ length: 60 }, (_, index) => colourOf(`person ${index}`))
  expect(new Set(colours)).toEqual(new Set(Array.from({ length: personColours }, (_, index) => index + 1)))
  expect(colourOf('person 7')).toBe(colours[7])
})

test('only others count, and only in the list that is shown', () => {
  const nowhere = { entity_id: null, attribute: null, is_typing: false }
  const mine = { ...nowhere, seat: '1', person: { id: 'me', name: 'Me' } }
  const theirs = { ...nowhere, seat: '2', person: { id: 'ana', name: 'Ana' } }
  const state = { workspaceId: 'w', type: 'product', members: [mine, theirs] }
  expect(othersIn(state, 'product', 'me')).toEqual([theirs])
  expect(othersIn(state, 'vendor', 'me')).toEqual([])
})
