import { expect, test } from 'vitest'
import { readCategoryPaths, readPackedAttributes, splitPackedList } from './packed-attributes.ts'

test.each([
  [
    'Default Category/Gear,Default Category/Gear/Bags',
    ['Default Category > Gear', 'Default Category > Gear > Bags'],
  ],
  [
    'Default Category/Home, Garden/Ropes, Default Category/Sale',
    ['Default Category > Home, Garden > Ropes', 'Default Category > Sale'],
  ],
  ['Shop/Oil, Lamps,Shop/Wax', ['Shop > Oil, Lamps', 'Shop > Wax']],
  ['Furniture/Chairs, Outdoor/Tables', ['Furniture > Chairs', 'Outdoor > Tables']],
  ['Home, Garden', ['Home', 'Garden']],
  [String.raw`Root/10\/12 mm,Root/a\, b`, ['Root > 10/12 mm', 'Root > a, b']],
  ['"Root/Oil, Lamps",Root/Wax', ['Root > Oil, Lamps', 'Root > Wax']],
  ['', []],
])('the categories %s are paths [IMPORT-14]', (cell, paths) => {
  expect(readCategoryPaths(cell)).toEqual(paths)
})

test.each([
  ['color=Black,activity=Gym|Hiking', { Color: ['Black'], Activity: ['Gym', 'Hiking'] }],
  ['note="a, b",size=M', { Note: ['a, b'], Size: ['M'] }],
  ['note=a, b,size=M', { Note: ['a, b'], Size: ['M'] }],
  [String.raw`note="say \"hi\"",text="5"" wide"`, { Note: ['say "hi"'], Text: ['5" wide'] }],
  ['formula=a=b,mesh="fine|very fine"', { Formula: ['a=b'], Mesh: ['fine|very fine'] }],
  ['height=5" tall,empty=', { Height: ['5" tall'] }],
])('the attributes %s are read by their names [IMPORT-14]', (cell, attributes) => {
  expect(Object.fromEntries(readPackedAttributes(cell))).toEqual(attributes)
})

test('a bar in quotes ends no variant [IMPORT-14]', () => {
  expect(splitPackedList('sku=A,mesh="2|3"|sku=B,mesh=4')).toEqual(['sku=A,mesh="2|3"', 'sku=B,mesh=4'])
})

test('long cells of quotes and of one word are read in linear time [IMPORT-14]', () => {
  const [quotes, word] = ['"'.repeat(100_001), 'a'.repeat(100_000)]
  expect([...readPackedAttributes(`note=${quotes}`).keys()]).toEqual(['Note'])
  expect(readCategoryPaths(quotes)).toHaveLength(1)
  expect(splitPackedList(word)).toEqual([word])
  expect(splitPackedList(`sku=${quotes}`)).toHaveLength(1)
})
