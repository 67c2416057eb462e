/**
 * Drives the MCP inspector's command line against a real server: lists everything with --strict, which
 * refuses schemas that some client could not use, and calls every tool. Ends with exit code 1 at the first
 * failure.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startFakeProvider } from '../../providers/testing/fake-provider.ts'
import { startCatalog } from './catalog-server.ts'

const inspector = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
)
const home = mkdtempSync(join(tmpdir(), 'vitrine-inspector-'))

interface Run {
  readonly code: number
  readonly output: string
  readonly errors: string
}

function inspect(url: string, key: string, args: readonly string[]): Promise<Run> {
  const all = [
    '--cli',
    '--server-url',
    url,
    '--transport',
    'http',
    '--header',
    `Authorization: Bearer ${key}`,
  ]
  const child = spawn(
    process.execPath,
    [inspector, ...all, '--stored-auth-only', '--format', 'json', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      // The inspector's own files stay out of the user's home folder.
      env: { ...process.env, HOME: home, MCP_INSPECTOR_HOME: home },
    },
  )
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve({ code: code ?? 1, output, errors }))
  })
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape are looked into
type Answer = any

await using catalog = await startCatalog()
const { origin, key } = catalog
const run = async (name: string, args: readonly string[]): Promise<Answer> => {
  const { code, output, errors } = await inspect(`${origin}/mcp`, key, args)
  const answer: Answer = code === 0 ? JSON.parse(output).result : undefined
  const isGood = code === 0 && answer.isError !== true
  console.log(`${isGood ? '✓' : '✗'} ${name}`)
  if (isGood) return answer
  throw new Error(`${name} ended with ${code}: ${errors}${output}`)
}

const called = new Set<string>()
const call = async (name: string, args: object = {}): Promise<Answer> => {
  const answer = await run(name, [
    '--method',
    'tools/call',
    '--tool-name',
    name,
    '--tool-args-json',
    JSON.stringify(args),
  ])
  called.add(name)
  return answer.structuredContent
}

try {
  const eras = ['legacy', 'modern']
  for (const era of eras)
    await run(`tools/list --strict (${era})`, ['--method', 'tools/list', '--strict', '--protocol-era', era])
  for (const method of ['resources/list', 'resources/templates/list', 'prompts/list'])
    await run(method, ['--method', method])
  await run('resources/read', ['--method', 'resources/read', '--uri', 'vitrine://schema'])

  const type = 'product'
  await call('describe_schema', { type })
  const { data: products } = await call('list_entities', { type, limit: 2 })
  const [{ id }] = products
  await call('get_entity', { type, id })
  await call('list_variants', { id })
  const { data: references } = await call('list_attributes', { type, limit: 200 })
  const reference = references.find(({ data_type: kind }: Answer) => kind === 'entity_reference')
  await call('list_references', { type, id, attribute: reference.key })
  await call('create_attribute', { name: 'Judged', entity_type: type, data_type: 'single_line_text_field' })
  await call('update_attribute', { key: 'judged', type, custom_instructions: 'None.' })
  await call('update_entity', { type, id, attributes: { judged: 'yes' } })
  await call('create_entity', { type, attributes: { sku: 'JUDGED-1', product_name: 'Judged' } })
  await call('upsert_entity', { type, merge_key: 'sku', attributes: { sku: 'JUDGED-1', judged: 'no' } })
  await call('batch_entities', { type, items: [{ id, attributes: { judged: 'twice' } }] })
  await call('list_channels', { enabled: 'all' })
  await call('get_completeness', { id })
  await call('list_events', { via: 'mcp' })
  const { data: source } = await call('create_source', { text: 'Oak.', name: 'Judged' })
  await call('get_job', { id: source.job_id })
  await call('import_file', { type, file: { name: 'a.csv', content: 'sku\nJUDGED-2\n' }, dry_run: true })
  await call('list_jobs')
  const { data: view } = await call('create_view', { name: 'Judged', entity_type: type })
  await call('update_view', { id: view.id, name: 'Judged twice' })
  await call('list_views')
  const { data: made } = await call('create_attribute_class', { name: 'Judged', entity_type: type })
  await call('update_attribute_class', {
    id: made.id,
    attributes: [{ key: 'judged', requirement: 'required' }],
  })
  await call('list_attribute_classes', { product_id: id })

  await call('bulk_edit', { type, filter: { judged: 'twice' }, set: { judged: 'thrice' }, dry_run: true })
  await callForExports(call, type)
  await callForGeneration(call, type)
  await callForQuality(call, { type, id })

  const { tools } = await run('tools/list', ['--method', 'tools/list'])
  const missing = tools.map(({ name }: Answer) => name).filter((name: string) => !called.has(name))
  if (missing.length > 0) throw new Error(`Not called: ${missing.join(', ')}.`)
  console.log(`\nEvery one of ${called.size} tools was called.`)
} finally {
  rmSync(home, { recursive: true, force: true })
}

type Call = typeof call

async function ended(ask: Call, id: string): Promise<void> {
  for (;;) {
    const { data: job } = await ask('get_job', { id })
    if (['completed', 'failed', 'cancelled'].includes(job.status)) return
  }
}

async function callForExports(ask: Call, type: string): Promise<void> {
  const { data: exported } = await ask('start_export', { type, fields: ['sku'] })
  await ended(ask, exported.id)
  await ask('read_export', { id: exported.id })
}

/** A provider on this computer that answers at once and costs nothing. */
async function callForGeneration(ask: Call, type: string): Promise<void> {
  await using provider = await startFakeProvider({ answer: () => 'No value here.' })
  const models = { text: 'm' }
  const details = {
    name: 'Local',
    kind: 'openai_compatible',
    base_url: provider.baseUrl('openai_compatible'),
  }
  await catalog.asOwner('POST', '/providers', { ...details, models })
  const about = { type, attributes: ['blurb'], filter: { judged: { exists: true } } }
  await ask('create_attribute', {
    name: 'Blurb',
    entity_type: type,
    data_type: 'single_line_text_field',
    ai_generated: true,
    custom_instructions: 'Praise {{sku}}.',
  })
  await ask('estimate_generation', about)
  const { data: begun } = await ask('start_generation', about)
  await ended(ask, begun.id)
  const [work] = (await ask('next_generation_work', { ...about, limit: 1 })).data
  await ask('propose_values', { type, proposals: [{ id: work.id, attribute: 'blurb', value: 'Lasts.' }] })
  const [proposal] = (await ask('list_proposals', { type })).data
  await ask('decide_proposals', { type, decisions: [{ id: proposal.id, action: 'reject' }] })
}

async function callForQuality(ask: Call, { type, id }: { type: string; id: string }): Promise<void> {
  const { data: note } = await ask('create_note', { type, entity_id: id, text: 'Judged.', status: 'open' })
  await ask('update_note', { id: note.id, status: 'done' })
  await ask('list_notes', { status: 'done' })
  await makeRule(type)
  await ask('get_quality', { type })
  const [finding] = (await ask('list_findings', { type, rule: 'judged_thrice', limit: 1 })).data
  const { rule, attribute, entity } = finding
  await ask('accept_finding', { type, rule, attribute, entity_id: entity.id, reason: 'Judged.' })
  await ask('fix_values', { type, attribute: 'judged', fix: 'trim', dry_run: true })
  await ask('check_quality', { type })
  await ask('cluster_values', { type, attribute: 'judged', method: 'fingerprint' })
  const groups = [{ values: ['twice'], to: 'thrice' }]
  await ask('merge_values', { type, attribute: 'judged', groups, dry_run: true })
  await catalog.asOwner('PATCH', '/settings', { keys_may_merge: true })
  const { data: duplicate } = await ask('create_entity', {
    type,
    attributes: { sku: 'TWIN', product_name: 'Twin' },
  })
  const { data: search } = await ask('find_duplicates', { type, by: ['sku_like', 'title'] })
  await ended(ask, search.id)
  await ask('create_entity', { type, attributes: { sku: 'T-W-I-N', product_name: 'Twin too' } })
  const { data: again } = await ask('find_duplicates', {
    type,
    by: ['sku_like'],
    attributes: { sku_like: 'sku' },
  })
  await ended(ask, again.id)
  const [group] = (await ask('list_duplicates', { type })).data
  await ask('decide_duplicate', { id: group.id, status: 'dismissed' })
  await ask('merge_entities', { type, keep: id, merge: [duplicate.id] })
}

async function makeRule(type: string): Promise<void> {
  const check = { kind: 'required', attributes: ['judged'] }
  const response = await fetch(`${origin}/api/v1/quality/rules`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Judged thrice', entity_type: type, check }),
  })
  if (!response.ok) throw new Error(await response.text())
}
