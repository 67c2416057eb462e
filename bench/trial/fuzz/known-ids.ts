/** Kinds of things that a path or a body names, and where answers contain them. */
import { Secret, TOTP } from 'otpauth'
import * as examples from '#shared/routes/examples.ts'
import { type EntityType, entityTypes, pluralOf } from '#shared/entities.ts'
import type { Random } from '../../random.ts'
import type { Call } from './call.ts'
import { password } from './team-plans.ts'
import type { World } from './world.ts'

const typeOfPlural = new Map(entityTypes.map((type) => [`/${pluralOf[type]}`, type]))

const kinds: Readonly<Record<string, string>> = {
  '/jobs': 'job',
  '/exports': 'export',
  '/edits': 'edit',
  '/files': 'hash',
  '/attribute-classes/effective': 'product',
}

/** The member that identifies a thing in its path, where that is not `id`. */
const naming: Readonly<Record<string, string>> = {
  hash: 'hash',
  '/consents': 'code',
  '/attributes': 'key',
  '/channels': 'key',
}

export function kindOfList(list: string): string {
  return typeOfPlural.get(list) ?? kinds[list] ?? list
}

/** The type of entity that a path is about; products where it names none. */
export function typeOfPath(path: string): EntityType {
  return typeOfPlural.get(`/${path.split('/')[1] ?? ''}`) ?? 'product'
}

export function parametersOf(path: string): { readonly name: string; readonly kind: string }[] {
  return [...path.matchAll(/\/\{(\w+)\}/g)].map(({ 1: name = '', index }) => ({
    name,
    kind: kindOfList(path.slice(0, index)),
  }))
}

const shown: readonly (readonly [string, string])[] = [
  [examples.exampleJobId, 'job'],
  [examples.exampleExportId, 'export'],
  [examples.exampleGroupId, '/duplicates'],
  [examples.exampleNoteId, '/notes'],
  [examples.exampleCommentId, '/comments'],
  [examples.exampleRuleId, '/quality/rules'],
  [examples.exampleClassId, '/attribute-classes'],
  [examples.exampleViewId, '/views'],
  [examples.exampleActionId, '/saved-actions'],
  [examples.exampleProfileId, '/import-profiles'],
  [examples.exampleUploadId, '/import-uploads'],
  [examples.exampleWatchedFolderId, '/watched-folders'],
  [examples.exampleWorkspaceId, '/workspaces'],
  [examples.exampleProviderId, '/providers'],
  [examples.exampleBackupId, '/workspaces/{id}/backups'],
  [examples.exampleKeyId, '/workspaces/{id}/keys'],
  [examples.examplePersonId, '/people'],
  [examples.exampleSnapshotId, 'snapshot'],
  [examples.exampleHash, 'hash'],
  ['01989f6e-9e31-7c22-9d4e-6f70819200a1', '/proposals'],
]

export function withKnownIds(random: Random, world: World, example: unknown, type: EntityType): unknown {
  const text = shown.reduce(
    (filled, [id, kind]) => filled.replaceAll(id, () => world.pick(random, kind)),
    JSON.stringify(example),
  )
  const entities = [examples.exampleId, examples.exampleMergedId]
  return JSON.parse(
    entities.reduce((filled, id) => filled.replaceAll(id, () => world.pick(random, type)), text),
  ) as unknown
}

/** Lists that hold the trial's own needs or belong to the server: its channels, people, keys, workspaces. */
const unlearned: ReadonlySet<string> = new Set([
  'GET /channels',
  'GET /people',
  'GET /attributes',
  'GET /workspaces',
  'GET /workspaces/{id}/keys',
  'GET /providers',
  'GET /quality/rules',
  'POST /workspaces',
  'POST /workspaces/open',
])

export function learnFromRoute(world: World, route: string, answer: unknown): void {
  const [method, list = ''] = route.split(' ')
  if ((method !== 'GET' && method !== 'POST') || !isRecord(answer)) return
  if (unlearned.has(route)) return
  const kind = kindOfList(list)
  // The list is complete: sessions of somebody who is gone, and links that were used, are no longer in it.
  if (route === 'GET /sessions' || route === 'GET /invitations') world.forgetAll(kind)
  for (const one of [answer['data'] ?? answer].flat()) {
    if (!isRecord(one)) continue
    const name = one[naming[kind] ?? 'id']
    if (typeof name === 'string' && !list.endsWith('}')) world.note(kind, name)
    learnJob(world, one)
    learnMore(world, route, one)
  }
}

function learnJob(world: World, job: Record<string, unknown>): void {
  const { id, name, status, progress, metadata, result } = job
  if (typeof id !== 'string' || !isRecord(progress) || typeof name !== 'string') return
  world.note('job', id)
  if (status === 'completed') world.note(`completed ${name}`, id)
  if (name === 'import' && isRecord(result) && Number(result['created']) + Number(result['updated']) > 0)
    world.note(isRecord(metadata) && metadata['dry_run'] === true ? 'dry run' : 'import that wrote', id)
  if (status === 'failed') world.note('failed job', id)
  if (status === 'running' || status === 'queued') world.note('running job', id)
  if (name === 'export' && status === 'completed') world.note('export', id)
  if (name === 'export' && isRecord(metadata) && metadata['channel'] !== undefined)
    world.note('channel export', id)
}

interface KnownEntity {
  readonly id: string
  readonly type: string
}

function learnMore(world: World, route: string, one: Record<string, unknown>): void {
  if (route === 'GET /quality/findings') {
    const { rule, attribute, entity } = one as { rule: string; attribute: unknown; entity: KnownEntity }
    world.note('finding', JSON.stringify({ type: entity.type, rule, entity_id: entity.id, attribute }))
  }
  if (route === 'GET /proposals' && typeof one['id'] === 'string')
    world.note(`${String(one['status'])} proposal`, one['id'])
  if (route.endsWith('/events') && one['event'] === 'entity.updated' && Array.isArray(one['changes'])) {
    const [change] = one['changes'] as { attribute?: string }[]
    world.note('change', JSON.stringify({ sequence: one['sequence'], attributes: [change?.attribute] }))
  }
  if (route === 'POST /invitations' && typeof one['link'] === 'string')
    world.note('token', new URL(one['link']).hash.split('=')[1] ?? '')
  if (route === 'POST /account/codes' && typeof one['secret'] === 'string') learnSecret(world, one['secret'])
}

export function learnFromWrite(world: World, { route, path, body }: Call): void {
  const [method, template = ''] = route.split(' ')
  const ids = (body as { ids?: unknown } | undefined)?.ids
  const named = Array.isArray(ids) ? ids.map(String) : []
  if (route === 'POST /trash') for (const id of named) move(world, id, 'product', 'trashed')
  if (route === 'POST /trash/restore') for (const id of named) move(world, id, 'trashed', 'product')
  if (route === 'POST /trash/empty') for (const id of named) world.forget('trashed', id)
  if (route === 'POST /quality/findings/accept') world.note('accepted finding', JSON.stringify(body))
  if (route === 'POST /quality/findings/reopen') world.forgetAll('accepted finding')
  if (template.startsWith('/consents/')) world.forget('/consents', path.split('/')[2] ?? '')
  // Nothing relates a token to its invitation.
  if (route === 'POST /invitations/accept' || route === 'DELETE /invitations/{id}') world.forgetAll('token')
  const last = parametersOf(template).at(-1)
  if (method !== 'DELETE' || last === undefined || !template.endsWith('}')) return
  const name = decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? '')
  world.forget(last.kind, name)
  if (route === 'DELETE /attributes/{key}') world.forgetDefinition(name)
}

function move(world: World, id: string, from: string, to: string): void {
  world.forget(from, id)
  world.note(to, id)
}

/** Only the last secret works, with the code of this moment. */
function learnSecret(world: World, secret: string): void {
  world.forgetAll('code')
  const code = new TOTP({ secret: Secret.fromBase32(secret), period: 30 }).generate()
  world.note('code', JSON.stringify({ password, secret, code }))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
