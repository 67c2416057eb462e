import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  exampleExportId,
  exampleHash,
  exampleId,
  exampleJobId,
  exampleGroupId,
  exampleLibraryId,
  exampleMergedId,
  exampleCommentId,
  exampleNoteId,
  exampleRuleId,
  exampleVariantId,
  exampleWebhookId,
} from '#shared/routes/examples.ts'
import { scopes } from '#shared/scopes.ts'
import { bundleClient } from '../../../client/build.ts'
import { hasPython, PrintedCodeRunner, samplesIn, type PrintedSample } from '../../../testing/printed-code.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let operations: { id: string; samples: PrintedSample[] }[]

beforeAll(async () => {
  server = await testServer()
  const overview = await server.send({ path: '/docs/' })
  const names = overview.text.matchAll(/href="\/docs\/([\w-]+)"/g)
  const paths = new Set([...names].map(([, name]) => `/docs/${name}`))
  const pages = await Promise.all([...paths].map((path) => server.send({ path })))
  const text = pages.map((page) => page.text).join('')
  const sections = text.matchAll(/<section class="operation" id="(\w+)">(.*?)<\/section>/gs)
  operations = [...sections].map(([, id = '', html = '']) => ({ id, samples: samplesIn(html) }))
}, 60_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(pictures, { recursive: true })
})

const pictures = mkdtempSync(join(tmpdir(), 'vitrine-samples-'))
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"/>'
writeFileSync(join(pictures, 'CH-100_1.jpg'), drawing)

async function prepare(name: string) {
  const body = { name, sample: true }
  const created = await server.asOwner({ method: 'POST', path: '/app/v1/workspaces', body })
  const key = await server.issueKey(scopes, created.body.data.id)
  const headers = { authorization: `Bearer ${key}` }
  const asOwner = async (method: string, path: string, body?: object) => {
    const named = { 'vitrine-workspace': created.body.data.id }
    return (await server.asOwner({ method, path: `/app/v1${path}`, body, headers: named })).body
  }
  const first = async (plural: string): Promise<string> =>
    (await server.get(`/${plural}?limit=1`, headers)).body.data[0].id
  const made = async (path: string, content: object) => (await server.post(path, content, headers)).body
  await server.asOwner({
    method: 'POST',
    path: '/app/v1/providers',
    body: { name, kind: 'openai_compatible', base_url: 'http://127.0.0.1:9/v1', models: { text: 'm' } },
  })
  const definition = { ai_generated: true, custom_instructions: 'Describe {{product_name}}.' }
  await server.patch('/attributes/description?type=product', definition, headers)
  await asOwner('PATCH', '/settings', { keys_may_merge: true })
  const products = await first('products')
  const ended = async (id: string) => {
    await vi.waitFor(async () => {
      const { body: job } = await server.get(`/jobs/${id}`, headers)
      expect(job.data.status).toBe('completed')
    }, 30_000)
    return id
  }
  const duplicates = async () => {
    const search = { type: 'vendor' }
    for (const vendor_name of ['Twin of Oslo', 'twin of oslo'])
      await made('/vendors', { attributes: { vendor_name } })
    await ended((await made('/duplicates', search)).data.id)
    return (await server.get('/duplicates?type=vendor', headers)).body.data[0].id as string
  }
  const link = { name: 'Products', entity_type: 'source', data_type: 'entity_list_reference' }
  await made('/attributes', { ...link, reference: { type: 'product' } })
  const source = await ended((await made('/sources', { text: 'Oak is hard.', name: 'About oak' })).data.id)
  const form = new FormData()
  form.set('type', 'product')
  form.set('dry_run', 'true')
  form.set('file', new Blob(['sku\nA\n']), 'a.csv')
  const imported = await send('/imports', form, headers)
  const picture = new FormData()
  picture.set('file', new Blob([drawing]), 'a.svg')
  const { hash = '' } = (await send('/files', picture, headers)).data
  const library = (await asOwner('POST', '/asset-libraries', { name: 'Photos', path: pictures })).data
    .id as string
  await ended((await asOwner('POST', `/asset-libraries/${library}/scan`)).data.id)
  const match = {
    files: [{ hash, name: 'CH-100_1.svg' }],
    rules: [{ by: 'key', attribute: 'sku' }],
    attribute: 'gallery_images',
  }
  const raise = { type: 'product', filter: {}, set: { price: { add: 1 } } }
  const edits = { type: 'product', edits: [{ id: products, attributes: { price: 1 } }] }
  const channel = { channel: 'google_merchant', format: 'xml', currency: 'EUR', pictures: true }
  return {
    key,
    products,
    images: await first('images'),
    vendors: await first('vendors'),
    categories: await first('categories'),
    sources: (await server.get(`/jobs/${source}`, headers)).body.data.result.source_id as string,
    job: await ended(imported.data.id ?? ''),
    export: await ended((await made('/exports', channel)).data.id),
    group: await duplicates(),
    variant: (await server.get('/products?filter[parent_id][exists]=true&limit=1', headers)).body.data[0]
      .id as string,
    merged: (await server.get('/products?limit=2', headers)).body.data[1].id as string,
    note: (await made('/notes', { type: 'product', entity_id: products, text: 'Look.' })).data.id as string,
    comment: (await made('/comments', { type: 'product', entity_id: products, text: 'Look.' })).data
      .id as string,
    rule: (
      await made('/quality/rules', {
        name: 'Price above zero',
        entity_type: 'product',
        check: { kind: 'filter', must_match: 'filter[price][gt]=1000000' },
      })
    ).data.id as string,
    hash,
    webhook: (await made('/webhooks', { url: 'https://shop.example/hooks' })).data.id as string,
    library,
    match: await ended((await made('/asset-matches', match)).data.id),
    written: await ended((await made('/bulk-edits', raise)).data.id),
    edits: (await made('/edits', edits)).edit_id as string,
  }
}

async function send(path: string, body: FormData, headers: Record<string, string>) {
  const answer = await fetch(`${server.server.origin}/api/v1${path}`, { method: 'POST', headers, body })
  return (await answer.json()) as { data: Record<string, string> }
}

type Subjects = Awaited<ReturnType<typeof prepare>>

/** The operations whose job is of another kind than that of an import. */
const jobsOf: Readonly<Record<string, 'written' | 'match'>> = {
  undoJob: 'written',
  listAssetPlan: 'match',
  applyAssetPlan: 'match',
}

function withSubjects(code: string, operation: string, subjects: Subjects): string {
  const [, inAddress, ofClient] =
    /(?:\/api\/v1\/|api \w+ \/|["']\/)(\w+)|vitrine\.(products|images|vendors|categories|sources)\./.exec(
      code,
    ) ?? []
  const plural = code.includes('vitrine.undo(') ? 'edits' : (inAddress ?? ofClient)
  const own = Object.entries(subjects).find(([name]) => name === plural)?.[1] ?? subjects.products
  return code
    .replaceAll(exampleJobId, subjects[jobsOf[operation] ?? 'job'])
    .replaceAll(exampleLibraryId, subjects.library)
    .replaceAll(exampleExportId, subjects.export)
    .replaceAll(exampleGroupId, subjects.group)
    .replaceAll(exampleMergedId, subjects.merged)
    .replaceAll(exampleNoteId, subjects.note)
    .replaceAll(exampleCommentId, subjects.comment)
    .replaceAll(exampleRuleId, subjects.rule)
    .replaceAll(exampleWebhookId, subjects.webhook)
    .replaceAll(exampleHash, subjects.hash)
    .replaceAll(exampleVariantId, subjects.variant)
    .replaceAll(exampleId, own)
}

async function runnerOf(env: Readonly<Record<string, string>>): Promise<PrintedCodeRunner> {
  const runner = new PrintedCodeRunner(env, server.dataDir)
  await bundleClient(runner.folder)
  copyFileSync(join(import.meta.dirname, '../../../client/vitrine.py'), join(runner.folder, 'vitrine.py'))
  return runner
}

const runners = {
  curl: (codes: readonly string[], folder: string) => {
    const each = codes.map((code, position) => `echo; echo '=== ${position}'\n${code}`)
    writeFileSync(join(folder, 'all.sh'), each.join('\n'))
    return 'bash -e all.sh'
  },
  TypeScript: (codes: readonly string[], folder: string) => {
    for (const [position, code] of codes.entries())
      writeFileSync(join(folder, `${position}.ts`), `${code}\nexport {}\n`)
    const each = codes.map(
      (_code, position) => `console.log('=== ${position}')\nawait import('./${position}.ts')`,
    )
    writeFileSync(join(folder, 'all.ts'), each.join('\n'))
    return 'node all.ts'
  },
  Python: (codes: readonly string[], folder: string) => {
    for (const [position, code] of codes.entries()) writeFileSync(join(folder, `s${position}.py`), code)
    const each = codes.map((_code, position) => `print("=== ${position}")\nrunpy.run_path("s${position}.py")`)
    writeFileSync(join(folder, 'all.py'), ['import runpy', ...each].join('\n'))
    return 'python3 all.py'
  },
  'Command line': (codes: readonly string[], folder: string) => runners.curl(codes, folder),
}

const languages = (['curl', 'TypeScript', 'Python', 'Command line'] as const).filter(
  (one) => one !== 'Python' || hasPython,
)

describe.each(languages)('the samples in %s', (language) => {
  test('of every operation are answered with success [DOC-05]', async () => {
    const subjects = await prepare(language)
    using runner = await runnerOf({ VITRINE_KEY: subjects.key, VITRINE_WORKSPACE: language })
    writeFileSync(join(runner.folder, 'products.csv'), 'sku,product_name,price\nCH-100,Oak chair,129\n')
    writeFileSync(join(runner.folder, 'drawing.svg'), drawing)
    const codes = operations
      .filter(({ id }) => id !== 'streamEvents')
      .flatMap(({ id, samples }) =>
        samples.map((sample) =>
          withSubjects(sample.find((one) => one.language === language)?.code ?? '', id, subjects),
        ),
      )
    const command = runners[language](codes, runner.folder)
    const printed = await runner.run([[{ language: 'Shell', file: undefined, code: command }]], 'Shell')
    const answers = printed.split(/^=== \d+\n/m).slice(1)
    expect(answers).toHaveLength(codes.length)
    expect(answers.filter((answer) => answer.trim() !== '').length).toBeGreaterThan(100)
    const refused = answers.filter((answer) => /^(?:b')?\{ ?\s*["']?error["']?:/.test(answer))
    expect(refused.map((answer) => `${codes[answers.indexOf(answer)]}\n${answer}`)).toEqual([])
  }, 400_000)

  test('of the stream print what happens [DOC-05]', async () => {
    const [sample] = operations.find(({ id }) => id === 'streamEvents')?.samples ?? []
    const me = (await server.get('/me')).body.data
    using runner = await runnerOf({ VITRINE_KEY: server.key, VITRINE_WORKSPACE: me.workspace.id })
    const named = sample?.map((one) => ({
      ...one,
      file: one.language === 'Python' ? 'stream.py' : 'stream.ts',
    }))
    const { said, shell, ended } = runner.start([named ?? []], language)
    await server.post('/attributes', { name: language, entity_type: 'product', data_type: 'number' })
    const key = language.toLowerCase().replace(' ', '_')
    await vi.waitFor(
      async () => {
        await server.post('/products', { attributes: { [key]: 1 } })
        expect(said.out + said.err).toMatch(/entity\.created/)
      },
      { timeout: 30_000, interval: 300 },
    )
    process.kill(-(shell.pid ?? 0), 'SIGTERM')
    await ended
  }, 60_000)
})
