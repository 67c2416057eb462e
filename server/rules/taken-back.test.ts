/** Every write that answers an id is taken back by it through the door that it came by. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runForPeople, runVitrine } from '../testing/command-line.ts'
import { callTool } from '../testing/mcp-client.ts'
import type { TestResponse } from '../testing/http-client.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const line = { data_type: 'single_line_text_field', entity_type: 'product' }
const folder = mkdtempSync(join(tmpdir(), 'vitrine-taken-back-'))
let server: TestServer
let workspace: string
let ids: string[]

beforeAll(async () => {
  server = await testServer({
    isThreaded: true,
    attributes: [
      { ...line, name: 'SKU', is_primary: true },
      { ...line, name: 'Name' },
      { ...line, name: 'Color' },
      { name: 'Price', entity_type: 'product', data_type: 'number' },
    ],
  })
  workspace = (await server.get('/me')).body.data.workspace.id
  const made = ['A', 'B', 'C', 'D'].map((sku, index) => ({
    attributes: { sku, name: ` chair ${sku} `, color: sku === 'B' ? 'red' : 'Red', price: index + 1 },
  }))
  ids = (await server.post('/products/batch', { items: made })).body.data.map(({ id }: { id: string }) => id)
  await server.asOwner({
    method: 'PATCH',
    path: '/app/v1/settings',
    body: { keys_may_merge: true },
    headers: { 'vitrine-workspace': workspace },
  })
}, 60_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

interface JobAnswer {
  readonly data: { readonly id: string }
}

async function state(): Promise<unknown[]> {
  const lists = ['/products?limit=200&sort=id', '/sources?limit=200&sort=id'].map(async (path) => {
    const { data } = (await server.get(path)).body
    return data.map(({ id, parent_id: parent, attributes }: Record<string, unknown>) => [
      id,
      parent,
      attributes,
    ])
  })
  return (await Promise.all(lists)).flat()
}

const [csv, jobOf] = [
  'sku,name,price\nA,Bench,10\nNEW,Stool,20\n',
  async (answer: Promise<{ body: JobAnswer }>) => {
    const { id } = (await answer).body.data
    await server.endedJob(id)
    return id
  },
]
const editOf = async (answer: Promise<{ body: { edit_id?: string; data?: { edit_id?: string } } }>) => {
  const { body } = await answer
  return body.edit_id ?? body.data?.edit_id ?? JSON.stringify(body)
}
const inHeader = async (answer: Promise<TestResponse>) => {
  const { headers, text } = await answer
  return String(headers['vitrine-edit-id'] ?? text)
}
const asOwner = (path: string, body: object) =>
  server.asOwner({ method: 'POST', path, body, headers: { 'vitrine-workspace': workspace } })
const stool = { sku: 'S', name: 'Stool' }
const batch = () => ({
  merge_key: 'sku',
  items: [{ attributes: stool }, { id: ids[2], attributes: { price: 9 } }],
})
const oneChange = () => ({ type: 'product', edits: [{ id: ids[0], attributes: { price: 50 } }] })
const allPrices = { type: 'product', filter: {}, set: { price: { add: 1 } } }
const colors = { type: 'product', attribute: 'color', groups: [{ values: ['red', 'Red'], to: 'Red' }] }
const merge = () => ({ type: 'product', keep: ids[0], merge: [ids[1]] })
const grid = { axes: [{ attribute: 'color', values: ['Blue', 'Green'] }] }
const below = () => ({ ids: [ids[2]], to: 'variants_of', parent: ids[3] })

/** A proposal of a new price, which a write of the table accepts. */
async function propose(): Promise<string> {
  const proposals = [{ id: ids[0], attribute: 'price', value: 77 }]
  return (await server.post('/proposals', { type: 'product', proposals })).body.data[0].id
}

function importForm(): FormData {
  const form = new FormData()
  form.set('type', 'product')
  form.set('merge_key', 'sku')
  form.set('file', new Blob([csv]), 'rows.csv')
  return form
}

type Write = () => Promise<string>

const ofApi: Readonly<Record<string, Write>> = {
  'an edit': () => editOf(server.post('/edits', oneChange())),
  'a bulk edit': () => jobOf(server.post('/bulk-edits', allPrices)),
  'an import': async () => {
    const headers = { authorization: `Bearer ${server.key}` }
    const url = `${server.server.origin}/api/v1/imports`
    const answer = await fetch(url, { method: 'POST', headers, body: importForm() })
    return jobOf(answer.json().then((body) => ({ body: body as JobAnswer })))
  },
  'a merge': () => editOf(server.post('/entities/merge', merge())),
  'a merge of values': () => editOf(server.post('/quality/clusters/merge', colors)),
  'a fix': () => editOf(server.post('/quality/fix', { type: 'product', attribute: 'name', fix: 'trim' })),
  'a decision': async () => {
    const decisions = [{ id: await propose(), action: 'accept' }]
    return editOf(server.post('/proposals/decide', { type: 'product', decisions }))
  },
  'new variants': () => editOf(server.post(`/products/${ids[3]}/variants`, { ...grid, accept: 'all' })),
  'a conversion': () => editOf(server.post('/products/convert', below())),
  'a new entity': () => inHeader(server.post('/products', { parent_id: ids[3], attributes: stool })),
  'a change': () =>
    inHeader(
      server.patch(`/products/${ids[0]}`, { parent_id: ids[3], attributes: { price: 50, name: null } }),
    ),
  'an upsert of a new entity': () =>
    inHeader(server.post('/products/upsert', { merge_key: 'sku', attributes: stool })),
  'an upsert of one that is there': () =>
    inHeader(server.post('/products/upsert', { merge_key: 'sku', attributes: { sku: 'A', name: 'Stool' } })),
  'a batch': () => inHeader(server.post('/products/batch', batch())),
  'a new source': () => jobOf(server.post('/sources', { name: 'Notes', text: 'Oak, oiled' })),
}

const trashed = (body: object) => asOwner('/app/v1/trash', { type: 'product', ...body })
const restored = (body: object) => asOwner('/app/v1/trash/restore', body)

const ofApp: Readonly<Record<string, () => Promise<{ readonly before: unknown; readonly id: string }>>> = {
  'a move to the trash': async () => ({
    before: await state(),
    id: await inHeader(trashed({ ids: [ids[0]] })),
  }),
  'a way back from the trash': async () => {
    await trashed({ ids: [ids[1]] })
    return { before: await state(), id: await inHeader(restored({ ids: [ids[1]] })) }
  },
}

test('what changes nothing names no edit [EDIT-07]', async () => {
  const again = { merge_key: 'sku', attributes: { sku: 'D' } }
  const { status, headers } = await server.post('/products/upsert', again)
  expect([status, headers['vitrine-edit-id']]).toEqual([200, undefined])
})

describe('the app takes back, by the edit that a header names,', () => {
  test.each(Object.entries(ofApp))('%s [surfaces.9.2] [EDIT-07]', async (_name, write) => {
    const { before, id } = await write()
    expect(await state()).not.toEqual(before)
    expect((await asOwner(`/api/v1/edits/${id}/undo`, {})).status).toBe(200)
    expect(await state()).toEqual(before)
    await restored({ ids: [ids[1]] })
  })
})

describe('the API takes back by POST /edits/{edit_id}/undo, or that of the job,', () => {
  test.each(Object.entries(ofApi))(
    '%s [surfaces.9.2]',
    async (_name, write) => {
      const before = await state()
      const id = await write()
      expect(await state()).not.toEqual(before)
      const edit = await server.post(`/edits/${id}/undo`, {})
      const answer = edit.status === 404 ? await server.post(`/jobs/${id}/undo`, {}) : edit
      expect(answer.status).toBeLessThan(300)
      if (answer.status === 202) await server.endedJob(answer.body.data.id)
      expect(await state()).toEqual(before)
    },
    60_000,
  )
})

async function toolId(name: string, args: object): Promise<string> {
  const { isError, body, text } = await callTool(server, name, args)
  const found = body?.edit_id ?? body?.data?.edit_id ?? body?.job?.id ?? body?.data?.id ?? body?.id
  if (isError || typeof found !== 'string') throw new Error(`${name} answered no id: ${text}`)
  return found
}

const ofAgent: Readonly<Record<string, Write>> = {
  'a bulk edit': () => toolId('bulk_edit', { ...allPrices, wait: 30 }),
  'an import': () =>
    toolId('import_file', {
      type: 'product',
      merge_key: 'sku',
      file: { name: 'rows.csv', content: csv },
      wait: 30,
    }),
  'a merge': () => toolId('merge_entities', merge()),
  'a merge of values': () => toolId('merge_values', colors),
  'a fix': () => toolId('fix_values', { type: 'product', attribute: 'name', fix: 'trim' }),
  'a decision': async () => {
    const decisions = [{ id: await propose(), action: 'accept' }]
    return toolId('decide_proposals', { type: 'product', decisions })
  },
  'a new entity': () => toolId('create_entity', { type: 'product', attributes: stool }),
  'a change': () => toolId('update_entity', { type: 'product', id: ids[0], attributes: { price: 50 } }),
  'an upsert': () => toolId('upsert_entity', { type: 'product', merge_key: 'sku', attributes: stool }),
  'a batch': () => toolId('batch_entities', { type: 'product', ...batch() }),
  'new variants': () => toolId('create_variants', { id: ids[3], ...grid, accept: 'all' }),
  'a conversion': () => toolId('convert_products', below()),
}

describe('the tool undo_edit takes back', () => {
  test.each(Object.entries(ofAgent))(
    '%s [surfaces.9.2]',
    async (_name, write) => {
      const before = await state()
      const id = await write()
      expect(await state()).not.toEqual(before)
      const answer = await callTool(server, 'undo_edit', { id, wait: 30 })
      expect([answer.isError, answer.text]).toEqual([false, answer.text])
      expect(await state()).toEqual(before)
    },
    60_000,
  )
})

const at = () => ['-w', workspace, '--data', server.dataDir]
const ofCommandLine: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  'an edit': async () => ['edit', '-t', 'product', '--filter', 'sku=A', '--set', 'price=99'],
  'an import': async () => {
    const file = join(folder, 'rows.csv')
    writeFileSync(file, csv)
    return ['import', file, '-t', 'product', '--merge-key', 'sku']
  },
  'a request': async () => ['api', 'PATCH', `/products/${ids[0]}`, '-F', 'attributes[price]=98'],
}

describe('the command line takes back, by the line that it printed,', () => {
  test.each(Object.entries(ofCommandLine))(
    '%s [surfaces.9.2]',
    async (_name, write) => {
      const before = await state()
      const args = await write()
      const { stdout, stderr } = await runForPeople([...args, ...at()])
      expect(await state()).not.toEqual(before)
      const [, id = ''] = /vitrine undo (\S+)/.exec(stdout + stderr) ?? []
      expect((await runVitrine(['undo', id, ...at()])).code).toBe(0)
      expect(await state()).toEqual(before)
    },
    60_000,
  )
})
