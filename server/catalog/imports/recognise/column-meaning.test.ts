import { expect, test } from 'vitest'
import { meaningRule } from './column-meaning.ts'

const category = { reference_type: 'category' }

test.each([
  ['Marke', ['Acme', 'Nord AG'], { data_type: 'entity_reference', reference_type: 'vendor' }],
  ['Dodavatel', ['Acme'], { data_type: 'entity_reference', reference_type: 'vendor' }],
  ['Category', ['Lamps'], { ...category, data_type: 'entity_reference' }],
  ['Categoria', ['Casa > Luci', 'Casa'], { ...category, data_type: 'entity_reference', path: '>' }],
  ['Kategorie', ['Haus/Licht', 'Haus/Möbel'], { ...category, data_type: 'entity_reference', path: '/' }],
  ['Kategorie', ['Bad/WC', 'Küche', 'Flur'], { ...category, data_type: 'entity_reference' }],
  [
    'Categories',
    ['Home > Light, Sale > Light', 'Home > Garden'],
    { ...category, data_type: 'entity_list_reference', path: '>', separator: ',' },
  ],
  [
    'Categories',
    ['Home>Lamps', 'Home>Chairs;Sale'],
    { ...category, data_type: 'entity_list_reference', path: '>', separator: ';' },
  ],
  ['Categories', ['Home; Sale'], { ...category, data_type: 'entity_list_reference', separator: ';' }],
  ['Category', ['Tables, chairs'], { ...category, data_type: 'entity_reference' }],
  ['Категория', ['Дом > Свет'], { ...category, data_type: 'entity_reference', path: '>' }],
])('%s with %j is %o [IMPORT-36]', (header, samples, rule) => {
  expect(meaningRule(header, samples)).toEqual(rule)
})

test.each([
  ['Category', ['17', '18']],
  ['Brand', ['https://brand.example.com']],
  ['Brand', ['x'.repeat(201)]],
  ['Brand', ['', ' ']],
  ['Colour', ['Red']],
])('%s with %j stays what its cells look like [IMPORT-36]', (header, samples) => {
  expect(meaningRule(header, samples)).toBeUndefined()
})
