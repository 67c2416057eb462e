import { expect, test } from 'vitest'
import { newRecipe, toBody, toDraft } from './recipe-draft.ts'

test('the form of a recipe sends blanks as none and kilobytes as bytes, and shows a recipe as it was typed', () => {
  const typed = { ...newRecipe, name: ' Shop ', height: '', background: 'white', kilobytes: '300,5' }
  const body = toBody(typed)
  expect(body).toEqual({
    name: 'Shop',
    width: 1280,
    height: null,
    fit: 'contain',
    format: 'jpeg',
    background: 'white',
    max_bytes: 300_500,
  })
  const recipe = { ...body, id: 'a', fit: 'contain', format: 'jpeg', quality: null, color: 'srgb' } as const
  expect(toDraft({ ...recipe, width: 1280, height: null, background: 'white', max_bytes: 300_500 })).toEqual({
    ...typed,
    name: 'Shop',
    kilobytes: '300.5',
  })
})

test('a side that is no number is sent as one that the server refuses', () => {
  expect(toBody({ ...newRecipe, width: 'wide' }).width).toBe(-1)
})
