import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { chooseMutants, draw, runsByLevel } from './choose-mutants.ts'
import { applyMutant, listMutants } from './mutants.ts'
import { listUnits, recordRuns, unitAt } from './record-runs.ts'

const checkout = join(import.meta.dirname, '../..')

function mutate(body: string): string[] {
  const source = `function f(a, b) { ${body} }`
  return listMutants('a.ts', source).map((mutant) => applyMutant(source, mutant).slice(19, -2))
}

describe('an operator', () => {
  test.each([
    ['negates a condition', 'if (a) return', ['if (!(a)) return']],
    ['negates the condition of a choice', 'return a ? b : a', ['return !(a) ? b : a']],
    ['moves a bound', 'return a < b', ['return a <= b']],
    ['turns an equality round', 'return a === b', ['return a !== b']],
    ['swaps and for or', 'return a && b', ['return a || b']],
    ['drops a call', 'f(a)', [';']],
    ['drops a refusal', 'throw a', [';']],
    ['flips a boolean', 'return true', ['return false']],
    ['changes a number', 'return 41', ['return 42']],
    ['empties a text', "return 'a'", ["return ''"]],
    ['fills an empty text', "return ''", ["return 'changed'"]],
    ['empties an array', 'return [a, b]', ['return []']],
  ])('%s', (_name, body, mutants) => {
    expect(mutate(body)).toEqual(mutants)
  })

  test.each([
    ['types', "const c: 'a' | 'b' = a as 'a'"],
    ['names of members', "return { 'a': b }"],
    ['calls that remove files', "return rmSync(a ? 'b' : 'c')"],
    ['the bounds of loops', 'for (; a < b; a++) ;'],
  ])('leaves %s alone', (_name, body) => {
    expect(mutate(body)).toEqual([])
  })

  test('leaves alone what runs once when the file is loaded', () => {
    expect(listMutants('a.ts', "export const a = 1\nf('b')")).toEqual([])
  })
})

/** Every third file of the catalog, enough to meet all syntax in use. */
const someFiles = globSync('server/{catalog,http,store}/**/*.ts', { cwd: checkout })
  .filter((file) => !/\.(test|test-worker)\.ts$/.test(file))
  .filter((_file, index) => index % 3 === 0)

test('a mutant of the server is still a program, and so are sources that record', () => {
  const unfit = someFiles.flatMap((file) => {
    const source = readFileSync(join(checkout, file), 'utf8')
    const drawn = draw(listMutants(file, source), 3, seededRandom(source.length))
    return [...drawn.map((mutant) => applyMutant(source, mutant)), recordRuns(file, source, '/log')]
      .filter((text) => !isProgram(text))
      .map((text) => `${file}: ${text.slice(0, 200)}`)
  })
  expect(someFiles.length).toBeGreaterThan(100)
  expect(unfit).toEqual([])
})

function isProgram(text: string): boolean {
  try {
    return stripTypeScriptTypes(text) !== ''
  } catch {
    return false
  }
}

test('a unit writes once that it ran, and what did not run writes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-runs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const source = `
    const twice = (a) => [a, a].map((each) => each * 2)
    export function run(a) {
      if (a > 1) return 'never'
      switch (a) { case 1: { for (const b of twice(a)) a += b } }
      return a
    }`
  const log = join(folder, 'log')
  writeFileSync(join(folder, 'a.mjs'), recordRuns('a.ts', source, log))
  const { run }: { run: (a: number) => number } = await import(pathToFileURL(join(folder, 'a.mjs')).href)
  expect(run(1)).toBe(5)
  const ran = readFileSync(log, 'utf8').trim().split('\n')
  const texts = ran.map((line) =>
    source
      .slice(Number(line.replace('a.ts:', '')))
      .split(/[\n{]/)[0]
      ?.trim(),
  )
  expect(texts.map((text = '') => text.slice(0, 10)).sort()).toEqual([
    '',
    '[a, a].map',
    'a += b } }',
    'each * 2)',
    'for (const',
    'if (a > 1)',
    'return a',
    'switch (a)',
  ])
})

test('the innermost unit around a position is found, and none outside of functions', () => {
  const source = 'const a = 1; function f() { if (a) { g(2) } }'
  const units = listUnits('a.ts', source)
  const unit = unitAt(units, source.indexOf('2'))
  expect(source.slice(unit?.start, unit?.end)).toBe('g(2)')
  expect(unitAt(units, source.indexOf('1'))).toBeUndefined()
})

test('mutants are chosen where the rule runs alone before where others run too', () => {
  const source = 'function f() { g(); h() }\nfunction k() { l() }'
  const [g, h, l] = ['g()', 'h()', 'l()'].map((call) => `a.ts:${source.indexOf(call)}`) as [
    string,
    string,
    string,
  ]
  const levels = runsByLevel(
    'A-01',
    new Map([
      ['A-01', new Set([g, h])],
      ['A-02', new Set([h, l])],
    ]),
  )
  expect(levels).toEqual([new Set([g]), new Set([h])])
  const choose = (count: number) =>
    chooseMutants(levels, count, seededRandom(1), () => source).map(({ start }) => `a.ts:${start}`)
  expect(choose(1)).toEqual([g])
  expect(choose(5)).toEqual([g, h])
})
