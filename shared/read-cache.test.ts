import { expect, test } from 'vitest'
import { ReadCache } from './read-cache.ts'

const bounds = { maxSize: 10, sizeOf: (text: string) => text.length }

test('values hold for one version', () => {
  const cache = new ReadCache<string, string>(bounds)
  cache.renew('1').add('a', 'x')
  expect(cache.renew('1').get('a')).toBe('x')
  expect(cache.renew('2').get('a')).toBeUndefined()
})

test('a value that makes it too large drops those asked for the longest ago, and one that is too large alone is not added', () => {
  const cache = new ReadCache<string, string>(bounds)
  cache.add('a', '123456')
  cache.add('b', '12345')
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, '12345'])
  cache.add('c', '12345678901')
  expect([cache.get('b'), cache.get('c')]).toEqual([undefined, undefined])
})

test('a value that is asked for stays when those that were added later go', () => {
  const cache = new ReadCache<string, string>(bounds)
  for (const key of ['a', 'b', 'c']) cache.add(key, '123')
  cache.get('a')
  cache.add('d', '1234')
  expect(['a', 'b', 'c', 'd'].map((key) => cache.has(key))).toEqual([true, false, true, true])
})

test('undefined is cached as any value, and added again it leaves as much room for the others', () => {
  const cache = new ReadCache<string, string | undefined>({ maxSize: 2, sizeOf: () => 1 })
  cache.add('a', 'x')
  for (let turn = 0; turn < 5; turn += 1) cache.add('none', undefined)
  expect([cache.get('a'), cache.has('none')]).toEqual(['x', true])
})

test('a value can be made and kept at its second use in one version', () => {
  const cache = new ReadCache<string, string>(bounds)
  cache.renew('1').addWhenRepeated('a', () => 'xxx')
  cache.renew('2').addWhenRepeated('a', () => 'xxx')
  expect(cache.get('a')).toBeUndefined()
  cache.addWhenRepeated('a', () => 'xxx')
  expect(cache.get('a')).toBe('xxx')
})
