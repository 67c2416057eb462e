import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { betterWordFor, findRefusedNames } from './refused-words.ts'

const root = join(import.meta.dirname, '../..')

function listFiles(): string[] {
  return ['shared', 'server', 'renderer', 'main', 'e2e', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules/')),
  )
}

test('no file declares a name with a refused word', () => {
  const faults = listFiles().flatMap((file) =>
    [...findRefusedNames(join(root, file))].map(
      ([name, instead]) => `${file}: ${name} has a refused word. Say: ${instead}.`,
    ),
  )
  expect(faults).toEqual([])
})

describe('a refused word is found', () => {
  test.each([
    ['tellRate', 'format or describe'],
    ['MOST_ROWS', 'max'],
    ['mostRows', 'max'],
    ['take-seat', 'presence'],
    ['#goOn', 'throwIfInterrupted'],
    ['copyOfHomeCopy', 'download, or export'],
    ['readNorms', 'comparable'],
  ])('in %s', (name, instead) => {
    expect(betterWordFor(name)).toBe(instead)
  })

  test.each([
    'almost',
    'utmostRows',
    'formatRate',
    'normalize',
    'indoor',
    'Found',
    'spellchecker',
    'Spelling',
    'Feed',
  ])('and %s has none', (name) => {
    expect(betterWordFor(name)).toBeUndefined()
  })

  test('a type is no bare participle, but may have one', () => {
    expect(betterWordFor('Found', true)).toContain('<Noun>Result')
    expect(betterWordFor('Asked', true)).toContain('<Noun>Query')
    expect(betterWordFor('FoundRows', true)).toBeUndefined()
    expect(betterWordFor('ChangeFeed', true)).toBeUndefined()
    expect(betterWordFor('Seed', true)).toBeUndefined()
  })

  test('in all that a file declares, and not in what it uses', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-words-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'peer-door.ts')
    writeFileSync(
      path,
      `import { tellAll } from './tell-all.ts'
      interface Asked { readonly seat: string; readonly door: string; telling(): void }
      class Twins { #norms = 1; judge() {} }
      export function sift({ row: heardRow, ...kept }: Asked, [twin] = tellAll(seat)) { const mostRows = 3 }
      const text = { door: 'tell' }`,
    )
    expect([...findRefusedNames(path).keys()].sort()).toEqual([
      'Asked',
      'Twins',
      'heardRow',
      'judge',
      'kept',
      'mostRows',
      'norms',
      'peer-door',
      'sift',
      'telling',
      'twin',
    ])
  })
})
