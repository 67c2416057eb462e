import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { runForPeople, runVitrine, servedFolder } from '../testing/command-line.ts'
import { runCommand } from './main.ts'
import { Table } from './table.ts'

test('entities are listed, chosen by clauses, and read one by one [CLI-19]', async () => {
  const folder = await servedFolder('cli-list')
  const data = ['--data', folder]
  await runVitrine(['workspace', 'create', 'Shop', '--sample', ...data])
  const list = (...words: string[]) => runVitrine(['list', ...words, ...data])
  const people = (...words: string[]) => runForPeople([...words, ...data])

  const all = await list('product', '--all')
  const some = await list('products', '--limit', '3', '--sort=-price')
  expect([all.code, all.lines.length > 50, some.lines.length]).toEqual([0, true, 3])
  const priced = await list('product', '--all', 'price?')
  const unpriced = await list('product', '--all', '!price')
  expect(priced.lines.length + unpriced.lines.length).toBe(all.lines.length)
  const dear = await list('product', 'price>=100', 'filter[price][lt]=300', '--all')
  const prices = dear.lines.map(({ attributes }) => (attributes as { price: number }).price)
  expect(prices.length).toBeGreaterThan(0)
  expect(prices.every((price) => price >= 100 && price < 300)).toBe(true)
  expect((await list('product', 'price<0')).lines).toEqual([])

  const csv = await people('list', 'product', '--format', 'csv', '--fields', 'id,price', '--limit', '2')
  expect(csv.stdout).toMatch(/^id,price\n[0-9a-f-]{36},[\d.]*\n[0-9a-f-]{36},[\d.]*\n$/)
  const array = await people('list', 'product', '--format', 'json', '--all')
  expect(JSON.parse(array.stdout)).toHaveLength(all.lines.length)
  const table = await people('list', 'product', '--limit', '2')
  expect(table.stdout.split('\n')[0]).toMatch(/^id +/)
  expect(await people('list', 'product', 'price<0')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'Nothing matches.\n',
  })

  const [{ id, attributes }] = all.lines as unknown as [{ id: string; attributes: { sku: string } }]
  const byId = await runVitrine(['get', 'product', id, ...data])
  const byKey = await runVitrine(['get', 'product', `sku=${attributes.sku}`, ...data])
  expect([byId.last.id, byKey.last.id]).toEqual([id, id])
  expect((await people('get', 'product', id)).stdout).toContain(`id `)
  expect(await people('get', 'product', 'sku=nope')).toMatchObject({
    code: 1,
    stderr: 'No product has sku=nope.\n',
  })
  expect(await people('get', 'product', 'price?')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('true of more than one product'),
  })

  const mistyped = await people('list', 'prodcut')
  expect([mistyped.code, mistyped.stderr]).toEqual([2, expect.stringContaining('Did you mean product?')])
  const unknown = await people('list', 'product', 'pirce>1')
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('price')])
  expect((await people('list', 'product', '--all', '--limit', '3')).code).toBe(2)
}, 60_000)

test('attributes, views, the workspace, jobs and events are told; a job is waited for and cancelled [CLI-20]', async () => {
  const folder = await servedFolder('cli-jobs')
  const data = ['--data', folder]
  await runVitrine(['workspace', 'create', 'Shop', '--sample', ...data])
  const ask = (...words: string[]) => runVitrine([...words, ...data])
  const people = (...words: string[]) => runForPeople([...words, ...data])

  const keys = (await ask('attributes', 'product')).lines.map(({ key }) => key)
  expect(keys).toContain('price')
  expect((await people('attributes')).stdout).toMatch(/^key +type +data type/)
  expect((await ask('me')).last['workspace']).toMatchObject({ name: 'Shop' })
  expect((await people('me')).stdout).toContain('Workspace  Shop (')
  expect(await ask('views')).toMatchObject({ code: 0 })

  const edit = [
    'edit',
    '--workspace',
    'Shop',
    '--type',
    'product',
    '--filter',
    'price>=100',
    '--filter',
    'price<300',
  ]
  const done = await ask(...edit, '--set', 'price=150')
  expect(done.last['result']).toMatchObject({ failed: 0 })
  const { id } = done.last
  expect((await ask('jobs', '--status', 'completed')).lines.map((job) => job.id)).toContain(id)
  expect((await people('jobs')).stdout).toContain(id)
  expect((await ask('jobs', id, '--wait')).last).toMatchObject({ id, status: 'completed' })
  expect((await people('jobs', 'cancel', id)).stdout).toBe('The job had ended before: completed.\n')
  expect((await people('jobs', '--wait')).code).toBe(2)

  const events = await ask('events', '--event', 'entity.updated', '--limit', '5')
  const sequences = events.lines.map(({ sequence }) => Number(sequence))
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
  expect((await people('events', '--limit', '3')).stdout).toMatch(/ {2}(entity|job)\./)
  expect((await ask('events', '--after', '999999999')).lines).toEqual([])

  const exported = join(folder, 'some.jsonl')
  await ask('export', '--workspace', 'Shop', '--type', 'product', '--filter', 'price=150', '--to', exported)
  const { result } = done.last as unknown as { result: { matched: number } }
  expect(readFileSync(exported, 'utf8').trim().split('\n').length).toBeGreaterThanOrEqual(result.matched)
  const check = { kind: 'filter', must_match: 'filter[price][gt]=1000000' }
  const rule = JSON.stringify({ name: 'Dear', entity_type: 'product', check })
  const made = await runForPeople(['api', 'POST', '/quality/rules', '--input', '-', ...data], rule)
  expect(made.code).toBe(0)
  const whole = (await ask('quality', '--workspace', 'Shop')).lines.length
  const part = (await ask('quality', '--workspace', 'Shop', '--filter', 'price=987654')).lines.length
  expect(part).toBeLessThan(whole)
}, 60_000)

test('events are followed from now on until the command is interrupted [CLI-20]', async () => {
  const data = ['--data', await servedFolder('cli-follow')]
  await runVitrine(['workspace', 'create', 'Shop', '--sample', ...data])
  const [product] = (await runVitrine(['list', 'product', '--limit', '1', ...data])).lines
  const [last] = (await runVitrine(['events', '--limit', '1', ...data])).lines
  const edit = ['edit', '--workspace', 'Shop', '--type', 'product', '--filter', `id=${product?.id}`, ...data]
  const interruption = new AbortController()
  const lines: string[] = []
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (chunk.length > 0) lines.push(chunk.toString())
      interruption.abort()
      done()
    },
  })
  const after = ['--after', `${last?.['sequence'] as number}`]
  const following = runCommand(
    ['events', '--follow', '--json', '--event', 'entity.updated', ...after, ...data],
    {
      stdout,
      stderr: stdout,
      interrupted: interruption.signal,
    },
  )
  await runVitrine([...edit, '--set', 'price=7777'])
  expect(await following).toBe(130)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ entity: { id: product?.id } }])
}, 60_000)

test('a table fits the terminal, counts wide letters twice and takes no orders from values [CLI-19]', () => {
  const table = new Table(['id', 'name', 'text', 'more'], 40)
  const lines = table.lines([
    ['1', '\u001B[31mred\u001B[0m\u0007', 'x'.repeat(90), 'y'.repeat(90)],
    ['2', '椅子', 'a\nb', ''],
  ])
  expect([table.heading, ...lines].every((line) => line.length <= 40)).toBe(true)
  expect(lines[0]).toMatch(/^1 {3}red {3}x+… {2}y+…$/)
  expect(lines[1]).toMatch(/^2 {3}椅子 {2}a b$/)
  expect(new Table(['a', 'b', 'c'], 20).lines([['x'.repeat(9), 'y'.repeat(9), 'z'.repeat(9)]])).toHaveLength(
    1,
  )
})
