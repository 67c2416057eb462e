import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { scopes } from '#shared/scopes.ts'
import { hasPython, PrintedCodeRunner, samplesIn, type PrintedSample } from '../../../testing/printed-code.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let guides: Record<string, PrintedSample[]>
let key: string

async function readPrinted(from: TestServer): Promise<Record<string, PrintedSample[]>> {
  const { text } = await from.send({ path: '/docs/' })
  const sections = text.matchAll(/<section class="guide" id="([\w-]+)">(.*?)<\/section>/gs)
  return Object.fromEntries([...sections].map(([, id = '', html = '']) => [id, samplesIn(html)]))
}

beforeAll(async () => {
  server = await testServer()
  guides = await readPrinted(server)
  const { body } = await server.asOwner({
    method: 'POST',
    path: '/app/v1/workspaces',
    body: { name: 'Recipes', sample: true },
  })
  key = await server.issueKey(scopes, body.data.id)
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const runner = () => new PrintedCodeRunner({ VITRINE_KEY: key }, server.dataDir)
const get = (path: string) => server.get(path, { authorization: `Bearer ${key}` })

test('there are a quick start and seven recipes', () => {
  expect(Object.keys(guides)).toEqual([
    'quick-start',
    'nightly-sync',
    'incremental-copy',
    'listener',
    'pictures',
    'variants',
    'bulk-price-change',
    'agent',
  ])
})

// Each starts programs for each sample; the long tests run all of them.
const isRun = (language: string) =>
  language === 'TypeScript' ||
  (process.env['LONG_TESTS'] !== undefined && (language !== 'Python' || hasPython))

test.each(['Shell', 'TypeScript', 'Python'].filter(isRun))(
  'the quick start makes a workspace and a key, reads and writes, in %s as printed [DOC-05]',
  async (language) => {
    await using fresh = await testServer()
    using own = new PrintedCodeRunner({}, fresh.dataDir)
    const printed = await own.run((await readPrinted(fresh))['quick-start'] ?? [], language)
    expect(printed).toMatch(
      language === 'Shell' ? /"sku":"QS-1"/ : /products are published\.\n.+\n.+\n.+\nCreated /,
    )
  },
  60_000,
)

describe.each(['TypeScript', 'Python'].filter(isRun))('as printed, in %s', (language) => {
  test('the nightly sync writes what has changed and names what was refused [DOC-05]', async () => {
    using own = runner()
    const printed = await own.run(guides['nightly-sync'] ?? [], language)
    const counts =
      language === 'TypeScript'
        ? /created: 1, updated: 1, unchanged: 0, failed: 1/
        : /'unchanged': 2, 'failed': 1/
    expect(printed.replaceAll(/\s+/g, ' ')).toMatch(counts)
    expect(printed).toMatch(/ERP-2 attributes\.price: This takes an amount in EUR/)
  }, 60_000)

  test('the copy is complete, and after a change again [DOC-05]', async () => {
    using own = runner()
    const copy = () => JSON.parse(readFileSync(join(own.folder, 'copy.json'), 'utf8')).products
    await own.run(guides['incremental-copy'] ?? [], language)
    const { data, pagination } = (await get('/products?limit=200&sort=id')).body
    expect(Object.keys(copy())).toHaveLength(pagination.total)
    const [first, second] = data.toReversed()
    const headers = { authorization: `Bearer ${key}` }
    await server.patch(
      `/products/${first.id}`,
      { attributes: { product_name: `Renamed by ${language}` } },
      headers,
    )
    await server.post('/products', { attributes: { product_name: `New in ${language}` } }, headers)
    const printed = await own.run(guides['incremental-copy'] ?? [], language)
    expect(printed).toMatch(new RegExp(`^${pagination.total + 1} products, up to event \\d+$`, 'm'))
    expect(copy()[first.id].label).toBe(`Renamed by ${language}`)
    expect(copy()[second.id]).toEqual(second)
  }, 60_000)

  test('the listener tells of a change while it happens [DOC-05]', async () => {
    using own = runner()
    const { data } = (await get('/products?sort=-id&limit=1')).body
    const { said, shell, ended } = own.start(guides['listener'] ?? [], language)
    let price = 1000
    await vi.waitFor(
      async () => {
        price += 1
        await server.patch(
          `/products/${data[0].id}`,
          { attributes: { price } },
          { authorization: `Bearer ${key}` },
        )
        expect(said.out + said.err).toContain(`entity.updated ${data[0].label} price`)
      },
      { timeout: 30_000, interval: 100 },
    )
    process.kill(-(shell.pid ?? 0), 'SIGTERM')
    await ended
  }, 60_000)

  test('a picture is uploaded and shown at a product [DOC-05]', async () => {
    using own = runner()
    expect(await own.run(guides['pictures'] ?? [], language)).toMatch(/Freja chair shows .+, stool\.svg\n/)
  }, 60_000)

  test('variants are made below their parent [DOC-05]', async () => {
    using own = runner()
    const printed = await own.run(guides['variants'] ?? [], language)
    expect(printed).toContain('Stool, ochre Ochre 59\nStool, petrol Petrol 59\nStool, sage Sage 59\n')
  }, 60_000)

  test('prices are raised at once and taken back at once [DOC-05]', async () => {
    using own = runner()
    const before = (await get('/products?filter[material]=Oak&sort=id&limit=200')).body.data
    const printed = await own.run(guides['bulk-price-change'] ?? [], language)
    expect(printed).toMatch(/^.+ 189 becomes 196\.56$/m)
    const [, raised] = /^(\d+) prices raised, 0 refused$/m.exec(printed) ?? []
    expect(Number(raised)).toBeGreaterThan(10)
    expect(printed.replaceAll("'", '')).toContain(`applied: ${raised}, refused: 0, changed_meanwhile: 0`)
    const after = (await get('/products?filter[material]=Oak&sort=id&limit=200')).body.data
    expect(after.map(valuesOf)).toEqual(before.map(valuesOf))
  }, 60_000)

  test('an agent sees the schema and the tools [DOC-05]', async () => {
    using own = runner()
    expect(await own.run(guides['agent'] ?? [], language)).toMatch(/^describe_schema - \w+/m)
  }, 60_000)
})

test('settings of agents are JSON', () => {
  const settings = Object.values(guides).flatMap((samples) =>
    samples.flatMap((sample) => sample.filter(({ language }) => language === 'JSON')),
  )
  expect(settings.map(({ code }) => Object.keys(JSON.parse(code)))).toEqual([['mcpServers'], ['mcpServers']])
})

test('an agent of the shell gets the schema [DOC-05]', async () => {
  using own = runner()
  expect(await own.run(guides['agent'] ?? [], 'Shell')).toContain('product_name')
}, 60_000)

function valuesOf({ attributes }: { attributes: object }): object {
  return attributes
}
