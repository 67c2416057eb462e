import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDocument } from '../testing/read-document.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'vitrine-types-'))
let types: string
beforeAll(async () => {
  const [document, file] = [join(folder, 'openapi.json'), join(folder, 'api.ts')]
  writeFileSync(document, (await readDocument('public')).text)
  const packaged = createRequire(import.meta.url).resolve('openapi-typescript/package.json')
  const program = join(dirname(packaged), 'bin/cli.js')
  await run(process.execPath, [program, document, '--output', file, '--root-types'])
  types = readFileSync(file, 'utf8')
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('openapi-typescript names what has a name [surfaces.7.3]', () => {
  const names = [...types.matchAll(/^export type Schema(\w+) = /gm)].map(([, name]) => name)
  const wanted = [
    'Entity',
    'Note',
    'Finding',
    'Proposal',
    'Duplicate',
    'Channel',
    'Job',
    'Comment',
    'Alias',
    'Event',
  ]
  const parts = ['FieldErrorExpected', 'NotePage', 'EntityData', 'StartBulkEditRequest', 'ListQuery']
  expect(names).toEqual(expect.arrayContaining([...wanted, ...parts]))
  expect(names.filter((name) => /\d$/.test(name ?? ''))).toEqual([])
})

/** A program that uses the generated types; its wrong uses have to be errors. */
const uses = `import type { components, operations, SchemaNote, SchemaListQuery } from './api.ts'

type Filter = NonNullable<NonNullable<operations['listProducts']['parameters']['query']>['filter']>
export const atLeast: Filter = { price: { gte: '100' }, status: 'Published' }
export const groups: SchemaListQuery = {
  filter: { or: [{ attribute: 'price', operator: 'gte', value: 100 }] },
}
// @ts-expect-error there is no such operator
export const wrong: SchemaListQuery = { filter: { or: [{ attribute: 'price', operator: 'above', value: 1 }] } }
export const textOf = (note: SchemaNote): string => note.text
export const stepOf = (job: components['schemas']['Job']): number => job.progress.percent ?? 0
`

test('filters with operators and named types compile as somebody writes them [surfaces.7.3]', async () => {
  writeFileSync(join(folder, 'uses.ts'), uses)
  const program = join(import.meta.dirname, '../../node_modules/.bin/tsc')
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--allowImportingTsExtensions',
    '--skipLibCheck',
    '--target',
    'esnext',
  ]
  const outcome = await run(program, [...options, join(folder, 'uses.ts')]).catch((error) => error)
  expect(outcome.stdout).toBe('')
}, 60_000)
