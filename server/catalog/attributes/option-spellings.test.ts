import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { AttributePatch } from '#shared/attributes.ts'
import { counts, JobWorkspace, ownerContext } from '../../testing/job-workspace.ts'
import { testServer } from '../../testing/test-server.ts'

const finish = {
  entity_type: 'product',
  key: 'finish',
  name: 'Finish',
  data_type: 'single_select_list',
} as const

test('options that differ in capitals only are refused with the pair, in a new definition and in a change [DEF-25]', async () => {
  await using server = await testServer()
  const create = await server.post('/attributes', { ...finish, acceptable_values: 'Matt,matt,MATT,Glossy' })
  expect(create.status).toBe(400)
  expect(create.body.error.field_errors).toMatchObject([
    {
      field: 'acceptable_values',
      issue: 'invalid_value',
      message: 'The options Matt and matt differ in capitals only. Leave one of them out.',
    },
  ])
  expect((await server.post('/attributes', { ...finish, acceptable_values: 'Matt,Glossy' })).status).toBe(201)
  const change = await server.patch('/attributes/finish?type=product', {
    acceptable_values: 'Matt,glossy,Glossy',
  })
  expect(change.status).toBe(400)
  const added = await server.patch('/attributes/finish?type=product', {
    add_acceptable_values: ['MATT', 'Satin', 'SATIN'],
  })
  expect(added.body.data.acceptable_values).toBe('Matt, Glossy, Satin')
})

test('imports fold new options to the first spelling, and say so [DEF-25]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.define({ ...finish, acceptable_values: 'Matt' })
  const file = 'sku,finish,colour\nA,MATT,Rosso\nB,Glossy,rosso\nC,glossy,Blu\nD,Matt,Blu\n'
  const { result } = await workspace.import(file, {
    merge_key: 'sku',
    create_missing_options: true,
    mapping: { colour: { key: 'colour', data_type: 'single_select_list' } },
  })
  expect(result).toMatchObject({
    ...counts(4, 0, 0, 0),
    warnings: [
      'finish has options that differ in capitals only: MATT is read as Matt, glossy is read as Glossy.',
      'colour has options that differ in capitals only: rosso is read as Rosso.',
    ],
  })
  const products = await workspace.products()
  expect(products.map((one) => [one['finish'], one['colour']])).toEqual([
    ['Matt', 'Rosso'],
    ['Glossy', 'Rosso'],
    ['Glossy', 'Blu'],
    ['Matt', 'Blu'],
  ])
  expect(await workspace.preview(file)).toMatchObject({
    warnings: expect.arrayContaining([expect.stringMatching(/^finish has options .*: MATT is read as Matt/)]),
  })
})

test('a stored pair of such options stays writable, and no further one comes to it [DEF-25]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.define({ ...finish, acceptable_values: 'Matt, Glossy' })
  using sqlite = openSqlite(workspace.file)
  sqlite.exec(
    `UPDATE attribute SET config = json_set(config, '$.acceptable_values', 'Matt, matt') WHERE key = 'finish'`,
  )
  await workspace.restart()
  const change = (body: AttributePatch) =>
    workspace.threads.call('updateAttribute', {
      key: 'finish',
      type: 'product',
      body,
      faults: [],
      context: ownerContext,
    })

  await change({ name: 'Surface', acceptable_values: ['Matt', 'matt', 'Satin'] })
  const changed = (await workspace.definitions()).find(({ key }) => key === 'finish')
  expect(changed).toMatchObject({ name: 'Surface', acceptable_values: 'Matt, matt, Satin' })
  await expect(change({ acceptable_values: ['Matt', 'matt', 'Satin', 'satin'] })).rejects.toMatchObject({
    code: 'validation_failed',
  })
})

function openSqlite(file: string) {
  const sqlite = new BetterSqlite3(file)
  return Object.assign(sqlite, { [Symbol.dispose]: () => sqlite.close() })
}
