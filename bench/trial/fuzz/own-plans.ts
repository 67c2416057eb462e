/**
 * Plans for routes whose examples do not suffice: the things in the path or body must be of a certain
 * kind, or may not harm the trial itself.
 */
import { channelKeys } from '#shared/channels.ts'
import type { Random } from '../../random.ts'
import type { Pair } from './call.ts'
import { teamPlans } from './team-plans.ts'
import type { World } from './world.ts'

/** Additions of a plan to its row; each function is called again for every request. */
export interface OwnPlan {
  /** Parameters of the path that do not belong to the list before them. */
  readonly path?: (random: Random, world: World) => Readonly<Record<string, string>>
  readonly query?: (random: Random, world: World) => Pair[]
  readonly body?: (random: Random, world: World) => unknown
  /** How often it is drawn, where 1 is usual. */
  readonly share?: number
  readonly isLast?: boolean
  /**
   * Whether its body holds an address that the server sends requests to. It must stay on this machine, so
   * it is not made up from the schema.
   */
  readonly isAddress?: boolean
}

type MakeBody = NonNullable<OwnPlan['body']>

const channelOf = (random: Random, world: World): string =>
  world.has('/channels') && random.chance(0.3) ? world.pick(random, '/channels') : random.pick(channelKeys)
const anyChannel: OwnPlan = { path: (random, world) => ({ channel: channelOf(random, world) }) }
const customChannel: OwnPlan = { path: (random, world) => ({ channel: world.pick(random, '/channels') }) }
const listedChannel: OwnPlan = { path: () => ({ channel: 'google_merchant' }) }

const jobOf = (kind: string): OwnPlan => ({
  path: (random, world) => ({ id: world.pick(random, world.has(kind) ? kind : 'job') }),
})

const finding =
  (kind: string): MakeBody =>
  (random, world) =>
    world.has(kind)
      ? (JSON.parse(world.pick(random, kind)) as object)
      : {
          type: 'product',
          rule: 'price_above_zero',
          entity_id: world.pick(random, 'product'),
          attribute: 'price',
        }

const mergeBody: MakeBody = (random, world) => {
  const type = random.pick(['product', 'vendor'] as const)
  const [keep, merged] = [world.pick(random, type), world.pick(random, type)]
  return { type, keep, merge: [merged], dry_run: random.chance(0.8) }
}

const changeBody: MakeBody = (random, world) =>
  world.has('change')
    ? { type: 'product', changes: [JSON.parse(world.pick(random, 'change'))] }
    : { type: 'product', changes: [{ sequence: 1, attributes: ['price'] }] }

const localProvider: MakeBody = (random) => ({
  name: `Local ${random.below(1e6)}`,
  kind: 'openai_compatible',
  base_url: 'http://127.0.0.1:1/v1',
  models: { text: 'small' },
})

const sourceBody: MakeBody = (random, world) =>
  random.pick([
    { text: 'Oak table, 120 cm' },
    { text: 'Oak table', name: `About ${random.below(1e6)}`, product_ids: [world.pick(random, 'product')] },
    { file: { name: 'a.txt', content_base64: Buffer.from('Oak').toString('base64') } },
    // Nothing listens at this port, so the job fails and can be tried again.
    { url: 'http://127.0.0.1:1/', name: 'Nobody' },
  ])

const proposalBody: MakeBody = (random, world) => ({
  type: 'product',
  proposals: Array.from({ length: random.between(1, 3) }, () => ({
    id: world.pick(random, 'product'),
    attribute: 'product_name',
    value: `Proposed ${random.below(1e6)}`,
    evidence: [{ source: 'attribute:product_name', quote: 'Oak' }],
  })),
})

const decisionBody: MakeBody = (random, world) =>
  random.pick([
    {
      type: 'product',
      decisions: [
        {
          id: world.pick(random, 'open proposal'),
          action: random.pick(['accept', 'reject']),
        },
      ],
    },
    { type: 'product', action: 'reject', where: { attribute: 'product_name', verified: true } },
  ])

const generationBody: MakeBody = (random, world) => ({
  type: 'product',
  attributes: ['description'],
  ids: [world.pick(random, 'product')],
})

const attributeMove: MakeBody = (random, world) => ({
  type: 'product',
  before: random.chance(0.5) ? null : random.pick(world.definitions('product')).key,
})

const settingsBody: MakeBody = (random) =>
  random.pick([
    { keys_may_merge: true },
    { keys_may_spend: true, daily_budget: 5 },
    { allow_private_sources: true },
    { backup_every_hours: random.between(0, 48) },
    { backup_keep_last: random.between(1, 3), backup_keep_days: 0, backup_keep_weeks: 0 },
  ])

const moveBody: MakeBody = (random) => ({
  nodes: random.pick([[], ['http://127.0.0.1:1', 'http://127.0.0.1:2', 'http://127.0.0.1:3']]),
})

/** Routes that accept no request of the trial, each with its reason. */
export const neverAccepted: ReadonlySet<string> = new Set([
  // It moves a workspace to the nodes of a cluster, and the trial has no cluster; `trial:kill` moves some.
  'app POST /workspaces/{id}/move',
  // The server of the trial sends no mail.
  'app POST /sign-in/forgotten',
])

export const ownPlans: Readonly<Record<string, OwnPlan>> = {
  ...teamPlans,
  'api POST /sources': { body: sourceBody, share: 0.5, isAddress: true },
  'api POST /proposals': { body: proposalBody },
  'api POST /proposals/decide': { body: decisionBody },
  'api POST /quality/findings/accept': {
    body: (random, world) => ({
      ...(finding('finding')(random, world) as object),
      reason: 'It comes with the table.',
    }),
  },
  'api POST /generations': { body: generationBody, share: 0.2 },
  'api POST /generations/estimate': { body: generationBody },
  'api POST /entities/merge': { body: mergeBody },
  'api POST /duplicates': { share: 0.2 },
  'api POST /exports': { share: 0.5 },
  'api POST /imports': { share: 0.5 },
  'api POST /bulk-edits': { share: 0.2 },
  'api POST /quality/checks': { share: 0.2 },
  'api POST /quality/fix': { share: 0.3 },
  'api POST /attributes': { share: 0.1 },
  'api PATCH /attributes/{key}': {
    path: (random, world) => ({ key: random.pick(world.definitions('product')).key }),
    query: () => [['type', 'product']],
    body: (random) => ({ custom_instructions: random.pick([null, 'Write {{sku}}']) }),
  },
  'api GET /channels/{channel}': anyChannel,
  'api GET /channels/{channel}/completeness': { ...anyChannel, share: 0.3 },
  'api GET /exports/{job_id}/report': { path: (random, world) => ({ job_id: exportOf(random, world) }) },
  'api GET /exports/{job_id}/pictures': { path: (random, world) => ({ job_id: exportOf(random, world) }) },
  'api GET /jobs/{id}/differences': jobOf('dry run'),
  'api GET /jobs/{id}/errors': jobOf('completed import'),
  'api GET /sources/{id}/references': { query: () => [['attribute', 'about']] },
  'api GET /products/{id}/references': { query: () => [['attribute', 'gallery_images']] },
  'api GET /images/{id}/references': { query: () => [['attribute', 'shown_by']] },
  'app PATCH /settings': { body: settingsBody },
  'app POST /workspaces': { share: 0.1, body: (random) => ({ name: `Room ${random.below(1e6)}` }) },
  'app POST /workspaces/open': {
    share: 0.2,
    body: (random, world) => ({ file: world.pick(random, 'workspace file') }),
  },
  'app POST /workspaces/open-package': {
    share: 0.2,
    body: (random, world) => ({ file: world.pick(random, 'package'), name: `Opened ${random.below(1e6)}` }),
  },
  'app POST /workspaces/{id}/package': {
    share: 0.2,
    body: (random, world) => ({ file: world.newFile(random, '.zip'), schema_only: random.chance(0.7) }),
  },
  'app POST /workspaces/{id}/backup': {
    share: 0.2,
    body: (random, world) => ({ file: world.newFile(random, '.vitrine') }),
  },
  'app POST /workspaces/{id}/move': { share: 0.3, body: moveBody },
  'app POST /workspaces/{id}/check': { share: 0.3 },
  'app GET /workspaces/{id}/backups': { path: (_random, world) => ({ id: world.only('spare') }) },
  'app POST /workspaces/{id}/backups': {
    path: (_random, world) => ({ id: world.only('spare') }),
    share: 0.3,
  },
  'app DELETE /workspaces/{id}/backups/{backupId}': { path: backupOf, share: 0.3 },
  'app POST /workspaces/{id}/backups/{backupId}/restore': { path: backupOf, share: 0.2 },
  'app POST /consents/{code}/approve': {
    body: (random, world) => ({
      workspace_id: world.pick(random, '/workspaces'),
      scopes: ['read:products', 'write:products'],
    }),
  },
  'app POST /providers': { body: localProvider, isAddress: true },
  'app DELETE /providers/{id}': { share: 0.3 },
  'app PATCH /providers/{id}': { isAddress: true, body: (random) => ({ concurrency: random.between(1, 4) }) },
  'app POST /providers/{id}/test': { share: 0.3 },
  'app POST /quality/findings/reopen': {
    body: (random, world) => {
      const { reason: _, ...body } = finding('accepted finding')(random, world) as Readonly<
        Record<string, unknown>
      >
      return body
    },
  },
  'app DELETE /attributes/{key}': { query: () => [['type', 'product']] },
  'app POST /attributes/{key}/move': {
    path: (random, world) => ({ key: random.pick(world.definitions('product')).key }),
    body: attributeMove,
  },
  'app POST /generation-tries': { share: 0.5 },
  'app POST /trash/restore': {
    body: (random, world) => ({ ids: [world.pick(random, 'trashed')] }),
  },
  'app POST /trash/empty': {
    share: 0.3,
    body: (random, world) => (random.chance(0.1) ? {} : { ids: [world.pick(random, 'trashed')] }),
  },
  'app POST /entities/merge': { body: mergeBody },
  'app POST /changes/restore': { body: changeBody },
  'app POST /review/reopen': {
    body: (random, world) => ({ type: 'product', ids: [world.pick(random, 'rejected proposal')] }),
  },
  'app POST /views/{id}/duplicate': {
    share: 0.3,
    body: (random) => ({ name: `Copy ${random.below(1e6)}` }),
  },
  'app POST /watched-folders': {
    share: 0.3,
    body: (random, world) => ({
      folder: world.pick(random, 'folder'),
      profile: world.pick(random, '/import-profiles'),
    }),
  },
  'app POST /channels': {
    share: 0.2,
    body: (random) => ({
      name: `Shop ${random.below(1e6)}`,
      ...random.pick([{ template: 'meta' }, { copy_of: 'google_merchant' }]),
    }),
  },
  'app POST /channels/{channel}/enable': anyChannel,
  'app POST /channels/{channel}/disable': anyChannel,
  'app PATCH /channels/{channel}': {
    path: () => ({ channel: 'shopify' }),
  },
  'app DELETE /channels/{channel}': customChannel,
  'app GET /channels/{channel}/category-list': listedChannel,
  'app POST /channels/{channel}/category-list': listedChannel,
  'app DELETE /channels/{channel}/category-list': { ...listedChannel, share: 0.3 },
  'app POST /channels/{channel}/category-list/look-up': listedChannel,
  'api POST /jobs/{id}/cancel': jobOf('running job'),
  'app POST /jobs/{id}/retry': { ...jobOf('failed job'), share: 0.5 },
  'api POST /jobs/{id}/undo': { ...jobOf('import that wrote'), share: 0.5 },
}

/** Restores another workspace than the one that the requests use. */
function backupOf(random: Random, world: World) {
  return { id: world.only('spare'), backupId: world.pick(random, '/workspaces/{id}/backups') }
}

function exportOf(random: Random, world: World): string {
  return world.pick(random, world.has('channel export') ? 'channel export' : 'export')
}
