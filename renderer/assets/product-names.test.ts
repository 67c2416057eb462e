import { expect, test } from 'vitest'
import { productNames } from './place-choices.ts'

test('grid.place.2 pictures name their products by number and view, or by the folder where their names say no more', () => {
  expect(productNames(['CH-100_1.jpg', 'CH-100_2.jpg', 'ch-100-front.png', 'TB-7 (2).webp'])).toEqual([
    'CH-100',
    'TB-7',
  ])
  expect(
    productNames(['shoot/CH-100/front.jpg', 'shoot/CH-100/02.jpg', 'shoot/CH-200/IMG_4711.jpg']),
  ).toEqual(['CH-100', 'CH-200'])
  expect(productNames(['CH-100_1200x1200.jpg', 'Linde chair final.jpg'])).toEqual(['CH-100', 'Linde chair'])
  expect(productNames(['.jpg', `${'x'.repeat(130)}.jpg`])).toEqual([])
})
