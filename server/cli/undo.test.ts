import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { runForPeople, runVitrine, servedFolder } from '../testing/command-line.ts'

test('what was changed last is described, asked for and taken back [CLI-25]', async () => {
  const data = ['--data', await servedFolder('cli-undo')]
  await runVitrine(['workspace', 'create', 'Shop', ...data])
  const nothing = await runForPeople(['undo', '--yes', ...data])
  expect(nothing).toMatchObject({ code: 1, stderr: 'The owner has changed nothing in this workspace.\n' })
  const csv = 'sku,name,price\nA-1,Chair,10\nA-2,Table,20\n'
  await runForPeople(['import', '-', '-t', 'product', '--merge-key', 'sku', ...data], csv)
  await runVitrine([
    'edit',
    '-w',
    'Shop',
    '-t',
    'product',
    '--filter',
    'sku=A-1',
    '--set',
    'price=99',
    ...data,
  ])
  const priceOf = async (sku: string) => {
    const { last } = await runVitrine(['get', 'product', `sku=${sku}`, ...data])
    return (last['attributes'] as { price: number } | undefined)?.price
  }
  expect(await priceOf('A-1')).toBe(99)

  expect(await runForPeople(['undo', ...data])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--yes'),
  })
  expect((await runForPeople(['undo', 'x', '--last', ...data])).code).toBe(2)
  const terminal = (answer: string) => Object.assign(Readable.from([answer]), { isTTY: true })
  const declined = await runForPeople(['undo', ...data], terminal('n\n'))
  expect([declined.code, await priceOf('A-1')]).toEqual([1, 99])
  expect(declined.stderr).toContain('1 × entity.updated by bulk_edit')
  expect(declined.stderr).toContain('the last one of "Chair": price')
  expect(declined.stderr).toContain('Nothing was taken back.')

  const done = await runForPeople(['undo', ...data], terminal('y\n'))
  expect([done.code, await priceOf('A-1')]).toEqual([0, 10])
  const again = await runForPeople(['undo', '--last', '-y', ...data])
  expect([again.code, await priceOf('A-1')]).toEqual([0, 99])

  const imported = (await runVitrine(['jobs', ...data])).lines.find(({ name }) => name === 'import')
  const start = imported?.id.slice(0, 23) ?? ''
  expect((await runForPeople(['undo', start, ...data])).code).toBe(0)
  expect(await priceOf('A-2')).toBeUndefined()

  await runForPeople(['api', 'POST', '/products', '-f', 'attributes[name]=Lamp', ...data])
  const single = await runForPeople(['undo', '--yes', ...data])
  expect([single.code, single.stderr]).toEqual([0, expect.stringContaining('1 × entity.created')])
}, 60_000)

test('what stays is named with who has changed it since, and when [CLI-25] [EDIT-08]', async () => {
  const data = ['--data', await servedFolder('cli-undo-since')]
  await runVitrine(['workspace', 'create', 'Shop', ...data])
  const csv = 'sku,name,price\nA-1,Chair,10\n'
  await runForPeople(['import', '-', '-t', 'product', '--merge-key', 'sku', ...data], csv)
  const { last: found } = await runVitrine(['get', 'product', 'sku=A-1', ...data])
  const price = async (value: number) => {
    const body = { type: 'product', edits: [{ id: found['id'], attributes: { price: value } }] }
    const sent = ['api', 'POST', '/edits', '--input', '-', '--json', ...data]
    return JSON.parse((await runForPeople(sent, JSON.stringify(body))).stdout).edit_id as string
  }
  const edit = await price(20)
  await price(30)
  const undone = await runForPeople(['undo', edit, ...data])
  expect(undone.code).toBe(0)
  expect(undone.stdout).toMatch(
    /^0 taken back, 1 changed since and kept\.\nStays: price of Chair, changed by owner at 20\d\d-/,
  )
}, 60_000)
