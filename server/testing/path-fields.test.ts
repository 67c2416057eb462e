import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import type { RouteTable } from '#shared/routes/route.ts'
import { installationRoutes, publicRoutes, workspaceRoutes } from '#shared/routes/surfaces.ts'
import { teamRoutes, teamWorkspaceRoutes } from '#shared/routes/people.ts'
import { pathFields } from '../edge/path-fields.ts'
import { tools } from '../mcp/tools/all-tools.ts'

const names =
  /(^|_)(path|folder|file|dir|directory|url|uri|address|host|hostname|endpoint|to|node|server|origin|issuer|redirect|link|href|target_file)s?($|_)/

type Schema = TSchema & Readonly<Record<string, unknown>>

function* membersOf(schema: unknown, at = '', depth = 0): Generator<[at: string, member: Schema]> {
  if (typeof schema !== 'object' || schema === null || depth > 15) return
  const {
    anyOf = [],
    oneOf = [],
    allOf = [],
    items,
    properties = {},
    patternProperties = {},
    ...rest
  } = schema as Readonly<Record<string, never>>
  for (const part of [...anyOf, ...oneOf, ...allOf]) yield* membersOf(part, at, depth + 1)
  yield* membersOf(items, `${at}[]`, depth + 1)
  for (const [name, member] of Object.entries<Schema>(properties)) {
    const field = at === '' ? name : `${at}.${name}`
    yield [field, member]
    yield* membersOf(member, field, depth + 1)
  }
  for (const part of [...Object.values(patternProperties), rest['additionalProperties']])
    yield* membersOf(part, `${at}.*`, depth + 1)
}

function suspectsIn(schema: unknown): string[] {
  return Array.from(membersOf(schema)).flatMap(([at, { format }]) => {
    const name = at.split('.').at(-1)?.replaceAll('[]', '') ?? ''
    return names.test(name) || (typeof format === 'string' && /^(uri|url|iri|path)/.test(format)) ? [at] : []
  })
}

const surfaces: readonly [[string, RouteTable], [string, RouteTable]] = [
  ['api', publicRoutes],
  ['app', { ...installationRoutes, ...workspaceRoutes, ...teamRoutes, ...teamWorkspaceRoutes }],
]

function findSuspects(): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  const add = (key: string, fields: readonly string[]) => {
    const all = new Set([...(found[key] ?? []), ...fields])
    if (all.size > 0) found[key] = [...all].sort()
  }
  for (const [surface, table] of surfaces)
    for (const [key, { body, form, query = {}, headers = {} }] of Object.entries(table)) {
      add(`${surface} ${key}`, [body, form].flatMap(suspectsIn))
      add(
        `${surface} ${key}`,
        Object.keys({ ...query, ...headers }).filter((name) => names.test(name)),
      )
    }
  for (const { name, input } of tools) add(`tool ${name}`, suspectsIn({ properties: input }))
  return found
}

test('every field that becomes a path or an address is in the table, and nothing else [TEAM-15]', () => {
  const listed = Object.entries(pathFields).map(([key, fields]) => [key, Object.keys(fields).sort()] as const)
  expect(findSuspects()).toEqual(Object.fromEntries(listed))
})

test('who may send what becomes a path of the computer is an administrator, unless the table says otherwise [TEAM-15]', () => {
  const app: RouteTable = surfaces[1][1]
  for (const [key, fields] of Object.entries(pathFields))
    for (const field of Object.values(fields)) {
      if (field === 'no path' || field.becomes !== 'a path') continue
      const isSent = field.may.startsWith('The bytes')
      if (isSent || field.who !== undefined) continue
      expect([key, app[key.replace('app ', '') as keyof RouteTable]?.role]).toEqual([key, 'administrator'])
    }
})

test('a new field is found, however deep it lies [TEAM-15]', () => {
  const schema = {
    anyOf: [{ properties: { list: { items: { properties: { backup_folder: { type: 'string' } } } } } }],
    properties: { by: { additionalProperties: { properties: { x: { type: 'string', format: 'uri' } } } } },
  }
  expect(suspectsIn(schema).sort()).toEqual(['by.*.x', 'list[].backup_folder'])
})

test('the guide of the server shows the table [TEAM-15]', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/server.md'), 'utf8')
  const shown = guide.split('\n').filter((line) => /^- `\w+( .*)?`, `[\w.]+` \(.*\): /.test(line))
  expect(shown).toEqual(describeTable())
})

function describeTable(): string[] {
  return Object.entries(pathFields).flatMap(([key, fields]) =>
    Object.entries(fields).flatMap(([field, fact]) =>
      fact === 'no path' ? [] : [`- \`${callOf(key)}\`, \`${field}\` (${whoOf(key, fact.who)}): ${fact.may}`],
    ),
  )
}

function callOf(key: string): string {
  const [, surface = '', call = ''] = /^(\w+) (.*)$/.exec(key) ?? []
  return surface === 'tool' ? call : call.replace(' ', ` /${surface}/v1`)
}

function whoOf(key: string, narrower: string | undefined): string {
  const [surface = '', ...rest] = key.split(' ')
  const row = surfaces.find(([name]) => name === surface)?.[1][rest.join(' ') as keyof RouteTable]
  const scopes = row?.scopes?.map((scope) => `scope ${scope}`).join(', ')
  const typed = row?.typeScope && `scope ${row.typeScope} of its type`
  return narrower ?? row?.role ?? scopes ?? typed ?? 'agents with its scopes'
}
