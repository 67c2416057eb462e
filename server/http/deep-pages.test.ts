import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let ids: string[]
const products = 2400

beforeAll(async () => {
  server = await testServer({
    isThreaded: true,
    attributes: [
      { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
    ],
  })
  for (let start = 0; start < products; start += 100) {
    const items = Array.from({ length: 100 }, (_, index) => ({ attributes: { sku: `P${start + index}` } }))
    await server.post('/products/batch', { merge_key: 'sku', items })
  }
  ids = await walk()
})
afterAll(() => server[Symbol.asyncDispose]())

type Row = { readonly id: string }
const idsOf = ({ body }: { body: { data: Row[] } }) => body.data.map(({ id }) => id)

async function walk(): Promise<string[]> {
  const found: string[] = []
  for (let cursor = '', more = true; more;) {
    const { body } = await server.get(`/products?limit=200&fields=sku${cursor && `&cursor=${cursor}`}`)
    found.push(...idsOf({ body }))
    more = body.pagination.has_more
    cursor = encodeURIComponent(body.pagination.next_cursor)
  }
  return found
}

async function expectPagesRight(): Promise<void> {
  const all = await walk()
  for (const offset of [2000, 1200, 2001, 1199]) {
    const end = offset + 5
    expect(idsOf(await server.get(`/products?limit=5&offset=${offset}`))).toEqual(all.slice(offset, end))
    const down = idsOf(await server.get(`/products?limit=5&sort=-id&offset=${offset}`))
    expect(down).toEqual(all.toReversed().slice(offset, end))
  }
}

const owner = (path: string, body?: unknown) =>
  server.asOwner({ method: 'POST', path: `/app/v1${path}`, body })

test('[LIST-02] a page far down is right whatever was written between two pages, by other threads', async () => {
  await expectPagesRight()
  const backup = (await owner(`/workspaces/${server.workspace.id}/backups`)).body.data.id as string
  const steps = [
    () => server.patch(`/products/${ids[3]}`, { attributes: { sku: 'Other' } }),
    () => server.post('/products', { attributes: { sku: 'New' } }),
    () => owner('/trash', { type: 'product', ids: [ids[10], ids[11]] }),
    async () => {
      await owner('/trash/restore', { ids: [ids[10]] })
      return owner('/trash', { type: 'product', ids: [ids[1500]] })
    },
    () => owner(`/workspaces/${server.workspace.id}/backups/${encodeURIComponent(backup)}/restore`),
    () => owner('/trash', { type: 'product', ids: [ids[900]] }),
  ]
  for (const step of steps) {
    expect((await step()).status).toBeLessThan(300)
    await expectPagesRight()
  }
})
