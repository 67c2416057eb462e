import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runForPeople, runVitrine, servedFolder } from '../testing/command-line.ts'

const program = join(import.meta.dirname, 'vitrine.mjs')

test('files and ids come by standard input, and an export goes to standard output [CLI-22]', async () => {
  const data = ['--data', await servedFolder('cli-pipes')]
  await runVitrine(['workspace', 'create', 'Shop', ...data])
  const csv = 'sku,name,price\nA-1,Chair,10\nA-2,Table,20\n'
  const imported = await runForPeople(
    ['import', '-', '--type', 'product', '--merge-key', 'sku', ...data],
    csv,
  )
  expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('2 created') })
  const lines = '{"sku":"A-2","name":"Table","price":"25"}\n{"sku":"A-3","name":"Bed","price":"30"}\n'
  const again = await runForPeople(
    ['import', '-', '--format', 'jsonl', '--type', 'product', '--merge-key', 'sku', '--json', ...data],
    lines,
  )
  expect(again.code).toBe(0)
  const wrong = await runForPeople(['import', '-', '--format', 'jsnol', ...data], lines)
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('jsonl') })

  const some = await runForPeople(['list', 'product', 'price>=20', '--json', ...data])
  const edit = [
    'edit',
    '--workspace',
    'Shop',
    '--type',
    'product',
    '--ids',
    '-',
    '--set',
    'price=99',
    ...data,
  ]
  const edited = await runForPeople(edit, some.stdout)
  expect(edited).toMatchObject({ code: 0, stdout: expect.stringContaining('2 changed') })
  const ids = await runForPeople([
    'list',
    'product',
    'price=99',
    '--format',
    'csv',
    '--fields',
    'id',
    ...data,
  ])
  const byId = await runForPeople(edit, ids.stdout.split('\n').slice(1).join('\n'))
  expect(byId.stdout).toContain('0 changed, 2 unchanged')

  const exported = await runForPeople([
    'export',
    '--workspace',
    'Shop',
    '--type',
    'product',
    '--format',
    'csv',
    ...data,
  ])
  expect(exported.stdout).toContain('A-3')
  expect(exported.stdout).not.toContain('Exported')
  expect(exported.stderr).toContain('Exported 3 rows')
}, 60_000)

test.skipIf(process.platform === 'win32')(
  'a reader that has enough ends what reads quietly, and not what writes [CLI-22]',
  async () => {
    const folder = await servedFolder('cli-head')
    const data = ['--data', folder]
    await runVitrine(['workspace', 'create', 'Shop', '--sample', ...data])
    const node = `${JSON.stringify(process.execPath)} ${JSON.stringify(program)}`
    const shell = async (line: string) =>
      promisify(execFile)('bash', ['-c', `set -o pipefail; ${line}`, 'bash', folder])
    const first = await shell(`${node} list product --all --json --data "$1" | head -1`)
    expect(JSON.parse(first.stdout)).toMatchObject({ type: 'product' })
    expect(first.stderr).toBe('')
    const head = await shell(
      `${node} export --workspace Shop --type product --format csv --data "$1" 2>/dev/null | head -1`,
    )
    expect(head.stdout).toMatch(/^id,/)

    const file = join(folder, 'new.csv')
    writeFileSync(
      file,
      `sku,product_name\n${Array.from({ length: 500 }, (_, index) => `N-${index},New ${index}\n`).join('')}`,
    )
    const writing = spawn(process.execPath, [program, 'import', file, '--type', 'product', '--json', ...data])
    writing.stdout.destroy()
    expect(await once(writing, 'exit')).toEqual([0, null])
    expect((await runVitrine(['get', 'product', 'sku=N-499', ...data])).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('N-499')
  },
  60_000,
)
