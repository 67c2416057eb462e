import { expect, test } from 'vitest'
import type { Route } from '#shared/routes/route.ts'
import { installationRoutes, publicRoutes, workspaceRoutes } from '#shared/routes/surfaces.ts'
import { worklistRoutes } from '#shared/routes/views.ts'
import { lowestRoleWith, roles } from '#shared/team.ts'
import { commandTexts } from '#shared/commands.ts'
import { mayRun } from './command-rights.ts'
import { isAllowed, neededFor, type Right } from './rights.tsx'

const routes: Readonly<Record<string, Route>> = {
  ...publicRoutes,
  ...installationRoutes,
  ...workspaceRoutes,
  ...worklistRoutes,
}

const sent: Readonly<Record<Right, readonly string[]>> = {
  comments: ['POST /comments', 'POST /comments/{id}/replies', 'PATCH /comments/{id}'],
  values: ['POST /edits'],
  rows: [
    'POST /products',
    'POST /bulk-edits',
    'POST /edits/{edit_id}/undo',
    'POST /bulk-edit-sample',
    'POST /changes/restore',
    'POST /files',
  ],
  notes: ['POST /notes', 'PATCH /notes/{id}', 'DELETE /notes/{id}'],
  views: ['POST /views', 'PATCH /views/{id}', 'DELETE /views/{id}'],
  actions: ['POST /saved-actions', 'PATCH /saved-actions/{id}', 'DELETE /saved-actions/{id}'],
  imports: [
    'POST /imports',
    'POST /import-uploads',
    'POST /import-uploads/{id}/import',
    'POST /import-profiles',
  ],
  jobs: ['POST /jobs/{id}/retry', 'POST /jobs/{id}/undo'],
  review: ['POST /proposals/decide', 'POST /review/reopen'],
  generation: ['POST /generations', 'POST /generations/estimate'],
  findings: [
    'POST /quality/findings/accept',
    'POST /quality/findings/reopen',
    'POST /quality/fix',
    'POST /quality/checks',
  ],
  duplicates: ['POST /duplicates', 'PATCH /duplicates/{id}', 'POST /quality/clusters/merge'],
  worklists: ['POST /worklists', 'DELETE /worklists/{id}'],
  automations: ['POST /jobs/{id}/retry'],
  notices: ['DELETE /notices/{id}'],
  attributes: [
    'POST /attributes',
    'PATCH /attributes/{key}',
    'DELETE /attributes/{key}',
    'POST /generation-tries',
  ],
  classes: ['POST /attribute-classes', 'PATCH /attribute-classes/{id}', 'DELETE /attribute-classes/{id}'],
  channels: [
    'POST /channels',
    'PATCH /channels/{channel}',
    'POST /channels/{channel}/enable',
    'DELETE /channels/{channel}',
  ],
  rules: [
    'POST /quality/rules',
    'PATCH /quality/rules/{id}',
    'DELETE /quality/rules/{id}',
    'POST /quality/try',
  ],
  merging: ['POST /entities/merge'],
  keys: ['GET /workspaces/{id}/keys', 'POST /workspaces/{id}/keys'],
  watching: ['GET /watched-folders'],
  removing: ['DELETE /automations/{id}'],
  trash: ['GET /trash', 'POST /trash', 'POST /trash/restore', 'POST /trash/empty'],
  backups: ['GET /workspaces/{id}/backups', 'POST /workspaces/{id}/backups'],
  workspaces: [
    'POST /workspaces',
    'POST /workspaces/open',
    'POST /workspaces/open-package',
    'POST /workspaces/{id}/package',
  ],
  webhooks: ['POST /webhooks/{id}/approve', 'POST /webhooks/{id}/rotate'],
  feeds: ['POST /feeds', 'PATCH /feeds/{id}', 'DELETE /feeds/{id}', 'GET /connections'],
  providers: ['POST /providers', 'PATCH /providers/{id}', 'DELETE /providers/{id}'],
  folders: ['GET /workspaces/{id}/file', 'POST /watched-folders', 'DELETE /watched-folders/{id}'],
  replica: ['GET /replication'],
  diagnostics: ['GET /diagnostics'],
}

function roleAt(key: string): string {
  const route = routes[key]
  if (!route) throw new Error(`${key} is no route.`)
  const byType = { read: 'viewer', write: 'editor', propose: 'contributor' } as const
  if (route.proposes) return 'contributor'
  return route.role ?? (route.typeScope ? byType[route.typeScope] : lowestRoleWith(route.scopes ?? []))
}

test.each(Object.entries(sent))(
  'team.role.1 the app offers %s to those whom the server lets',
  (right, keys) => {
    const needed = neededFor[right as Right]
    expect(keys.map((key) => [key, roleAt(key)])).toEqual(keys.map((key) => [key, needed]))
  },
)

test('team.role.1 a viewer may change nothing, each higher role more, and the owner of a desktop all but what is of teams', () => {
  const of = (role: (typeof roles)[number], administrates = false) => {
    const person = {
      id: '1',
      name: 'Vi',
      email: 'vi@example.com',
      is_administrator: administrates,
      roles: { w: role },
    }
    return Object.keys(sent).filter((right) => isAllowed({ person }, 'w', right as Right))
  }
  expect(of('viewer')).toEqual([])
  expect(of('contributor')).toEqual(['comments', 'values'])
  for (const [at, role] of roles.slice(0, -1).entries())
    expect(of(role)).toEqual(expect.arrayContaining(of(roles[at + 1] ?? 'viewer')))
  expect(of('owner')).not.toContain('providers')
  expect(of('viewer', true)).toContain('providers')
  const alone = Object.keys(sent).filter((right) => !isAllowed({ person: null }, 'w', right as Right))
  expect(alone).toEqual(['comments', 'worklists'])
})

test('team.role.1 commands that change something are there for those who may', () => {
  const offered = (may: (right: Right) => boolean) =>
    commandTexts.filter(({ id }) => !mayRun(may, id)).map(({ id }) => id)
  const forViewers = offered(() => false)
  expect(forViewers).toEqual(expect.arrayContaining(['add-row', 'trash-rows', 'paste-cells', 'import']))
  expect(forViewers).not.toEqual(expect.arrayContaining(['export', 'copy-cells', 'find']))
  expect(offered(() => true)).toEqual([])
})
