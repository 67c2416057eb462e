import { describe, expect, test } from 'vitest'
import {
  type LocalMethod,
  localMethods,
  type PhoneticAlgorithm,
  phoneticAlgorithms,
} from '#shared/similar-values.ts'
import { groupValues, fingerprint, spellingKey, ngramFingerprint } from './find-similar-values.ts'
import { colognePhonetic, phoneticKeys } from './phonetic.ts'
import { isWithinEdits } from './near-texts.ts'

const throwIfInterrupted = () => undefined
function groups(method: LocalMethod, values: readonly string[], algorithm?: PhoneticAlgorithm): string[][] {
  const counted = values.map((value, index) => ({ value, count: values.length - index }))
  return groupValues(counted, method, { algorithm, throwIfInterrupted }).map((group) =>
    group.values.map(({ value }) => value),
  )
}

describe('fingerprint', () => {
  test.each([
    ['Acme, Inc.', 'acme inc'],
    ['  inc ACME  acme', 'acme inc'],
    ['Ångström & Søn', 'angstrom son'],
    ['Weiß', 'weiss'],
    ['WEISS', 'weiss'],
    ['Łódź', 'lodz'],
    ['1,5 l', '1.5 l'],
    ['1.5 L', '1.5 l'],
    ['15 l', '15 l'],
    ['C++', 'c++'],
    ['C#', 'c#'],
    ['Кухня, белая', 'белая кухня'],
    ['白い 椅子', '椅子 白い'],
    ['', ''],
    ['—', ''],
  ])('%s has the words of %s [CLUSTER-02]', (text, key) => expect(fingerprint(text)).toBe(key))

  test.each([
    ['Küchenwerk GmbH', 'kuechenwerk'],
    ['Kuechenwerk', 'kuechenwerk'],
    ['KÜCHENWERK G.m.b.H.', 'kuechenwerk'],
    ['Lumière, S.A.R.L.', 'lumiere'],
    ['Officina Lume S.p.A.', 'lume officina'],
    ['Lume Officina', 'lume officina'],
    ['Weißglas AG', 'weissglas'],
    ['Co.', 'co'],
  ])('%s is a spelling of %s [work-surfaces.3.4]', (text, key) => expect(spellingKey(text)).toBe(key))

  test('pairs of letters overlook spaces and doubled letters, and no digits [CLUSTER-02]', () => {
    expect(ngramFingerprint('Paris')).toBe('arispari')
    expect(ngramFingerprint('Coca Cola')).toBe(ngramFingerprint('coca-cola'))
    expect(ngramFingerprint('Play Station 5')).toBe(ngramFingerprint('PlayStation5'))
    expect(ngramFingerprint('1000 W')).not.toBe(ngramFingerprint('10000 W'))
    expect(ngramFingerprint('M')).toBe('m')
    expect(ngramFingerprint('?!')).toBe('')
  })
})

describe('phonetic', () => {
  test.each([
    ['muellerluedenscheidt', '65752682'],
    ['wikipedia', '3412'],
    ['breschnew', '17863'],
    ['meier', '67'],
    ['mayr', '67'],
    ['heinz', '068'],
    ['classen', '4586'],
    ['xaver', '4837'],
    ['philipp', '351'],
    ['', ''],
    ['h', ''],
  ])('%s sounds %s in German [CLUSTER-03]', (word, code) => expect(colognePhonetic(word)).toBe(code))

  test('either algorithm is enough, unless one is named [CLUSTER-03]', () => {
    expect(groups('phonetic', ['Smith', 'Schmidt', 'Jones'], 'double_metaphone')).toEqual([
      ['Smith', 'Schmidt'],
    ])
    expect(groups('phonetic', ['Meyer', 'Maier', 'Mayr'], 'cologne')).toEqual([['Meyer', 'Maier', 'Mayr']])
    expect(groups('phonetic', ['Mahler', 'Nahler'], 'double_metaphone')).toEqual([])
    expect(groups('phonetic', ['Mahler', 'Nahler'])).toEqual([['Mahler', 'Nahler']])
  })

  test('numbers and other scripts are told apart as they are written [CLUSTER-03]', () => {
    expect(groups('phonetic', ['Modell 10', 'Model 10', 'Model 20'])).toEqual([['Modell 10', 'Model 10']])
    expect(groups('phonetic', ['Tank S', 'Tank XS', 'Tanc S'])).toEqual([['Tank S', 'Tanc S']])
    expect(groups('phonetic', ['Кухня', 'Стол'])).toEqual([])
    expect(phoneticKeys('', phoneticAlgorithms)).toEqual([])
    expect(phoneticKeys('a'.repeat(100_000), phoneticAlgorithms)).toEqual([])
  })
})

describe('levenshtein', () => {
  test('edits are counted up to a bound [CLUSTER-04]', () => {
    expect(isWithinEdits('kitten', 'sitten', 1)).toBe(true)
    expect(isWithinEdits('kitten', 'sitting', 2)).toBe(false)
    expect(isWithinEdits('kitten', 'sitting', 3)).toBe(true)
    expect(isWithinEdits('', 'ab', 2)).toBe(true)
    expect(isWithinEdits('ab', '', 1)).toBe(false)
  })

  test('short texts stay apart, longer ones may differ in two letters, none in a digit [CLUSTER-04]', () => {
    expect(groups('levenshtein', ['XL', 'XXL', 'L'])).toEqual([])
    expect(groups('levenshtein', ['Bosch', 'Bosh', 'Basco'])).toEqual([['Bosch', 'Bosh']])
    expect(groups('levenshtein', ['Anthracite', 'Anthrazit', 'anthracite'])).toEqual([
      ['Anthracite', 'Anthrazit', 'anthracite'],
    ])
    expect(groups('levenshtein', ['Müller GmbH', 'Mueller GmbH'])).toEqual([['Müller GmbH', 'Mueller GmbH']])
    expect(groups('levenshtein', ['Galaxy S10 phone', 'Galaxy S20 phone'])).toEqual([])
    expect(groups('levenshtein', ['Hoodie-L-Blue', 'Hoodie-M-Blue', 'Hoodi-L-Blue'])).toEqual([
      ['Hoodie-L-Blue', 'Hoodi-L-Blue'],
    ])
    expect(groups('levenshtein', ['x'.repeat(50_000), 'x'.repeat(49_999)])).toEqual([])
  })

  test('finds what a comparison of all with all finds [CLUSTER-04]', () => {
    const letters = 'abcd'
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const words = Array.from({ length: 400 }, () =>
      Array.from({ length: 2 + random(16) }, () => letters[random(letters.length)]).join(''),
    )
    const values = [...new Set(words)].map((value) => ({ value, count: 1 }))
    const found = groupValues(values, 'levenshtein', { throwIfInterrupted })
    const allowed = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2)
    const isNear = (a: string, b: string) =>
      a !== b && isWithinEdits(a, b, allowed(Math.min(a.length, b.length)))
    const alone = values.filter(({ value }) => !values.some((other) => isNear(value, other.value)))
    const grouped = new Set(found.flatMap((group) => group.values.map(({ value }) => value)))
    expect(alone.length).toBeGreaterThan(50)
    expect(alone.filter(({ value }) => grouped.has(value))).toEqual([])
    for (const { values: members, suggested } of found)
      for (const { value } of members) expect(value === suggested || isNear(value, suggested)).toBe(true)
    const left = values.filter(({ value }) => !grouped.has(value))
    expect(left.filter(({ value }) => left.some((other) => isNear(value, other.value)))).toEqual([])
  })
})

test('a group is what stands around its most frequent value, never a chain [CLUSTER-05]', () => {
  expect(groups('levenshtein', ['board', 'beard', 'bears', 'boars'])).toEqual([['board', 'beard', 'boars']])
})

test('of values as frequent as each other the one written with the most care is suggested [CLUSTER-05]', () => {
  const same = ['OAK', ' Oak', 'oak', 'Oak'].map((value) => ({ value, count: 2 }))
  const [group] = groupValues(same, 'fingerprint', { throwIfInterrupted })
  expect(group).toMatchObject({ suggested: 'Oak', count: 8 })
  expect(group?.values).toHaveLength(4)
})

test('every method goes through a hundred thousand values in parts, between which it may be ended [CLUSTER-06]', () => {
  const values = Array.from({ length: 3_000 }, (_, index) => ({
    value: `Value ${index.toString(36)}`,
    count: 1,
  }))
  for (const method of localMethods) {
    let asked = 0
    const ended = () =>
      groupValues(values, method, {
        throwIfInterrupted: () => {
          asked += 1
          if (asked === 2) throw new Error('ended')
        },
      })
    expect(ended).toThrow('ended')
  }
})
