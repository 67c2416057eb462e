import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { scopes } from '#shared/scopes.ts'
import { bundleClient } from '../../../client/build.ts'
import { hasPython, PrintedCodeRunner, samplesIn, type PrintedSample } from '../../../testing/printed-code.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

const root = join(import.meta.dirname, '../../../..')
const workspace = 'Quick start'
let clientFolder: string
let server: TestServer
let key: string

beforeAll(async () => {
  clientFolder = mkdtempSync(join(tmpdir(), 'vitrine-client-'))
  await bundleClient(clientFolder)
  server = await testServer()
  const body = { name: workspace, sample: true }
  const made = await server.asOwner({ method: 'POST', path: '/app/v1/workspaces', body })
  key = await server.issueKey(scopes, made.body.data.id)
  await server.asOwner({
    method: 'POST',
    path: '/app/v1/providers',
    body: {
      name: 'Model',
      kind: 'openai_compatible',
      base_url: 'http://127.0.0.1:9/v1',
      models: { text: 'm' },
    },
  })
  const definition = { ai_generated: true, custom_instructions: 'Describe {{product_name}}.' }
  await server.patch('/attributes/description?type=product', definition, { authorization: `Bearer ${key}` })
}, 60_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(clientFolder, { recursive: true })
})

/** A folder in which the samples of a guide find the clients, as the first guide says. */
function runnerOf(env: Readonly<Record<string, string>>, dataDir: string): PrintedCodeRunner {
  const runner = new PrintedCodeRunner(env, dataDir)
  copyFileSync(join(clientFolder, 'vitrine.js'), join(runner.folder, 'vitrine.js'))
  copyFileSync(join(root, 'server/client/vitrine.py'), join(runner.folder, 'vitrine.py'))
  return runner
}

const runner = () => runnerOf({ VITRINE_KEY: key, VITRINE_WORKSPACE: workspace }, server.dataDir)
const get = (path: string) => server.get(path, { authorization: `Bearer ${key}` })

async function readSamples(name: string, from = server): Promise<PrintedSample[]> {
  return samplesIn((await from.send({ path: `/docs/${name}` })).text)
}

/** Samples that end by themselves, and are of this language where they are in several. */
async function endingSamples(name: string): Promise<PrintedSample[]> {
  const all = await readSamples(name)
  return all.filter((sample) => !/curl -N|--follow|^\{|crontab|^15 2/m.test(sample[0]?.code ?? ''))
}

const languages = ['TypeScript', 'curl', 'Python', 'Command line']
// Each starts programs for each sample; the long tests run all of them.
const isRun = (language: string) =>
  language === 'TypeScript' ||
  (process.env['LONG_TESTS'] !== undefined && (language !== 'Python' || hasPython))

test.each(languages.filter(isRun))(
  'the first request makes a workspace and a key, reads and writes, in %s as printed [DOC-05]',
  async (language) => {
    await using fresh = await testServer()
    using own = runnerOf({}, fresh.dataDir)
    const printed = await own.run(await readSamples('first-request', fresh), language)
    const wanted = / products are published\.\n.+\n.+\n.+\nSaved Quick/
    expect(printed).toMatch(language === 'TypeScript' ? wanted : /QS-1|Quick stool/)
    expect(readFileSync(join(own.folder, 'vitrine.py'), 'utf8')).toContain('class Vitrine')
  },
  60_000,
)

/** The output of a guide, in the languages that print the same. */
const printed: Readonly<Record<string, RegExp>> = {
  authentication: /Quick start \d+/,
  filters: /.+\n.+\n/,
  paging: /^\d+ products$/m,
  'errors-and-retries': /400 attributes\.price expected_number/,
  concurrency: /Somebody was faster: conflict\napplied, changed_meanwhile/,
  idempotency: /^true true$/im,
  'import-and-export': /created, \d+ updated[^]*sku,price\r?\n/i,
  'nightly-sync': /\d created, \d updated[^]*\d+ price This takes an amount[^]*ERP-3 failed /,
  'price-change': /189 becomes 196\.56[^]* prices raised, 0 refused\nTaken back/,
  pictures: /Freja chair shows .+, stool\.svg\n/,
  'make-variants': /Stool, ochre Ochre 59\nStool, petrol Petrol 59\nStool, sage Sage 59\n/,
  generation: /\d+ of \d+ would be written\n[1-9]\d* proposals wait/,
  'run-by-itself': /\d+ match, \d+ would change/,
  'take-files-in': /^\d+ feeds$/m,
  'from-airtable': /.+\n.+/,
  'from-akeneo': /AK-1 \w+\nAK-2 \w+/,
}

describe.each(Object.keys(printed))('the guide %s as printed', (name) => {
  test.each(languages.filter(isRun))(
    'in %s [DOC-05]',
    async (language) => {
      using own = runner()
      const text = await own.run(await endingSamples(name), language)
      const isPrinting = language === 'TypeScript' || language === 'Python'
      expect(text).toMatch(isPrinting ? (printed[name] ?? /./) : /./)
      const isRefused = name === 'errors-and-retries'
      expect(text).not.toMatch(isRefused ? /"code":\s*"(?!validation_failed)/ : /"error":\s*\{\s*"code"/)
    },
    60_000,
  )
})

const scripts = ['TypeScript', 'Python'].filter(isRun)

test.each(scripts)(
  'the nightly sync makes nothing twice, in %s [surfaces.9.7]',
  async (language) => {
    using own = runner()
    const samples = await endingSamples('nightly-sync')
    const total = async () => (await get('/products?limit=1')).body.pagination.total
    await own.run(samples, language)
    const before = await total()
    expect(await own.run(samples, language)).toContain('0 created, 0 updated')
    expect(await total()).toBe(before)
  },
  60_000,
)

test.each(scripts)(
  'prices are raised and are as before once taken back, in %s [surfaces.9.7]',
  async (language) => {
    using own = runner()
    const read = async () => (await get('/products?filter[material]=Oak&sort=id&limit=200')).body.data
    const before = await read()
    await own.run(await endingSamples('price-change'), language)
    expect((await read()).map(valuesOf)).toEqual(before.map(valuesOf))
  },
  60_000,
)

test.each(scripts)(
  'the copy is complete, and after a change again, in %s [DOC-05]',
  async (language) => {
    using own = runner()
    const copy = () => JSON.parse(readFileSync(join(own.folder, 'copy.json'), 'utf8')).products
    const samples = await endingSamples('listen')
    await own.run(samples, language)
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
    const text = await own.run(samples, language)
    expect(text).toMatch(new RegExp(`^${pagination.total + 1} products, up to event \\d+$`, 'm'))
    expect(copy()[first.id].label).toBe(`Renamed by ${language}`)
    expect(copy()[second.id]).toEqual(second)
  },
  60_000,
)

test.each(languages.filter(isRun))(
  'the listener tells of a change while it happens, in %s [DOC-05]',
  async (language) => {
    using own = runner()
    const [listener] = (await readSamples('listen')).filter(([one]) => one?.code.includes('curl -N'))
    const { data } = (await get('/products?sort=-id&limit=1')).body
    const { said, shell, ended } = own.start([listener ?? []], language)
    let price = 1000
    await vi.waitFor(
      async () => {
        price += 1
        const body = { attributes: { price } }
        await server.patch(`/products/${data[0].id}`, body, { authorization: `Bearer ${key}` })
        expect(said.out + said.err).toMatch(/entity\.updated[^]*price/)
      },
      { timeout: 30_000, interval: 100 },
    )
    process.kill(-(shell.pid ?? 0), 'SIGTERM')
    await ended
  },
  60_000,
)

test('an agent sees the tools, and settings of agents are JSON [DOC-05]', async () => {
  using own = runner()
  const samples = await readSamples('agents')
  expect(await own.run(samples, 'TypeScript')).toMatch(/^describe_schema - \w+/m)
  const settings = samples.flatMap((sample) => sample.filter(({ language }) => language === 'JSON'))
  expect(settings.map(({ code }) => Object.keys(JSON.parse(code)))).toEqual([['mcpServers'], ['mcpServers']])
})

function valuesOf({ attributes }: { attributes: object }): object {
  return attributes
}
