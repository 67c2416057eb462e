import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findModuleState } from './module-state.ts'

const store = join(import.meta.dirname, '../store')

/**
 * A lock belongs to the process, not to a connection: it holds even after its owner is collected
 * [SPACE-02].
 */
const statesOfTheProcess = ['file/file-lock.ts: held ']

test('no module of the store keeps anything itself: a connection or a compiler owns what lasts', () => {
  const files = globSync('**/*.ts', { cwd: store }).filter((file) => !file.endsWith('.test.ts'))
  const faults = files.flatMap((file) =>
    findModuleState(file, readFileSync(join(store, file), 'utf8')).map((fault) => `${file}: ${fault}`),
  )
  expect(faults.filter((fault) => !statesOfTheProcess.some((known) => fault.startsWith(known)))).toEqual([])
})

test.each([
  ['let depth = 0', 'depth is a variable of the module.'],
  ['export let taken: string | undefined', 'taken is a variable of the module.'],
  ['const known = new WeakMap<object, string>()', 'known keeps what new WeakMap makes.'],
  ['const held = new Set<object>()', 'held keeps what new Set makes.'],
  ['const caches = cacheByConnection({ maxSize: 1 })', 'caches keeps what cacheByConnection makes.'],
  ['const texts = { put: textById() }', 'texts keeps what textById makes.'],
  ['const state = { open: 0 }\nexport function f() { state.open += 1 }', 'state is a constant whose members'],
  [
    'const rows: number[] = []\nexport const add = (row: number) => rows.push(row)',
    'rows is a constant whose',
  ],
  ['export class A { static count = 0 }', 'count is a variable of its class.'],
])('%s is told', (source, fault) => {
  expect(findModuleState('a.ts', source)).toEqual([expect.stringContaining(fault)])
})

test.each([
  'const most = 4',
  "const kinds: ReadonlySet<string> = new Set(['a'])",
  "const member = raw('m.entity')",
  'const known = cachePart<string, number>(countedValues(5))',
  'const table = { a: () => 1 } as const',
  'export const f = () => { let depth = 0; const seen = new Map(); return seen.set(depth++, 1) }',
])('%s is a constant', (source) => {
  expect(findModuleState('a.ts', source)).toEqual([])
})
