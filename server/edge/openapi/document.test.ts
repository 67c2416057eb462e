import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  exampleExportId,
  exampleHash,
  exampleId,
  exampleLibraryId,
  exampleAutomationId,
  exampleFeedId,
  exampleWebhookId,
  exampleJobId,
  exampleGroupId,
  exampleMergedId,
  exampleCommentId,
  exampleNoteId,
  exampleRuleId,
  exampleVariantId,
} from '#shared/routes/examples.ts'
import type { RouteTable } from '#shared/routes/route.ts'
import { installationRoutes, publicRoutes, workspaceRoutes } from '#shared/routes/surfaces.ts'
import { scopes as allScopes, type Scope } from '#shared/scopes.ts'
import {
  callsOf,
  createAnswerCheck,
  operationsOf,
  resolve,
  sendCall,
  type DocumentedCall,
  type OpenApiDocument,
  type DocumentRoute,
} from '../../testing/document-calls.ts'
import { readDocument } from '../../testing/read-document.ts'
import { keysByScopes } from '../../testing/scope-tries.ts'
import { testServer, type TestServer } from '../../testing/test-server.ts'
import { apiRoot } from '../paths.ts'
import type { Surface } from './api-document.ts'

const surfaces: [Surface, RouteTable][] = [
  ['public', publicRoutes],
  ['owner', { ...installationRoutes, ...workspaceRoutes }],
]

describe.each(surfaces)('the document of the %s surface', (surface, table) => {
  let read: Awaited<ReturnType<typeof readDocument>>
  beforeAll(async () => {
    read = await readDocument(surface)
  })

  test('has every registered route and no other [DOC-02]', async () => {
    const { routes, text } = read
    expect(Object.keys(table).sort()).toEqual(routes)
    const documented = operationsOf(JSON.parse(text) as OpenApiDocument).map(
      ({ method, path }) => `${method} ${path}`,
    )
    expect(documented.sort()).toEqual(routes)
  })

  test('has a row with docs for each route: an answer for each status, examples for each body', () => {
    const faults = Object.entries(table).flatMap(([key, { answers, body, form, docs }]) => {
      const documented = docs()
      const statuses = Object.keys(answers).join()
      return [
        ...(Object.keys(documented.answers).join() === statuses ? [] : [`${key} tells not of ${statuses}`]),
        ...(Object.values(documented.answers).every(([description]) => description !== '')
          ? []
          : [`${key} is silent`]),
        ...((body ?? form) === undefined || documented.body !== undefined ? [] : [`${key} shows no body`]),
      ]
    })
    expect(faults).toEqual([])
  })

  test('tells of each operation what it does, by an id of its own', async () => {
    const { text } = read
    const all = operationsOf(JSON.parse(text) as OpenApiDocument).map(({ operation }) => operation)
    expect(all.filter(({ summary }) => !summary)).toEqual([])
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
  })
})

let server: TestServer
let document: OpenApiDocument
let check: ReturnType<typeof createAnswerCheck>
let subjects: Readonly<Record<string, string>>
let key: string
let workspaceId: string

beforeAll(async () => {
  server = await testServer()
  const created = await server.asOwner({
    method: 'POST',
    path: '/app/v1/workspaces',
    body: { name: 'Sample', sample: true },
  })
  workspaceId = created.body.data.id
  key = await server.issueKey(allScopes, workspaceId)
  await letGenerate()
  await letMerge()
  document = (await server.send({ path: '/docs/openapi.json' })).body
  check = createAnswerCheck(document)
  subjects = await findSubjects()
}, 180_000)
afterAll(async () => {
  const path = join(server.dataDir, '..', `vitrine-library-${workspaceId}`)
  await server[Symbol.asyncDispose]()
  await rm(path, { recursive: true, force: true })
})

async function letMerge(): Promise<void> {
  const headers = { 'vitrine-workspace': workspaceId }
  await server.asOwner({ method: 'PATCH', path: '/app/v1/settings', body: { keys_may_merge: true }, headers })
}

async function letGenerate(): Promise<void> {
  const body = {
    name: 'Local',
    kind: 'openai_compatible',
    base_url: 'http://127.0.0.1:9/v1',
    models: { text: 'm' },
  }
  await server.asOwner({ method: 'POST', path: '/app/v1/providers', body })
  const definition = { ai_generated: true, custom_instructions: 'Describe {{product_name}}.' }
  const headers = { authorization: `Bearer ${key}` }
  await server.patch('/attributes/description?type=product', definition, headers)
}

async function findSubjects(): Promise<Record<string, string>> {
  const first = async (path: string) => (await get(`${path}?limit=1`)).body.data[0]?.id ?? exampleId
  return {
    products: await first('/products'),
    merged: (await get('/products?limit=2')).body.data[1].id,
    variant: (await get('/products?limit=1&filter[parent_id][exists]=true')).body.data[0].id,
    images: await first('/images'),
    vendors: await first('/vendors'),
    categories: await first('/categories'),
    sources: await makeSource(),
    notes: await makeNote(),
    comments: await makeComment(),
    rules: await makeRule(),
    duplicates: await makeGroup(),
    library: await linkLibrary(),
    webhook: await makeWebhook(),
    automation: await makeAutomation(),
    feed: await makeFeed(),
  }
}

/** Links a folder with the picture that the example names. */
async function linkLibrary(): Promise<string> {
  const path = join(server.dataDir, '..', `vitrine-library-${workspaceId}`)
  await mkdir(path)
  await writeFile(
    join(path, 'CH-100_1.jpg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
  )
  const headers = { 'vitrine-workspace': workspaceId }
  const body = { name: 'Photos', path }
  const made = await server.asOwner({ method: 'POST', path: '/app/v1/asset-libraries', body, headers })
  return made.body.data.id
}

async function makeWebhook(): Promise<string> {
  const body = { url: 'https://shop.example/hook' }
  return (await server.post('/webhooks', body, { authorization: `Bearer ${key}` })).body.data.id
}

async function makeAutomation(): Promise<string> {
  const trigger = { on: 'manual' }
  const body = { name: 'Manual', entity_type: 'product', trigger, actions: [{ clear: ['description'] }] }
  return (await server.post('/automations', body, { authorization: `Bearer ${key}` })).body.data.id
}

async function makeFeed(): Promise<string> {
  const headers = { 'vitrine-workspace': workspaceId }
  const make = async (path: string, body: object): Promise<string> =>
    (await server.asOwner({ method: 'POST', path: `/app/v1${path}`, body, headers })).body.data.id
  const profile = await make('/import-profiles', { name: 'List', entity_type: 'product' })
  const settings = { path: join(server.dataDir, '..', `vitrine-library-${workspaceId}`) }
  const connection = await make('/connections', { name: 'Beta', kind: 'folder', settings })
  return make('/feeds', { name: 'Beta', direction: 'import', connection, profile, file: '*.csv' })
}

async function makeGroup(): Promise<string> {
  const headers = { authorization: `Bearer ${key}` }
  for (const vendor_name of ['Twin of Oslo', 'twin of oslo'])
    await server.post('/vendors', { attributes: { vendor_name } }, headers)
  const search = { type: 'vendor' }
  const { body } = await server.post('/duplicates', search, headers)
  await completed(body.data.id)
  return (await get('/duplicates?type=vendor')).body.data[0].id
}

async function makeNote(): Promise<string> {
  const entity = (await get('/products?limit=1')).body.data[0]?.id as string
  const body = { type: 'product', entity_id: entity, text: 'Look at it.', status: 'open' }
  return (await server.post('/notes', body, { authorization: `Bearer ${key}` })).body.data.id
}

async function makeComment(): Promise<string> {
  const entity = (await get('/products?limit=1')).body.data[0]?.id as string
  const body = { type: 'product', entity_id: entity, text: 'Look at it.' }
  return (await server.post('/comments', body, { authorization: `Bearer ${key}` })).body.data.id
}

async function makeRule(): Promise<string> {
  const check = { kind: 'filter', must_match: 'filter[price][gt]=1000000' }
  const body = { name: 'Price above zero', entity_type: 'product', check }
  return (await server.post('/quality/rules', body, { authorization: `Bearer ${key}` })).body.data.id
}

/** The sample catalog has no source and no attribute of sources: a job makes one that links to products. */
async function makeSource(): Promise<string> {
  const link = {
    name: 'Products',
    entity_type: 'source',
    data_type: 'entity_list_reference',
    reference: { type: 'product' },
  }
  await server.post('/attributes', link, { authorization: `Bearer ${key}` })
  const body = { text: 'Oak is hard.', name: 'About oak' }
  const { body: accepted } = await server.post('/sources', body, { authorization: `Bearer ${key}` })
  const result = await completed(accepted.data.id)
  return result['source_id'] as string
}

async function completed(jobId: string): Promise<Record<string, unknown>> {
  return vi.waitFor(
    async () => {
      const job = await get(`/jobs/${jobId}`)
      expect(job.body.data.status).toBe('completed')
      return job.body.data.result as Record<string, unknown>
    },
    { timeout: 90_000, interval: 50 },
  )
}

const get = (path: string) => server.get(path, { authorization: `Bearer ${key}` })

test('every example is accepted, and every answer is as documented [DOC-03]', async () => {
  const faults: string[] = []
  const undone: string[] = []
  for (const placed of inOrder(operationsOf(document))) {
    const answered = new Set<string>()
    for (const call of callsOf(document, placed, replaceIds)) {
      const { status, body, headers } = await send(call)
      const shown = answered.size === 0 ? exampleOf(placed, status)?.data : undefined
      answered.add(String(status))
      const what = `${call.method} ${call.path} (${call.name}): ${status}`
      if (status >= 300) faults.push(`${what} ${JSON.stringify(body)}`)
      for (const fault of check(placed, status, body)) faults.push(`${what} ${fault}`)
      if (shown?.metadata && body.data.metadata.workflow !== shown.metadata.workflow)
        faults.push(`${what} is no ${shown.metadata.workflow}`)
      if (isLocated(placed, status) !== (headers?.location !== undefined)) faults.push(`${what} Location`)
      noteSubjects(placed, body)
      if (['/exports', '/asset-matches', '/imports', '/bulk-edits'].includes(placed.path))
        await completed(body.data.id)
    }
    if (answered.size === 0) undone.push(placed.operation.operationId)
  }
  expect(faults).toEqual([])
  expect(undone).toEqual([])
}, 180_000)

test('every answer that the document shows is as it says [DOC-03]', () => {
  const faults = operationsOf(document).flatMap((placed) =>
    Object.keys(placed.operation.responses).flatMap((status) => {
      const example = exampleOf(placed, Number(status))
      return example === undefined ? [] : check(placed, Number(status), example)
    }),
  )
  expect(faults).toEqual([])
})

function exampleOf({ operation }: DocumentRoute, status: number): AnswerBody | undefined {
  const answer = resolve(document, operation.responses[String(status)] ?? {}) as DocumentedAnswer
  const { example, examples = {} } = answer.content?.['application/json'] ?? {}
  return (example ?? Object.values(examples)[0]?.value) as AnswerBody | undefined
}

interface AnswerBody {
  readonly data?: { readonly metadata?: { readonly workflow: string } }
}
interface DocumentedAnswer {
  readonly content?: Readonly<
    Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>
  >
}

test('every refusal is as documented', async () => {
  const faults: string[] = []
  const expectRefusal = async (call: DocumentedCall, code: string, bearer = key) => {
    const { status, body } = await send(call, bearer)
    const what = `${call.method} ${call.request.path}: ${status}`
    if (body.error?.code !== code) faults.push(`${what} ${JSON.stringify(body)} instead of ${code}`)
    for (const fault of check(call, status, body)) faults.push(`${what} ${fault}`)
  }
  const keyOfOther = await server.issueKey(allScopes)
  for (const placed of operationsOf(document)) {
    const [call] = callsOf(document, placed, replaceIds)
    if (call === undefined) continue
    await expectRefusal(call, 'unauthorized', 'vtr_live_unknown')
    if (placed.path.includes('{') && !placed.path.startsWith('/channels/'))
      await expectRefusal(call, 'not_found', keyOfOther)
    const path = `${call.request.path}${call.request.path.includes('?') ? '&' : '?'}surely_unknown=1`
    await expectRefusal({ ...call, request: { ...call.request, path } }, 'validation_failed')
  }
  expect(faults).toEqual([])
}, 180_000)

function isLocated({ operation }: DocumentRoute, status: number): boolean {
  const answer = operation.responses[String(status)] as { headers?: object } | undefined
  return answer?.headers !== undefined && 'Location' in answer.headers
}

function inOrder(operations: DocumentRoute[]): DocumentRoute[] {
  const last = ['/jobs/{id}/undo', '/jobs/{id}/cancel']
  const positionOf = ({ method, path }: DocumentRoute) =>
    method === 'GET' ? last.length : last.indexOf(path)
  return operations.sort((a, b) => positionOf(a) - positionOf(b))
}

function replaceIds({ path }: DocumentRoute, text: string): string {
  const of = path.split('/')[1] ?? ''
  const subject =
    subjects[path] ??
    (['notes', 'comments', 'duplicates', 'asset-matches'].includes(of) ? undefined : subjects[of]) ??
    subjects['products'] ??
    exampleId
  return text
    .replaceAll(
      exampleJobId,
      subjects[path === '/jobs/{id}/undo' ? 'edits' : of === 'asset-matches' ? of : 'jobs'] ?? exampleJobId,
    )
    .replaceAll(exampleExportId, subjects['exports'] ?? exampleExportId)
    .replaceAll(exampleGroupId, subjects['duplicates'] ?? exampleGroupId)
    .replaceAll(exampleMergedId, subjects['merged'] ?? exampleMergedId)
    .replaceAll(exampleVariantId, subjects['variant'] ?? exampleVariantId)
    .replaceAll(exampleNoteId, subjects['notes'] ?? exampleNoteId)
    .replaceAll(exampleCommentId, subjects['comments'] ?? exampleCommentId)
    .replaceAll(exampleRuleId, of === 'quality' ? (subjects['rules'] ?? exampleRuleId) : exampleRuleId)
    .replaceAll(exampleAutomationId, subjects['automation'] ?? exampleAutomationId)
    .replaceAll(exampleWebhookId, subjects['webhook'] ?? exampleWebhookId)
    .replaceAll(exampleFeedId, subjects['feed'] ?? exampleFeedId)
    .replaceAll(exampleLibraryId, subjects['library'] ?? exampleLibraryId)
    .replaceAll(exampleHash, subjects['files'] ?? exampleHash)
    .replaceAll(exampleId, subject)
}

function noteSubjects(
  { path }: DocumentRoute,
  body: { data?: Record<string, string>; edit_id?: string } | undefined,
): void {
  const { id, hash } = body?.data ?? {}
  const noted: Record<string, string | undefined> = {
    ...(path === '/imports' && { jobs: id }),
    ...(path === '/bulk-edits' && body?.data?.['edit_id'] !== null && { edits: id }),
    ...(path === '/exports' && { exports: id }),
    ...(path === '/asset-matches' && { 'asset-matches': id }),
    ...(path === '/files' && { files: hash }),
    ...(path === '/edits' && { '/edits/{edit_id}/undo': body?.edit_id }),
  }
  subjects = { ...subjects, ...(noted as Record<string, string>) }
}

const send = (call: DocumentedCall, bearer = key) => sendCall(server, apiRoot, call, bearer)

/** A profile may make anything, so these need more than their type; rules/feeds.test.ts says what. */
const byProfile: ReadonlySet<string> = new Set(['runFeed'])

describe('scopes', () => {
  test('without one of the scopes that the document names an operation is refused, with all of them it is not', async () => {
    const faults: string[] = []
    const keyOf = keysByScopes(server, workspaceId)
    for (const placed of operationsOf(document)) {
      const required = (placed.operation['x-required-scopes'] ?? []) as Scope[]
      const [call] = callsOf(document, placed, replaceIds)
      if (call === undefined || required.length === 0) continue
      const { 'x-type-scope': ofType } = placed.operation
      // What an automation needs depends on what it does.
      const type = placed.path.startsWith('/automations') ? 'write' : ofType
      const all = type === undefined ? required : [...required, `${type}:products` as const]
      const enough = await keyOf(all)
      const isEnough = byProfile.has(placed.operation.operationId)
      if (!isEnough && (await send(call, enough)).status === 403)
        faults.push(`${placed.operation.operationId} needs more`)
      for (const scope of required) {
        const lacking = await keyOf(allScopes.filter((one) => one !== scope))
        const { status, body } = await send(call, lacking)
        if (status !== 403 || body.error?.code !== 'insufficient_scope')
          faults.push(`${placed.operation.operationId} does not need ${scope}`)
      }
    }
    expect(faults).toEqual([])
  }, 60_000)
})

test('the document needs a key and no scope under the API root, and none under /docs (decisions, reading 14)', async () => {
  const some = await server.issueKey(['read:views'])
  const asked = await server.get('/openapi', { authorization: `Bearer ${some}` })
  expect(asked.status).toBe(200)
  expect(asked.body).toEqual(document)
  expect((await server.send({ path: `${apiRoot}/openapi` })).status).toBe(401)
  expect((await server.get('/openapi?x=1')).status).toBe(400)
  expect(asked.body).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } })
})

test("the owner's document opens with the session only", async () => {
  expect(
    (await server.send({ path: '/app/v1/openapi', headers: { authorization: `Bearer ${key}` } })).status,
  ).toBe(401)
  expect((await server.asOwner({ path: '/app/v1/openapi' })).body.openapi).toBe('3.1.0')
})

test('every object of the document has a name, without a number in it [surfaces.7.3]', () => {
  const schemas = document.components['schemas'] ?? {}
  const inline = (node: unknown): number => {
    if (typeof node !== 'object' || node === null) return 0
    const own = 'properties' in node && 'type' in node && node.type === 'object' ? 1 : 0
    return Object.entries(node).reduce(
      (sum, [key, member]) => sum + (/^examples?$/.test(key) ? 0 : inline(member)),
      own,
    )
  }
  expect(inline(document.paths)).toBe(0)
  const nested = Object.entries(schemas).filter(([, schema]) =>
    Object.values(schema as object).some((part) => inline(part) > 0),
  )
  expect(nested.map(([name]) => name)).toEqual([])
  const wanted = [
    'Note',
    'Finding',
    'Proposal',
    'Duplicate',
    'Comment',
    'Channel',
    'Job',
    'UploadedFile',
    'Filter',
  ]
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(wanted))
  expect(Object.keys(schemas).filter((name) => /\d$/.test(name))).toEqual([])
})
