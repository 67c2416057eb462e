import { expect, test } from 'vitest'
import type { AssetRule } from '#shared/assets.ts'
import { withCheckDigit } from '#shared/gtin.ts'
import { FileMatcher } from './file-matcher.ts'
import { ProductKeys } from './product-keys.ts'

const products = 400
/** SKUs that are near each other: with and without separators, one the beginning of the next. */
const skus = Array.from({ length: products }, (_, index) => {
  const number = 100 + Math.floor(index / 9)
  const forms = [
    `CH-${number}`,
    `CH-${number}-2`,
    `CH-${number}1`,
    `TB ${number}`,
    `LÄ-${number}`,
    `${number}.55`,
    `00${number}7`,
    `P${number}_X`,
    `${number}/12`,
  ]
  return forms[index % 9] ?? ''
})
/** SKUs as names of files write them. */
const named = skus.map((sku) => sku.replaceAll('/', '_'))
const gtins = skus.map((_, index) => withCheckDigit(`400638${String(100_000 + index)}`))

const keys = new Map([
  ['text sku', keysOf(skus)],
  ['gtin ean', keysOf(gtins)],
])

function keysOf(values: readonly string[]): ProductKeys {
  const all = new ProductKeys()
  values.forEach((value, index) => all.add(value, index))
  return all
}

const byKey: AssetRule = { by: 'key', attribute: 'sku' }
const usual: readonly AssetRule[] = [
  byKey,
  { by: 'gtin', attribute: 'ean' },
  { by: 'folder', attribute: 'sku', level: 1 },
  { by: 'folder', attribute: 'sku', level: 2 },
]

const list = `file,key\n${skus.map((sku, index) => `IMG_${5000 + index}.JPG,${sku}`).join('\n')}`

interface Habit {
  readonly name: (index: number, n: number) => string
  readonly rules?: readonly AssetRule[]
}

const habits: Readonly<Record<string, Habit>> = {
  'number behind a line': { name: (index, n) => `${named[index]}_${n}.jpg` },
  'number by a template': {
    name: (index, n) => `${named[index]}_${n}.jpg`,
    rules: [{ ...byKey, pattern: '{key}[_- ]{n}' }],
  },
  views: { name: (index, n) => `${named[index]}-${['front', 'back', 'detail'][n % 3]}.png` },
  'a folder for each SKU': { name: (index, n) => `${named[index]}/DSC0${n}.jpg` },
  'folders in a folder': { name: (index, n) => `Summer 2026/${named[index]}/${n}.jpg` },
  GTIN: { name: (index) => `${gtins[index]}.jpg` },
  'GTIN with more': { name: (index, n) => `Shoot ${gtins[index]}_${n} web.jpg` },
  'number in parentheses': { name: (index, n) => `${named[index]?.toLowerCase()} (${n}).jpg` },
  'decomposed umlauts': { name: (index, n) => `${named[index]}_${n}.jpeg`.normalize('NFD') },
  'sizes in the name': { name: (index, n) => `${named[index]}_1200x1200_${n}.webp` },
  copies: { name: (index) => `${named[index]} - Kopie.jpg` },
  'copies of': { name: (index) => `Copy of ${named[index]}.jpg` },
  'names of a camera with a list': {
    name: (index) => `IMG_${5000 + index}.jpg`,
    rules: [{ by: 'column', attribute: 'sku', csv: list }],
  },
}

test.each(Object.entries(habits))(
  'files named by %s find their product and never another [ASSET-02]',
  (_name, { name, rules = usual }) => {
    const matcher = new FileMatcher(rules, keys)
    let [found, wrong] = [0, 0]
    for (let n = 1; n <= 3; n += 1)
      for (let index = 0; index < products; index += 1) {
        const hit = matcher.match(name(index, n), {}).products
        if (hit.length === 1 && hit[0] === index) found += 1
        else if (hit.length === 1) wrong += 1
      }
    expect(wrong).toBe(0)
    expect(found / (3 * products)).toBeGreaterThanOrEqual(0.98)
  },
)

test('lost leading zeros are found where they mean one product', () => {
  const matcher = new FileMatcher([byKey], keys)
  const wrong = skus.flatMap((sku, index) => {
    const { products: hit } = matcher.match(`${sku.replace(/^0+/, '')}.jpg`, {})
    return hit.length === 1 && hit[0] !== index ? [sku] : []
  })
  expect(wrong).toEqual([])
})
