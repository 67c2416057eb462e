import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { runForPeople, runVitrine } from '../testing/command-line.ts'
import { testServer } from '../testing/test-server.ts'

const sku = { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true }
const server = await testServer({
  attributes: [sku, { name: 'Price', entity_type: 'product', data_type: 'number' }],
})
const folder = await mkdtemp(join(tmpdir(), 'vitrine-remote-'))
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(() => {
  vi.stubEnv('VITRINE_DATA', join(folder, 'nothing'))
  vi.stubEnv('VITRINE_URL', server.server.origin)
  vi.stubEnv('VITRINE_KEY', server.key)
})

test('commands work on a server elsewhere by a key of its public API [surfaces.5.3]', async () => {
  expect((await runVitrine(['me'])).last).toMatchObject({ kind: 'key' })
  const file = join(folder, 'list.csv')
  await writeFile(file, 'sku,price\nA,1\nB,2\n')
  const imported = await runVitrine(['import', file, '--merge-key', 'sku'])
  expect([imported.code, imported.last['status']]).toEqual([0, 'completed'])
  expect((await runForPeople(['list', 'product', 'price>=2', '--format', 'csv'])).stdout).toContain('B')
  const edited = await runVitrine(['edit', '--type', 'product', '--filter', 'sku=A', '--set', 'price=9'])
  expect([edited.code, edited.stderr]).toEqual([0, ''])
  const to = join(folder, 'out.csv')
  expect((await runForPeople(['export', '-t', 'product', '-o', to])).code).toBe(0)
  expect(await readFile(to, 'utf8')).toMatch(/A,9/)
})

test('what a key does not open is said, and so are a wrong workspace and half of an address [surfaces.5.3]', async () => {
  const views = await runForPeople(['views'])
  expect(views).toMatchObject({ code: 1, stderr: expect.stringContaining('public API') })
  const other = await runForPeople(['me', '-w', 'Another'])
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('and not "Another"') })
  vi.stubEnv('VITRINE_KEY', '')
  expect(await runForPeople(['me'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('VITRINE_KEY'),
  })
  vi.stubEnv('VITRINE_URL', 'nowhere')
  expect(await runForPeople(['me'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('VITRINE_URL'),
  })
})

test.skipIf(process.platform === 'win32')(
  'a program vitrine-foo on the PATH is the command vitrine foo, with where commands work [surfaces.5.6]',
  async () => {
    const program = join(folder, 'vitrine-hello')
    const said = join(folder, 'said')
    await writeFile(program, `#!/bin/sh\necho "$1 $VITRINE_DATA" > "${said}"\nexit 7\n`)
    await chmod(program, 0o755)
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`)
    expect((await runForPeople(['hello', 'there'])).code).toBe(7)
    expect(await readFile(said, 'utf8')).toBe(`there ${join(folder, 'nothing')}\n`)
    expect((await runForPeople(['helo'])).code).toBe(2)
  },
)

test('help has commands in groups, with the codes that programs of the shell read [surfaces.5.4]', async () => {
  const { stdout } = await runForPeople(['--help'])
  for (const title of ['Catalog', 'Files in and out', 'Set-up', 'Server', 'Team'])
    expect(stdout).toContain(`${title}:\n`)
  expect(stdout).toContain('130 interrupted')
})
