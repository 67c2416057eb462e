import { describe, expect, test } from 'vitest'
import type { AssetRule } from '#shared/assets.ts'
import { compileTemplate, readName, splitsOf } from './name-readings.ts'
import { compileRule } from './file-matcher.ts'
import { ProductKeys } from './product-keys.ts'

function keysOf(...keys: readonly string[]): ProductKeys {
  const all = new ProductKeys()
  keys.forEach((key, index) => all.add(key, index + 1))
  return all
}

function find(rule: AssetRule, keys: ProductKeys, name: string, texts = {}) {
  return compileRule(rule, keys)({ name: readName(name), texts })
}

const byKey = (pattern?: string): AssetRule => ({ by: 'key', attribute: 'sku', ...(pattern && { pattern }) })

describe('names', () => {
  test.each([
    ['CH-100.jpg', ['ch-100']],
    ['Summer/2024\\CH-100 (1).JPG', ['ch-100 (1)', 'ch-100']],
    ['CH-100 - Kopie (2).png', ['ch-100 - kopie (2)', 'ch-100 - kopie', 'ch-100']],
    ['CH-100_1200x1200.webp', ['ch-100_1200x1200', 'ch-100']],
    ['CH-100_800x600_2.webp', ['ch-100_800x600_2', 'ch-100_2']],
    ['CH-100_final.tif', ['ch-100_final', 'ch-100']],
    ['photocopy.jpg', ['photocopy']],
    ['.jpg', ['.jpg']],
  ])('%s', (name, stems) => expect(readName(name).stems).toEqual(stems))

  test('carry their folders and the number of their copy', () => {
    expect(readName('A/b/c (3).jpg')).toMatchObject({ folders: ['a', 'b'], copy: 3 })
  })
})

describe('templates', () => {
  test('leave out the number and the view with their separators', () => {
    const template = compileTemplate('{key}[_- ]{view}-{n}')
    const read = (text: string) => template && splitsOf(text, template)[0]
    expect(read('ch-100_front-2')).toEqual({ key: 'ch-100', n: 2, view: 'front' })
    expect(read('ch-100_back')).toEqual({ key: 'ch-100', n: undefined, view: 'back' })
    expect(read('ch')).toEqual({ key: 'ch', n: undefined, view: undefined })
  })

  test('put the number before the key', () => {
    const template = compileTemplate('{n}_{key}')
    expect(template && splitsOf('02_ch-100', template)[0]).toEqual({ key: 'ch-100', n: 2, view: undefined })
  })

  test.each(['', 'no key', '{key}{key}', '{key}_{n}{n}'])('%s is none', (text) =>
    expect(compileTemplate(text)).toBeUndefined(),
  )
})

describe('rules [ASSET-02]', () => {
  const keys = keysOf('CH-100', 'CH-1001', 'ch-200', 'Größe 5', '00123', 'CH-100-B')

  test.each([
    ['CH-100.jpg', [1], undefined],
    ['CH-100_1.jpg', [1], 1],
    ['CH-1001.jpg', [2], undefined],
    ['CH-100-B_2.jpg', [6], 2],
    ['CH-10010.jpg', [], undefined],
    ['CH-1001A.jpg', [], undefined],
    ['ch200 3.jpg', [3], 3],
    ['CH_200_front.jpg', [3], undefined],
    ['GRÖSSE 5.jpg', [4], undefined],
    ['Grosse 5.jpg', [], undefined],
    ['123_4.jpg', [5], 4],
    ['CH-200 (2).jpg', [3], undefined],
    ['CH-100_1200x1200.jpg', [1], undefined],
    ['IMG_4711.jpg', [], undefined],
  ])('by key, without a template: %s', (name, products, n) => {
    expect(find(byKey(), keys, name)).toMatchObject({ products, ...(n !== undefined && { n }) })
  })

  test('an exact key with its number wins over a longer one without separators', () => {
    expect(find(byKey('{key}[_- ]{n}'), keys, 'CH-100_1.jpg')).toMatchObject({ products: [1], n: 1 })
  })

  test('two keys that are equal only without separators leave it open', () => {
    expect(find(byKey(), keys, 'CH100_1.jpg').products.toSorted((one, other) => one - other)).toEqual([1, 2])
  })

  test('a view is read and named', () => {
    const rule = { ...byKey('{key}_{view}'), views: ['Seite'] } as AssetRule
    expect(find(rule, keys, 'ch-200_seite.jpg')).toMatchObject({ products: [3], view: 'seite' })
  })

  const gtins = keysOf('4006381333931', '96385074')
  test.each([
    ['4006381333931.jpg', [1], undefined],
    ['04006381333931_2.jpg', [1], 2],
    ['Stift 96385074 front.jpg', [2], undefined],
    ['4006381333932.jpg', [], undefined],
  ])('by GTIN: %s', (name, products, n) => {
    expect(find({ by: 'gtin', attribute: 'ean' }, gtins, name)).toMatchObject({ products, ...(n && { n }) })
  })

  test('by folder, the outermost first', () => {
    const rule: AssetRule = { by: 'folder', attribute: 'sku', level: 1 }
    expect(find(rule, keys, 'CH-100/IMG_2.jpg')).toMatchObject({ products: [1], n: 2 })
    expect(find(rule, keys, 'CH-100.jpg').products).toEqual([])
    expect(find({ ...rule, level: 2 }, keys, '2024/CH-1001/1.jpg')).toMatchObject({ products: [2], n: 1 })
  })

  test('by a list of names, whatever its delimiter and extensions', () => {
    const csv = 'key;file\nCH-100;DSC_01.JPG\nCH-100;dsc_02\nch-200;dsc_02.jpg'
    const rule: AssetRule = { by: 'column', attribute: 'sku', csv }
    expect(find(rule, keys, 'shoot/DSC_01.jpg')).toMatchObject({ products: [1], n: 1 })
    expect(find(rule, keys, 'dsc_02.png').products).toEqual([1, 3])
    expect(find(rule, keys, 'dsc_03.png').products).toEqual([])
  })

  test('by a text in the picture', () => {
    const rule: AssetRule = { by: 'iptc', attribute: 'sku', field: 'title' }
    expect(find(rule, keys, 'x.jpg', { title: 'CH-100 front' })).toMatchObject({
      products: [1],
      view: 'front',
    })
    expect(find(rule, keys, 'x.jpg').products).toEqual([])
  })

  test('by an expression with named groups', () => {
    const rule: AssetRule = { by: 'pattern', attribute: 'sku', pattern: 'img_(?<n>\\d+)_(?<key>.+)' }
    expect(find(rule, keys, 'IMG_07_CH-1001.jpg')).toMatchObject({ products: [2], n: 7 })
    expect(find(rule, keys, 'CH-1001.jpg').products).toEqual([])
  })

  test('near keys are one edit away', () => {
    expect(keysOf('CH-1001').findNear('ch-1002', 5)).toEqual([1])
    expect(keysOf('CH-1001').findNear('hc-1001', 5)).toEqual([1])
    expect(keysOf('CH-1001').findNear('ch-1022', 5)).toEqual([])
  })
})
