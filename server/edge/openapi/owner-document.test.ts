import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  exampleClassId,
  exampleCode,
  exampleExportId,
  exampleGrantId,
  exampleId,
  exampleJobId,
  exampleMergedId,
  exampleAliasId,
  exampleNoteId,
  exampleRuleId,
  exampleBackupId,
  exampleKeyId,
  exampleOpeningId,
  exampleProfileId,
  exampleProviderId,
  exampleUploadId,
  exampleSnapshotId,
  exampleActionId,
  exampleRecipeId,
  exampleViewId,
  exampleLibraryId,
  exampleAutomationId,
  exampleNoticeId,
  exampleConnectionId,
  exampleFeedId,
  exampleWebhookId,
  exampleDeliveryId,
  exampleWatchedFolderId,
  exampleWorkspaceId,
} from '#shared/routes/examples.ts'
import {
  callsOf,
  createAnswerCheck,
  operationsOf,
  sendCall,
  type DocumentedCall,
  type OpenApiDocument,
  type DocumentRoute,
} from '../../testing/document-calls.ts'
import { Agent, Browser, follow } from '../../testing/oauth-agent.ts'
import { testServer, type TestServer } from '../../testing/test-server.ts'

const root = '/app/v1'
const backup = '/home/ann/furniture-backup'
const workspaceFile = '/home/ann/.local/share/vitrine/furniture.vitrine'
const packages = '/home/ann/furniture-package'
const received = '/home/ann/received.zip'
const exampleSequence = '18233'
const watchedFolder = '/home/ann/prices'
const libraryFolder = '/home/ann/photos'
const otherFolder = '/media/photos'
let server: TestServer
let document: OpenApiDocument
let subjects: Readonly<Record<string, string>>

beforeAll(async () => {
  server = await testServer()
  document = (await asOwner('GET', '/openapi')).data
  const workspace = await asOwner('POST', '/workspaces', { name: 'Filled', sample: true })
  const workspaceId: string = workspace.data.id
  const headers = { 'vitrine-workspace': workspaceId }
  const key = await asOwner('POST', `/workspaces/${workspaceId}/keys`, { name: 'x', scopes: ['read:jobs'] })
  const source = { url: 'http://127.0.0.1:1/', name: 'About oak' }
  const job = await server.asOwner({ method: 'POST', path: '/api/v1/sources', body: source, headers })
  const jobPath = `/api/v1/jobs/${job.body.data.id as string}`
  const statusOf = async () => (await server.asOwner({ path: jobPath, headers })).body.data.status
  while ((await statusOf()) !== 'failed') await setTimeout(50)
  const body = { name: 'Saved', entity_type: 'product' }
  const view = await server.asOwner({ method: 'POST', path: `${root}/views`, body, headers })
  const action = await server.asOwner({
    method: 'POST',
    path: `${root}/saved-actions`,
    body: { ...body, clear: ['sales_rank'] },
    headers,
  })
  const recipe = await server.asOwner({
    method: 'POST',
    path: `${root}/renditions`,
    body: { name: 'Web' },
    headers,
  })
  const profile = await server.asOwner({
    method: 'POST',
    path: `${root}/import-profiles`,
    body: { name: 'Prices', entity_type: 'product' },
    headers,
  })
  const products = await server.asOwner({ path: '/api/v1/products?limit=1', headers })
  const note = await server.asOwner({
    method: 'POST',
    path: '/api/v1/notes',
    body: { type: 'product', entity_id: products.body.data[0].id, text: 'Look.' },
    headers,
  })
  const alias = await server.asOwner({
    method: 'POST',
    path: '/api/v1/aliases',
    body: { entity_type: 'product', entity_id: products.body.data[0].id, text: 'CH 100' },
    headers,
  })
  const rule = await server.asOwner({
    method: 'POST',
    path: '/api/v1/quality/rules',
    body: {
      name: 'Price above zero',
      entity_type: 'product',
      check: { kind: 'filter', must_match: 'filter[price][gt]=1000000' },
    },
    headers,
  })
  await server.asOwner({
    method: 'POST',
    path: '/api/v1/quality/findings/accept',
    body: {
      type: 'product',
      rule: 'price_above_zero',
      entity_id: products.body.data[0].id,
      attribute: 'price',
      reason: 'It is fine.',
    },
    headers,
  })
  const frozen = await server.asOwner({ path: '/api/v1/products?snapshot=new', headers })
  const chairs = await server.asOwner({
    method: 'POST',
    path: `${root}/attribute-classes`,
    body: { name: 'Chairs', entity_type: 'product' },
    headers: { 'vitrine-workspace': workspaceId },
  })
  const old = { name: 'Old marketplace' }
  await server.asOwner({ method: 'POST', path: `${root}/channels`, body: old, headers })
  const automated = await automateOne(headers)
  const watched = join(server.dataDir, '..', `vitrine-watched-${randomUUID()}`)
  await mkdir(join(watched, 'one'), { recursive: true })
  await mkdir(join(watched, 'two'))
  const watch = await server.asOwner({
    method: 'POST',
    path: `${root}/watched-folders`,
    body: { folder: join(watched, 'one'), profile: 'Prices' },
    headers,
  })
  await mkdir(join(watched, 'three'))
  const library = await server.asOwner({
    method: 'POST',
    path: `${root}/asset-libraries`,
    body: { name: 'Studio', path: join(watched, 'one') },
    headers,
  })
  const provider = {
    name: 'Mine',
    kind: 'openai_compatible',
    base_url: 'http://127.0.0.1:1',
    models: { text: 'small' },
  }
  const fed = await feedOne(headers, { profile: profile.body.data.id, folder: join(watched, 'four') })
  subjects = {
    ...fed,
    [exampleProviderId]: (await asOwner('POST', '/providers', provider)).data.id,
    [watchedFolder]: join(watched, 'two'),
    [libraryFolder]: join(watched, 'two'),
    [otherFolder]: join(watched, 'three'),
    [exampleLibraryId]: library.body.data.id,
    [exampleWatchedFolderId]: watch.body.data.id,
    [exampleWorkspaceId]: workspaceId,
    [exampleKeyId]: key.data.id,
    [exampleBackupId]: (await asOwner('POST', `/workspaces/${workspaceId}/backups`)).data.id,
    [exampleJobId]: job.body.data.id,
    [exampleExportId]: await exportOne(headers),
    [exampleSnapshotId]: frozen.body.pagination.snapshot,
    [exampleActionId]: action.body.data.id,
    [exampleRecipeId]: recipe.body.data.id,
    [exampleViewId]: view.body.data.id,
    [exampleClassId]: chairs.body.data.id,
    [exampleProfileId]: profile.body.data.id,
    [exampleUploadId]: (await sendForm(`${root}/import-uploads`, {}, 'sku;Preis\nX;1,5\n', headers)).id,
    [exampleGrantId]: await grantOne(workspaceId),
    [exampleId]: products.body.data[0].id,
    [exampleNoteId]: note.body.data.id,
    [exampleAliasId]: alias.body.data.id,
    ...(await deliverOne(headers)),
    ...automated,
    [exampleRuleId]: rule.body.data.id,
    [workspaceFile]: server.workspace.file,
    [packages]: join(server.dataDir, 'saved'),
    [exampleOpeningId]: (await asOwner('POST', '/workspaces/open-package', { file: '/home/ann/none.zip' }))
      .data.id,
    [received]: await savePackage(workspaceId, headers),
    [backup]: join(tmpdir(), `vitrine-${randomUUID()}`),
  }
}, 60_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(`${subjects[backup]}.vitrine`, { force: true })
  await rm(join(subjects[watchedFolder] ?? '', '..'), { recursive: true, force: true })
})

const pendingWebhook = 'a webhook that waits'

/** A webhook with a delivery, and one that a key has made. */
async function deliverOne(headers: Record<string, string>): Promise<Record<string, string>> {
  const body = { url: 'http://127.0.0.1:1/hook', in_my_network: true }
  const made = await server.asOwner({ method: 'POST', path: '/api/v1/webhooks', body, headers })
  const { id } = made.body.data
  const path = `${root}/webhooks/${id}/test`
  const delivery = (await server.asOwner({ method: 'POST', path, headers })).body.data
  const key = await server.issueKey(['read:events'], headers['vitrine-workspace'])
  const asKey = { authorization: `Bearer ${key}` }
  const url = 'https://shop.example/hook'
  const pending = await server.send({
    method: 'POST',
    path: '/api/v1/webhooks',
    body: { url },
    headers: asKey,
  })
  return { [exampleWebhookId]: id, [exampleDeliveryId]: delivery.id, [pendingWebhook]: pending.body.data.id }
}

/** An automation, and a notice of another one that has failed three times. */
async function automateOne(headers: Record<string, string>): Promise<Record<string, string>> {
  const ask = (method: string, path: string, body?: object) =>
    server.asOwner({ method, path, headers, ...(body && { body }) })
  const automation = { name: 'A', entity_type: 'product', trigger: { on: 'manual' }, is_on: true }
  const actions = [{ notify: { people: ['owner'], text: 'Look.' } }]
  const made = await ask('POST', '/api/v1/automations', { ...automation, actions })
  const { id } = made.body.data
  await ask('POST', `/api/v1/automations/${id}/run`)
  for (;;) {
    const { data: notices } = (await ask('GET', `${root}/notices`)).body
    if (notices.length > 0) return { [exampleAutomationId]: id, [exampleNoticeId]: notices[0].id }
    await setTimeout(20)
  }
}

const waitingJob = 'a job that waits'
const exportProfile = 'an export profile'

/** A feed whose first run waits, its connection, and a saved export. */
async function feedOne(
  headers: Record<string, string>,
  { profile, folder }: { readonly profile: string; readonly folder: string },
): Promise<Record<string, string>> {
  await mkdir(folder)
  await writeFile(join(folder, 'list.csv'), 'sku,name\nX-1,Chair\n')
  const make = async (path: string, body: object): Promise<string> =>
    (await server.asOwner({ method: 'POST', path: root + path, body, headers })).body.data.id
  const connection = await make('/connections', { name: 'Drop', kind: 'folder', settings: { path: folder } })
  const feed = await make('/feeds', {
    name: 'Drop',
    direction: 'import',
    connection,
    profile,
    file: 'list.csv',
  })
  const saved = await make('/export-profiles', { name: 'All', type: 'product' })
  const job = await make(`/feeds/${feed}/run`, {})
  const path = `/api/v1/jobs/${job}`
  while ((await server.asOwner({ path, headers })).body.data.metadata.paused === undefined)
    await setTimeout(20)
  return {
    [exampleConnectionId]: connection,
    [exampleFeedId]: feed,
    [exportProfile]: saved,
    [waitingJob]: job,
  }
}

async function savePackage(workspaceId: string, headers: Record<string, string>): Promise<string> {
  const file = join(server.dataDir, 'received.zip')
  const { data } = await asOwner('POST', `/workspaces/${workspaceId}/package`, { file, schema_only: true })
  const path = `/api/v1/jobs/${data.id as string}`
  while ((await server.asOwner({ path, headers })).body.data.completed_at === null) await setTimeout(20)
  return file
}

async function asOwner(method: string, path: string, body?: object) {
  const answer = await server.asOwner({ method, path: root + path, body })
  return answer.body.openapi === undefined ? answer.body : { data: answer.body }
}

test("every example of the owner's surface is accepted, and every answer is as documented", async () => {
  const check = createAnswerCheck(document)
  const faults: string[] = []
  for (const placed of inOrder(operationsOf(document))) {
    const count = placed.method === 'DELETE' ? 1 : callsOf(document, placed, replaceIds).length
    for (let index = 0; index < count; index += 1) {
      await prepare(placed)
      const call = callsOf(document, placed, replaceIds)[index] as DocumentedCall
      const { status, body } = await sendCall(server, root, call, server.server.sessionToken)
      const what = `${call.method} ${call.path} (${call.name}): ${status}`
      if (status >= 300) faults.push(`${what} ${JSON.stringify(body)}`)
      for (const fault of check(placed, status, body)) faults.push(`${what} ${fault}`)
    }
  }
  expect(faults).toEqual([])
}, 60_000)

async function askForConsent() {
  const agent = await Agent.connect(`${server.server.origin}/mcp`)
  const scope = 'read:products write:products delete:products'
  const browser = new Browser()
  const page = await browser.open(await agent.authorizationUrl({ scope }))
  const waiting: { code: string }[] = (await asOwner('GET', '/consents')).data
  return { agent, browser, page, [exampleCode]: waiting.at(-1)?.code ?? '' }
}

async function grantOne(workspaceId: string): Promise<string> {
  const { agent, browser, page, [exampleCode]: code } = await askForConsent()
  const body = { workspace_id: workspaceId, scopes: ['read:products', 'write:products'] }
  await asOwner('POST', `/consents/${code}/approve`, body)
  await agent.tokens((await follow(browser, await browser.open(page.url))).url)
  return (await asOwner('GET', `/workspaces/${workspaceId}/grants`)).data[0].id
}

// Nothing moves where no nodes are: server/workspaces/move.test.ts has some.
const needsNodes = '/workspaces/{id}/move'

function inOrder(operations: DocumentRoute[]): DocumentRoute[] {
  return operations
    .filter(({ path }) => path !== needsNodes)
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
}

function replaceIds({ path }: DocumentRoute, text: string): string {
  const waiting = { [exampleWebhookId]: subjects[pendingWebhook] ?? '' }
  const held = { [exampleJobId]: subjects[waitingJob] ?? '' }
  const saved = { [exampleProfileId]: subjects[exportProfile] ?? '' }
  const real = {
    ...subjects,
    ...(path === '/webhooks/{id}/approve' && waiting),
    ...(path === '/jobs/{id}/cancel' && held),
    ...(path.startsWith('/export-profiles') && saved),
  }
  return Object.entries(real).reduce((filled, [example, id]) => filled.replaceAll(example, id), text)
}

async function sendForm(
  path: string,
  fields: Record<string, string>,
  file: string,
  headers: Record<string, string>,
): Promise<{ id: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([file]), 'rows.csv')
  const encoded = new Response(form)
  const { body } = await server.asOwner({
    method: 'POST',
    path,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
  })
  return body.data
}

async function exportOne(headers: Record<string, string>): Promise<string> {
  const [path, body] = ['/api/v1/exports', { channel: 'shopify' }]
  const job = await server.asOwner({ method: 'POST', path, body, headers })
  const id: string = job.body.data.id
  const stateOf = async () => (await server.asOwner({ path: `/api/v1/jobs/${id}`, headers })).body.data
  while ((await stateOf()).completed_at === null) await setTimeout(20)
  return id
}

async function importOne(): Promise<void> {
  const headers = { 'vitrine-workspace': subjects[exampleWorkspaceId] ?? '' }
  const rows = `vendor_name\nUndone ${randomUUID()}\n`
  const { id } = await sendForm('/api/v1/imports', { type: 'vendor' }, rows, headers)
  const path = `/api/v1/jobs/${id}`
  const ended = async () => (await server.asOwner({ path, headers })).body.data.completed_at as unknown
  await expect.poll(ended).not.toBeNull()
  subjects = { ...subjects, [exampleJobId]: id }
}

async function findTwo(): Promise<void> {
  const headers = { 'vitrine-workspace': subjects[exampleWorkspaceId] ?? '' }
  const { body } = await server.asOwner({ path: '/api/v1/products?limit=2', headers })
  const [one, other] = body.data as { id: string }[]
  subjects = { ...subjects, [exampleId]: one?.id ?? '', [exampleMergedId]: other?.id ?? '' }
}

let changes = 0

async function changeOne(): Promise<void> {
  const headers = { 'vitrine-workspace': subjects[exampleWorkspaceId] ?? '' }
  const products = await server.asOwner({ path: '/api/v1/products?limit=1', headers })
  const path = `/api/v1/products/${products.body.data[0].id as string}`
  await server.asOwner({ method: 'PATCH', path, body: { attributes: { price: (changes += 1) } }, headers })
  const { body } = await server.asOwner({ path: '/api/v1/events?limit=1', headers })
  subjects = { ...subjects, [exampleSequence]: String(body.data[0].sequence) }
}

async function prepare({ path }: DocumentRoute): Promise<void> {
  if (path === '/jobs/{id}/undo') await importOne()
  if (path.startsWith('/consents'))
    subjects = { ...subjects, [exampleCode]: (await askForConsent())[exampleCode] }
  if (path === '/changes/restore') await changeOne()
  if (path === '/entities/merge') await findTwo()
  if (path !== '/trash/empty' && path !== '/trash/restore') return
  const headers = { 'vitrine-workspace': subjects[exampleWorkspaceId] ?? '' }
  const { body } = await server.asOwner({ path: '/api/v1/products?limit=1&sort=-created_at', headers })
  const id: string = body.data[0].id
  await server.asOwner({
    method: 'POST',
    path: `${root}/trash`,
    body: { type: 'product', ids: [id] },
    headers,
  })
  subjects = { ...subjects, [exampleId]: id }
}
