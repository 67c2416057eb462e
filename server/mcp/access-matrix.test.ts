import { afterAll, expect, test } from 'vitest'
import type { Scope } from '#shared/scopes.ts'
import { callTool, type ToolAnswer } from '../testing/mcp-client.ts'
import { keysByScopes, scopeTries } from '../testing/scope-tries.ts'
import { twoWorkspaces } from '../testing/two-workspaces.ts'
import { tools } from './tools/all-tools.ts'

const { server, mine, other, keys, ...rest } = await twoWorkspaces()
afterAll(() => rest[Symbol.asyncDispose]())
const keyOf = keysByScopes(server, mine.workspace)

/** The scopes of the specification's tables; tools with a type argument are called for products. */
const needed: Readonly<Record<string, readonly Scope[]>> = {
  describe_schema: ['read:attributes'],
  list_attributes: ['read:attributes'],
  describe_tool: [],
  upload_file: ['write:images'],
  read_source: ['read:sources'],
  list_saved_actions: ['read:products'],
  create_attribute: ['write:attributes'],
  update_attribute: ['write:attributes'],
  list_entities: ['read:products'],
  get_entity: ['read:products'],
  list_references: ['read:products'],
  list_variants: ['read:products'],
  create_variants: ['write:products'],
  convert_products: ['write:products'],
  get_completeness: ['read:products'],
  create_entity: ['write:products'],
  update_entity: ['write:products'],
  upsert_entity: ['write:products'],
  batch_entities: ['write:products'],
  bulk_edit: ['write:products'],
  estimate_generation: ['write:products'],
  start_generation: ['write:products'],
  next_generation_work: ['read:products'],
  list_proposals: ['read:products'],
  propose_values: ['propose:products'],
  decide_proposals: ['write:products'],
  create_source: ['write:sources'],
  import_file: ['write:products'],
  start_export: ['read:products'],
  read_export: [],
  list_notes: ['read:products'],
  create_note: ['write:products'],
  update_note: [],
  get_quality: ['read:products'],
  list_findings: ['read:products'],
  accept_finding: ['write:products'],
  cluster_values: ['read:products'],
  merge_values: ['write:products'],
  find_duplicates: ['write:products'],
  list_duplicates: ['read:products'],
  decide_duplicate: [],
  check_quality: ['write:products'],
  fix_values: ['write:products'],
  match_assets: ['write:images', 'write:products'],
  list_asset_problems: ['read:products'],
  merge_entities: ['write:products', 'delete:products'],
  list_channels: ['read:channels'],
  list_events: ['read:events'],
  list_automations: ['read:automations'],
  run_automation: ['write:automations'],
  list_feeds: ['read:automations'],
  run_feed: ['read:automations'],
  list_jobs: ['read:jobs'],
  get_job: ['read:jobs'],
  cancel_job: [],
  undo_edit: [],
  list_views: ['read:views'],
  create_view: ['write:views'],
  update_view: ['write:views'],
  list_attribute_classes: ['read:attributes'],
  create_attribute_class: ['write:attributes'],
  update_attribute_class: ['write:attributes'],
}

const names = tools.map(({ name }) => name)
const faulty = { type: 'product', id: mine.ids.product, surely_unknown: 1 }
const call = (name: string, key: string, args: object = faulty) =>
  callTool(server, name, args, { authorization: `Bearer ${key}` })
const codeOf = ({ body }: ToolAnswer) => body.error?.code ?? 'done'
const isRefused = async (name: string, key: string) => codeOf(await call(name, key)) === 'insufficient_scope'

test('every tool asks for the scopes of the specification, and for all of them [MCP-02]', async () => {
  const faults: string[] = []
  expect(Object.keys(needed).sort()).toEqual(names.toSorted())
  for (const name of names)
    for (const { scopes, isEnough } of scopeTries(needed[name] ?? []))
      if ((await isRefused(name, await keyOf(scopes))) === isEnough)
        faults.push(`${name} with ${scopes.join()}`)
  expect(faults).toEqual([])
})

test.runIf(process.env['LONG_TESTS'])(
  'every tool asks for them with each scope alone, and without each [MCP-02]',
  async () => {
    const faults: string[] = []
    for (const name of names)
      for (const [scope, { alone, without }] of keys) {
        const wanted = needed[name] ?? []
        const proposes = wanted.includes('propose:products')
        const isEnough = wanted.every((one) => one === scope) || (proposes && scope === 'write:products')
        if ((await isRefused(name, alone)) === isEnough) faults.push(`${name} with ${scope} alone`)
        if (wanted.includes(scope) && !proposes && !(await isRefused(name, without)))
          faults.push(`${name} without ${scope}`)
      }
    expect(faults).toEqual([])
  },
)

test('an id of another workspace is answered as one that never was [KEY-02]', async () => {
  const random = '01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e1f'
  const faults: string[] = []
  for (const tool of tools.filter(({ input }) => 'id' in input)) {
    const args = (id: string) => ({
      [tool.name === 'update_attribute' ? 'key' : 'id']: id,
      ...('type' in tool.input && { type: 'product' }),
      ...(tool.name === 'list_references' && { attribute: 'vendor' }),
      ...(tool.name === 'create_variants' && { axes: [{ attribute: 'sku', values: ['x'] }] }),
      ...(tool.name === 'decide_duplicate' && { status: 'dismissed' }),
      ...(tool.name === 'update_entity' && { attributes: { sku: 'x' } }),
      ...(tool.name.startsWith('update_') && 'name' in tool.input && { name: 'x' }),
    })
    const answerFor = async (id: string) => {
      const answer = await call(tool.name, mine.key, args(id))
      const { request_id: _, ...error } = answer.body.error ?? {}
      return `${codeOf(answer)} ${JSON.stringify(error)}`.replaceAll(id, 'ID')
    }
    const never = await answerFor(random)
    for (const id of Object.values(other.ids)) {
      const got = await answerFor(id)
      if (got !== never || !got.startsWith('not_found')) faults.push(`${tool.name} ${got}`)
    }
  }
  expect(faults).toEqual([])
})

test('a cursor of another workspace is refused by every list [LIST-08]', async () => {
  const faults: string[] = []
  for (const { name, input } of tools.filter(({ input }) => 'cursor' in input)) {
    const args = ({ ids }: typeof mine) => ({
      ...('id' in input && { id: ids.product }),
      ...('type' in input && { type: 'product' }),
      ...(name === 'list_references' && { attribute: 'vendor' }),
      ...(name === 'cluster_values' && { attribute: 'sku', method: 'fingerprint' }),
    })
    const { body } = await call(name, other.key, { ...args(other), limit: 1 })
    const cursor = body.pagination.next_cursor
    const answer = await call(name, mine.key, { ...args(mine), cursor })
    const again = await call(name, other.key, { ...args(other), cursor })
    const [fault] = answer.body.error?.field_errors ?? []
    if (fault?.field !== 'cursor' || fault.issue !== 'invalid_value' || again.isError)
      faults.push(`${name}: ${answer.text} ${again.text}`)
  }
  expect(faults).toEqual([])
})
