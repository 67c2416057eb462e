import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RouteTable } from '#shared/routes/route.ts'
import { installationRoutes, publicRoutes, workspaceRoutes } from '#shared/routes/surfaces.ts'
import { teamRoutes, teamWorkspaceRoutes } from '#shared/routes/people.ts'
import { auditActions } from '#shared/schemas/team.ts'
import { tools } from '../mcp/tools/all-tools.ts'

const routes: RouteTable = {
  ...publicRoutes,
  ...installationRoutes,
  ...workspaceRoutes,
  ...teamRoutes,
  ...teamWorkspaceRoutes,
}

/** Changes of values are in the change feed, with author and undo; comments and notes have their author. */
const expected = [
  'POST /{plural}',
  'POST /{plural}/batch',
  'POST /{plural}/upsert',
  'PATCH /{plural}/{id}',
  'PUT /{plural}/{id}/axes',
  'POST /{plural}/{id}/variants',
  'POST /{plural}/convert',
  'POST /templates',
  'POST /attribute-classes',
  'PATCH /attribute-classes/{id}',
  'DELETE /attribute-classes/{id}',
  'DELETE /attributes/{key}',
  'POST /attributes/{key}/move',
  'POST /semantic-types',
  'POST /bulk-edits',
  'POST /asset-matches',
  'POST /asset-matches/{job_id}/apply',
  'POST /edits',
  'POST /edits/{edit_id}/undo',
  'POST /changes/restore',
  'POST /entities/merge',
  'POST /quality/clusters/merge',
  'POST /quality/fix',
  'POST /trash',
  'POST /trash/restore',
  'POST /channels',
  'PATCH /channels/{channel}',
  'DELETE /channels/{channel}',
  'POST /channels/{channel}/enable',
  'POST /channels/{channel}/disable',
  'POST /comments',
  'PATCH /comments/{id}',
  'POST /comments/{id}/replies',
  // The address is noted when an administrator approves it.
  'POST /webhooks',
  'PATCH /webhooks/{id}',
  'POST /aliases',
  'DELETE /aliases/{id}',
  'POST /notes',
  'PATCH /notes/{id}',
  'DELETE /notes/{id}',
  'POST /proposals',
  'POST /proposals/decide',
  'POST /review/reopen',
]

const jobs = [
  'POST /duplicates',
  'POST /generations',
  'POST /imports',
  'POST /import-uploads/{id}/import',
  'POST /sources',
  'POST /quality/checks',
  'POST /asset-libraries/{id}/scan',
  'POST /automations/{id}/run',
  'POST /jobs/{id}/cancel',
  'POST /jobs/{id}/retry',
  'POST /jobs/{id}/undo',
  'POST /package-openings/{id}/cancel',
]

/** Settings of views and work on the catalog, which change nobody's rights. */
const settings = [
  'DELETE /notices/{id}',
  'POST /channels/{channel}/category-list',
  'DELETE /channels/{channel}/category-list',
  'PATCH /duplicates/{id}',
  'POST /files',
  'POST /import-profiles',
  'PATCH /import-profiles/{id}',
  'DELETE /import-profiles/{id}',
  'POST /import-uploads',
  'POST /import-uploads/{id}/pictures',
  'DELETE /import-uploads/{id}',
  'POST /quality/findings/accept',
  'POST /quality/findings/reopen',
  'POST /quality/rules',
  'PATCH /quality/rules/{id}',
  'DELETE /quality/rules/{id}',
  'POST /renditions',
  'PATCH /renditions/{id}',
  'DELETE /renditions/{id}',
  'POST /saved-actions',
  'PATCH /saved-actions/{id}',
  'DELETE /saved-actions/{id}',
  'POST /views',
  'PATCH /views/{id}',
  'DELETE /views/{id}',
  'POST /views/{id}/duplicate',
  'POST /worklists',
  'PATCH /worklists/{id}',
  'DELETE /worklists/{id}',
  'POST /notifications/read',
  'POST /presence',
]

/** They change nothing, or begin a step that another route completes. */
const reads = [
  'POST /automations/{id}/preview',
  'POST /{plural}/query',
  'POST /{plural}/{id}/variants/plan',
  'POST /account/codes',
  'POST /bulk-edit-sample',
  'POST /confirm',
  'POST /channels/{channel}/category-list/look-up',
  'POST /attribute-preview',
  'POST /formula-preview',
  'POST /generations/estimate',
  'POST /generation-tries',
  'POST /generation-tries/estimate',
  'POST /import-uploads/{id}/preview',
  'POST /invitations/look',
  'POST /providers/{id}/test',
  'POST /webhooks/{id}/test',
  'POST /connections/{id}/test',
  'POST /feeds/{id}/run',
  'POST /export-profiles',
  'PATCH /export-profiles/{id}',
  'DELETE /export-profiles/{id}',
  'POST /webhooks/{id}/deliveries/{delivery}/send',
  'POST /quality/try',
  'POST /workspaces/{id}/check',
  'POST /workspaces/{id}/set-aside/read',
  // The access itself is noted when the agent gets it.
  'POST /consents/{code}/approve',
  'POST /consents/{code}/deny',
  // Copies that stay on the server; taking one away is noted.
  'POST /workspaces/{id}/backups',
  'POST /workspaces/{id}/copies',
  'DELETE /workspaces/{id}/copies/{copyId}',
]

const plural = /\/(?:products|images|vendors|categories|sources)(?=\/|$)/

test('every route that changes something writes an audit entry, or is listed here as one that does not [ACCOUNT-30]', () => {
  const found = Object.entries(routes).flatMap(([key, { audit }]) =>
    audit !== undefined || key.startsWith('GET ') ? [] : [key],
  )
  const named = new Set(
    found.map((key) => (key === 'POST /sources' ? key : key.replace(plural, '/{plural}'))),
  )
  expect([...named].sort()).toEqual([...expected, ...jobs, ...settings, ...reads].sort())
})

test('tools write what the routes of the same work do [ACCOUNT-30]', () => {
  const audited = tools.flatMap(({ name, audit }) =>
    audit
      ? [
          [
            name,
            [audit]
              .flat()
              .map(({ action }) => action)
              .join(),
          ],
        ]
      : [],
  )
  expect(Object.fromEntries(audited)).toEqual({
    create_attribute: 'editable_by_changed,readable_by_changed',
    update_attribute: 'editable_by_changed,readable_by_changed',
    start_export: 'export_made',
    read_export: 'export_downloaded',
  })
})

test('every kind of entry is written somewhere [ACCOUNT-30]', () => {
  const root = join(import.meta.dirname, '../..')
  const text = ['server', 'shared'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.includes('node_modules'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
  const written = new Set(
    [...text.join('\n').matchAll(/action: (?:\w+ \? )?'(\w+)'(?: : '(\w+)')?/g)].flatMap(
      ([, ...names]) => names,
    ),
  )
  const missing = auditActions.filter((action) => !written.has(action))
  expect(missing).toEqual([])
})
