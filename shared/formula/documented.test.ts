import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formulaFunctions, type FunctionName, describeSignature } from './functions/functions.ts'

test('docs/formulas.md lists every function as the table has it', () => {
  const page = readFileSync(new URL('../../docs/formulas.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([A-Z]+\(.*?\))`\s*\| (.*?)\s*\|$/gm)].map(([, call, help]) => [
    call,
    help,
  ])
  const table = Object.entries(formulaFunctions).map(([name, { help }]) => [
    describeSignature(name as FunctionName),
    help,
  ])
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(table))
})
