import { expect, test } from 'vitest'
import { isAttributeKey } from '#shared/attributes.ts'
import { joinWords, toAttributeKey, toHandle } from './key-of-name.ts'

test.each([
  ['Product name', 'product_name'],
  ['  Größe (cm) ', 'groesse_cm'],
  ['Café crème', 'cafe_creme'],
  ['Łódź', 'lodz'],
  ['Æble & Øl', 'aeble_ol'],
  ['Артикул', 'artikul'],
  ['Производитель', 'proizvoditel'],
  ['Подъезд', 'podezd'],
  ['Τιμή', 'timi'],
  ['価格', 'sige'],
  ['3D model', 'attribute_3d_model'],
  ['€', 'attribute'],
  ['x'.repeat(80), 'x'.repeat(64)],
])('the key of %j is %s', (name, key) => {
  expect(toAttributeKey(name)).toBe(key)
  expect(isAttributeKey(key)).toBe(true)
})

test.each([
  ['3M Tape', '3m-tape'],
  ['Ärmel Größe', 'aermel-groesse'],
  ['Łódź', 'lodz'],
  ['Smørrebrød, 2 stk.', 'smorrebrod-2-stk'],
  ['Crème brûlée', 'creme-brulee'],
  ['東京 ランプ', 'dongjing-ranpu'],
  ['Стол "Дуб"', 'stol-dub'],
  ['★', ''],
])('the handle of %j is %s', (title, handle) => {
  expect(toHandle(title)).toBe(handle)
})

test('a handle that a person chose keeps its letters', () => {
  expect(joinWords(' Größe XL ')).toBe('größe-xl')
})
