import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { betterWordFor, findRefusedNames } from './refused-words.ts'

const root = join(import.meta.dirname, '../..')
const listFile = join(import.meta.dirname, 'refused-names-left.txt')
const toWriteAnew = 'WRITE_REFUSED_NAMES=1 npm run test:unit -- server/testing/refused-words.test.ts'

function listFiles(): string[] {
  return ['shared', 'server', 'renderer', 'main', 'e2e', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules/')),
  )
}

/** `file: name, name` for each file that declares a refused name. */
function formatLeft(names: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  return [...names]
    .filter(([, found]) => found.size > 0)
    .map(([file, found]) => `${file}: ${[...found.keys()].sort().join(', ')}\n`)
    .sort()
    .join('')
}

/** A name may move to another file, but what is in no line of the list does not come into it. Without the list all do. */
function withoutNew(names: ReadonlyMap<string, ReadonlyMap<string, string>>, left: Map<string, string[]>) {
  const listed = new Set([...left.values()].flat())
  const keep = (found: ReadonlyMap<string, string>) =>
    new Map([...found].filter(([name]) => listed.size === 0 || listed.has(name)))
  return new Map([...names].map(([file, found]) => [file, keep(found)]))
}

function readLeft(): Map<string, string[]> {
  const lines = existsSync(listFile) ? readFileSync(listFile, 'utf8').split('\n').filter(Boolean) : []
  return new Map(
    lines.map((line) => {
      const [file = '', names = ''] = line.split(': ')
      return [file, names.split(', ')]
    }),
  )
}

test('new names have no refused word, and the list of those that are left only shrinks', () => {
  const names = new Map(listFiles().map((file) => [file, findRefusedNames(join(root, file))]))
  if (process.env['WRITE_REFUSED_NAMES']) writeFileSync(listFile, formatLeft(withoutNew(names, readLeft())))
  const left = readLeft()
  const added = [...names].flatMap(([file, found]) =>
    [...found]
      .filter(([name]) => !left.get(file)?.includes(name))
      .map(([name, instead]) => `${file}: ${name} has a refused word. Say: ${instead}.`),
  )
  const gone = [...left].flatMap(([file, listed]) =>
    listed
      .filter((name) => !names.get(file)?.has(name))
      .map((name) => `${file}: ${name} is gone. Write the list anew: ${toWriteAnew}`),
  )
  expect([...added, ...gone]).toEqual([])
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
      interface Asked { readonly seat: string; telling(): void }
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
      'seat',
      'sift',
      'telling',
      'twin',
    ])
  })
})
