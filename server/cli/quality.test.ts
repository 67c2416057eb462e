import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../index.ts'
import { runForPeople, runVitrine } from '../testing/command-line.ts'
import { runHere } from '../testing/in-process-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-cli-quality-'))
const at = ['--workspace', 'Shop', '--data', folder]
let close: () => Promise<void>

beforeAll(async () => {
  const server = await startServer({ dataDir: folder, port: 0, logLevel: 'silent', threadEntry: runHere })
  close = () => server.close()
  await runVitrine(['workspace', 'create', 'Shop', '--data', folder])
  const { last } = await runVitrine(['key', 'create', ...at, '--scopes', 'all'])
  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.origin}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${last.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([path, response.ok]).toEqual([path, true])
  }
  const text = { entity_type: 'product', data_type: 'single_line_text_field' }
  await post('/attributes', { name: 'Name', key: 'name', ...text, is_primary: true })
  await post('/attributes', { name: 'Price', key: 'price', entity_type: 'product', data_type: 'number' })
  const items = [
    { attributes: { name: 'Chair', price: 0 } },
    { attributes: { name: 'Table', price: 0 } },
    { attributes: { name: 'Lamp' } },
    { attributes: { name: 'Stool 1', price: 5 } },
    { attributes: { name: 'stool1', price: 5 } },
  ]
  await post('/products/batch', { items })
  const rule = { entity_type: 'product' }
  await post('/quality/rules', {
    ...rule,
    name: 'Not free',
    severity: 'error',
    applies_to: 'filter[price][exists]=true',
    check: { kind: 'filter', must_match: 'filter[price][gt]=0' },
    message: 'The price is {{price}}.',
  })
  await post('/quality/rules', {
    ...rule,
    name: 'Priced',
    check: { kind: 'required', attributes: ['price'] },
  })
  await post('/quality/rules', {
    ...rule,
    name: 'Off',
    enabled: false,
    check: { kind: 'required', attributes: ['price'] },
  })
})
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

test('quality prints one finding a line and last the score with counts, and its code follows the number of errors [CLI-15]', async () => {
  const all = await runVitrine(['quality', ...at])
  expect(all.code).toBe(0)
  expect(all.lines).toHaveLength(4)
  expect(all.lines.slice(0, 3)).toMatchObject([
    { rule: 'not_free', severity: 'error', entity: { label: 'Chair' }, message: 'The price is 0.' },
    { rule: 'not_free', entity: { label: 'Table' } },
    { rule: 'priced', severity: 'warning', attribute: 'price', value: null },
  ])
  expect(all.last).toEqual({ score: 66, errors: 2, warnings: 1, infos: 0 })
  const one = await runVitrine(['quality', ...at, '--rule', 'priced'])
  expect(one.last).toEqual({ score: 66, errors: 0, warnings: 1, infos: 0 })

  const codeOf = async (...options: string[]) => (await runVitrine(['quality', ...at, ...options])).code
  expect(await codeOf('--max-errors', '2')).toBe(0)
  expect(await codeOf('--max-errors', '1')).toBe(1)
  expect(await codeOf('--max-errors', '0', '--rule', 'priced')).toBe(0)
  expect(await codeOf('--type', 'vendor', '--max-errors', '0')).toBe(0)
})

test('people read sentences; an unknown or switched-off rule ends with 1, wrong usage with 2 [CLI-15]', async () => {
  const { stdout } = await runForPeople(['quality', ...at])
  const lines = stdout.trimEnd().split('\n')
  expect(lines[0]).toBe('error    not_free  Chair, price: The price is 0.')
  expect(lines[2]).toBe('warning  priced  Lamp, price: no value')
  expect(lines.at(-1)).toBe('Score 66. 2 errors, 1 warning, 0 infos.')
  const unknown = await runForPeople(['quality', ...at, '--rule', 'pricedd'])
  expect([unknown.code, unknown.stdout]).toEqual([1, ''])
  expect(unknown.stderr).toContain('Did you mean priced?')
  const off = await runForPeople(['quality', ...at, '--rule', 'off'])
  expect(off.code).toBe(1)
  expect(off.stderr).toContain('switched off')
  for (const wrong of [
    ['--max-errors', 'few'],
    ['--type', 'chair'],
  ])
    expect((await runForPeople(['quality', ...at, ...wrong])).code).toBe(2)
})

test('duplicates searches and prints one group a line and last their number [CLI-16]', async () => {
  const found = await runVitrine(['duplicates', ...at])
  expect(found.code).toBe(0)
  expect(found.lines).toHaveLength(2)
  expect(found.lines[0]).toMatchObject({ status: 'open', reasons: [{ by: 'title' }] })
  expect(found.last).toEqual({ groups: 1 })
  const { score } = found.lines[0] as unknown as { score: number }
  const surer = await runVitrine(['duplicates', ...at, '--min-score', String(score + 1)])
  expect(surer).toMatchObject({ code: 0, lines: [{ groups: 0 }] })
  const { stdout } = await runForPeople(['duplicates', ...at])
  expect(stdout).toMatch(/^ *\d+ {2}(Stool 1 = stool1|stool1 = Stool 1) \(.*\)\n1 group\n$/)
  expect((await runForPeople(['duplicates', ...at, '--min-score', '101'])).code).toBe(2)
})
