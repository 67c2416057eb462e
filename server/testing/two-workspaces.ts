import { entityTypes, pluralOf, type EntityType } from '#shared/entities.ts'
import { type Scope, scopes as allScopes } from '#shared/scopes.ts'
import type { TestResponse } from './http-client.ts'
import { testServer, type TestServer } from './test-server.ts'

/** The content of a workspace of the matrix: ids by kind. All its texts contain `mark`. */
export interface Tenant {
  readonly mark: string
  readonly workspace: string
  readonly key: string
  readonly ids: Readonly<
    Record<
      | EntityType
      | 'job'
      | 'export'
      | 'edit'
      | 'file'
      | 'note'
      | 'comment'
      | 'rule'
      | 'view'
      | 'class'
      | 'group',
      string
    >
  >
}

export interface TwoWorkspaces extends AsyncDisposable {
  readonly server: TestServer
  readonly mine: Tenant
  readonly other: Tenant
  readonly keys: ReadonlyMap<Scope, { readonly alone: string; readonly without: string }>
}

/** Two workspaces of one server with one thing of every kind each, and keys for every scope of the first. */
export async function twoWorkspaces(): Promise<TwoWorkspaces> {
  const server = await testServer({ rateLimit: 0 })
  const { body } = await server.asOwner({
    method: 'POST',
    path: '/app/v1/workspaces',
    body: { name: 'Other' },
  })
  const mine = await fill(server, server.workspace.id, 'Mine')
  const other = await fill(server, body.data.id, 'Foreign')
  const keys = new Map<Scope, { alone: string; without: string }>()
  for (const scope of allScopes)
    keys.set(scope, {
      alone: await server.issueKey([scope]),
      without: await server.issueKey(allScopes.filter((one) => one !== scope)),
    })
  return { server, mine, other, keys, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const texts = { data_type: 'single_line_text_field', is_primary: true, name: 'Sku' }

async function fill(server: TestServer, workspace: string, mark: string): Promise<Tenant> {
  const key = await server.issueKey(allScopes, workspace)
  const headers = { authorization: `Bearer ${key}` }
  const post = async (path: string, body: unknown, more = {}) =>
    bodyOf(await server.post(path, body, { ...headers, ...more }))
  const make = async (path: string, body: object) =>
    bodyOf(
      await server.asOwner({
        method: 'POST',
        path: `/app/v1${path}`,
        body,
        headers: { 'vitrine-workspace': workspace },
      }),
    ).data
  const endOf = async (pending: Promise<TestResponse['body']>) => {
    const { id } = (await pending).data
    for (;;) {
      const job = bodyOf(await server.get(`/jobs/${id}`, headers)).data
      if (job.completed_at !== null) return job
      await new Promise(setImmediate)
    }
  }

  for (const type of entityTypes) await post('/attributes', { ...texts, entity_type: type })
  const reference = { data_type: 'entity_reference', name: 'Vendor', reference: { type: 'vendor' } }
  await post('/attributes', { ...reference, entity_type: 'product' })
  await post('/attributes', { data_type: 'number', name: `${mark} only`, entity_type: 'product' })
  await make('/channels/shopify/enable', {})
  const create = async (type: EntityType) =>
    (await post(`/${pluralOf[type]}`, { attributes: { sku: `${mark} ${type}` } })).data.id as string
  const product = await create('product')
  const edits = [{ id: product, attributes: { sku: `${mark} edited` } }]
  const source = await endOf(post('/sources', { text: `${mark} text`, name: `${mark} source` }))
  await post('/products', { attributes: { sku: `${mark}-twin` } })
  await post('/products', { attributes: { sku: `${mark} TWIN` } })
  await endOf(post('/duplicates', { type: 'product', by: ['sku_like'] }))
  const file = `<svg xmlns="http://www.w3.org/2000/svg"><title>${mark}</title></svg>`
  return {
    mark,
    workspace,
    key,
    ids: {
      product,
      image: await create('image'),
      vendor: await create('vendor'),
      category: await create('category'),
      source: source.result.source_id,
      edit: (await post('/edits', { type: 'product', edits })).edit_id,
      job: (
        await endOf(post('/imports', ...form({ type: 'product', dry_run: 'true' }, `sku\n${mark} row\n`)))
      ).id,
      export: (await endOf(post('/exports', { type: 'product' }))).id,
      file: (await post('/files', ...form({}, file, 'a.svg'))).data.hash,
      note: (await post('/notes', { type: 'product', entity_id: product, text: `${mark} note` })).data.id,
      comment: (await post('/comments', { type: 'product', entity_id: product, text: `${mark} comment` }))
        .data.id,
      rule: (
        await post('/quality/rules', {
          name: `${mark} rule`,
          entity_type: 'product',
          check: { kind: 'required', attributes: ['sku'] },
        })
      ).data.id,
      group: bodyOf(await server.get('/duplicates?type=product', headers)).data[0].id,
      view: (await make('/views', { name: `${mark} view`, entity_type: 'product' })).id,
      class: (await make('/attribute-classes', { name: `${mark} class`, entity_type: 'product' })).id,
    },
  }
}

function bodyOf({ status, body, text }: TestResponse): TestResponse['body'] {
  if (status >= 300) throw new Error(`Set-up failed with ${status}: ${text}`)
  return body
}

export function form(
  fields: Readonly<Record<string, string>>,
  file: string,
  name = 'a.csv',
): [string, Readonly<Record<string, string>>] {
  const part = (head: string, content: string) =>
    `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
  const parts = Object.entries(fields).map(([key, value]) => part(`name="${key}"`, value))
  const last = part(`name="file"; filename="${name}"`, file)
  return [`${parts.join('')}${last}--x--\r\n`, { 'content-type': 'multipart/form-data; boundary=x' }]
}
