import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { toTypeScript } from './commands/types.ts'

const product = { entity_type: 'product' }
const server = await testServer({
  attributes: [
    { ...product, name: 'SKU', data_type: 'single_line_text_field', is_primary: true },
    { ...product, name: 'Price */', key: 'price', data_type: 'number' },
    { ...product, name: 'Status', data_type: 'status', acceptable_values: 'Draft, "Live"' },
    { ...product, name: 'Tags', data_type: 'multi_select_list', acceptable_values: 'A, B' },
    { ...product, name: 'Vendor', data_type: 'entity_reference', reference: { type: 'vendor' } },
    { ...product, name: 'Double', data_type: 'formula', formula: '{{price}} * 2' },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const use = `import { Vitrine } from 'CLIENT'
import type { Catalog } from './catalog.ts'
const vitrine = new Vitrine<Catalog>({ url: '', key: '' })
export async function look() {
  for await (const { attributes } of vitrine.products.list()) {
    const [price, label]: [number | undefined, string | null | undefined] = [attributes.price, attributes.vendor?.label]
    const status: 'Draft' | '"Live"' | undefined = attributes.status
    console.log(price, label, status)
  }
  await vitrine.products.create({ sku: 'A', vendor: { label: 'Nordvik' } })
  // @ts-expect-error there is no such attribute
  await vitrine.products.create({ prise: 1 })
}
`

test('attributes become types that the client takes [surfaces.7.1]', async () => {
  const { body } = await server.get('/attributes')
  const text = toTypeScript(body.data)
  expect(text).toContain('status?: "Draft" | "\\"Live\\""')
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-types-'))
  try {
    const root = join(import.meta.dirname, '../..')
    const client = join(root, 'server/client/vitrine.ts')
    await writeFile(join(folder, 'catalog.ts'), text.replace('@vitrine/client', client))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'use.ts'), use.replace('CLIENT', client))
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'server/client/tsconfig.json'), include: ['*.ts'], exclude: [] }),
    )
    const compiled = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
    expect(compiled.stdout).toBe('')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
