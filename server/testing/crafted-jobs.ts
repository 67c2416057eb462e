/**
 * Rows of jobs as an attacker would put them into a workspace file to have them run elsewhere: one of each
 * kind that names a path or an address.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'

export interface CraftedTargets {
  /** A folder that must be neither written nor read. */
  readonly folder: string
  /** A file in it that nothing may read. */
  readonly secret: string
  readonly address: string
}

export interface CraftedJob {
  readonly name: string
  readonly input: object
  readonly metadata?: object
  readonly checkpoint?: object
}

const context = { actor: { type: 'owner', id: null, name: null }, via: 'app', request_id: null }
const everything = { clauses: [], join: 'and' }
const selection = { type: 'product', ...everything, sort: [] }
const editId = randomUUID()

export function craftedJobs({ folder, secret, address }: CraftedTargets): CraftedJob[] {
  const table = {
    ...selection,
    format: 'csv',
    values: 'effective',
    references: 'ids',
    headers: 'keys',
    delimiter: ',',
    bom: false,
    left_out_columns: [],
  }
  const importing = { type: 'product', mapping: {}, empty_cells: 'ignore', dry_run: false, context }
  const creating = { create_missing_attributes: true, create_missing_options: true }
  const source = { parent_id: null, attributes: {}, product_ids: [], mayWriteProducts: true, context }
  const change = { type: 'product', filter_join: 'and', filter: {}, set: { name: 'Changed' } }
  return [
    { name: 'export', input: { request: table, file: join(folder, 'export.csv'), context } },
    {
      name: 'channel_export',
      input: {
        request: { ...selection, channel: 'shopify', format: 'csv' },
        file: join(folder, 'channel.csv'),
        context,
      },
    },
    {
      name: 'package',
      input: { file: join(folder, 'package.zip'), kind: 'workspace', name: 'x', program: '1.0.0', context },
    },
    { name: 'import', input: { ...importing, ...creating, file: secret } },
    { name: 'import', input: { ...importing, ...creating, file: secret, images_folder: folder } },
    { name: 'import', input: { ...importing, ...creating, file: secret, dry_run: true } },
    { name: 'source_ingest', input: { ...source, content: { kind: 'file', name: 'a.txt', path: secret } } },
    {
      name: 'source_ingest',
      input: { ...source, content: { kind: 'url', url: address, path: join(folder, 'page.html') } },
    },
    {
      name: 'source_ingest',
      input: { ...source, content: { kind: 'url', url: address, path: secret } },
      checkpoint: { version: 1, page: { path: secret, mediaType: 'text/plain', url: address } },
    },
    {
      name: 'fetch_pictures',
      input: { import: randomUUID(), known: 0, wanted: 1, results: folder, context },
    },
    {
      name: 'bulk_edit',
      input: { change: { ...change, dry_run: true }, edit_id: editId, copy: join(folder, 'copy'), context },
    },
    { name: 'bulk_edit', input: { change, edit_id: editId, context } },
    { name: 'undo_edit', input: { type: 'product', edit: editId, entities: 1, edit_id: editId, context } },
    { name: 'undo_import', input: { import: editId, changes: 1, edit_id: editId, context } },
    {
      name: 'generation',
      input: {
        request: { type: 'product', attributes: ['name'], overwrite: 'all', mode: 'apply' },
        provider: randomUUID(),
        budget: 1000,
        edit_id: editId,
        context,
      },
    },
    {
      name: 'decide_proposals',
      input: { type: 'product', action: 'accept', where: {}, newest: 1e9, edit_id: editId, context },
    },
    {
      name: 'merge_entities',
      input: { type: 'product', groups: [], entities: 0, edit_id: editId, context },
    },
    {
      name: 'cluster_merge',
      input: { body: { type: 'product', attribute: 'name', groups: [] }, edit_id: editId, context },
    },
    {
      name: 'asset_match',
      input: {
        files: [],
        rules: [{ by: 'key', attribute: 'name' }],
        attribute: 'photo',
        as: 'append',
        create_images: true,
        dry_run: false,
        edit_id: editId,
        context,
      },
    },
    {
      name: 'asset_apply',
      input: {
        match: editId,
        rows: [],
        conflicts: [],
        placing: { attribute: 'photo', as: 'append', create_images: true },
        edit_id: editId,
        context,
      },
    },
    {
      name: 'asset_export',
      input: {
        request: { type: 'image', clauses: [], join: 'and', sort: [], format: 'zip', pattern: '../{sku}' },
        context,
      },
    },
    { name: 'library_scan', input: { library: editId, edit_id: editId, context } },
    { name: 'find_duplicates', input: { type: 'product', ways: ['title'], attributes: {}, context } },
    {
      name: 'quality_fix',
      input: {
        type: 'product',
        attribute: 'name',
        fix: 'trim',
        filter: '',
        unit: null,
        edit_id: editId,
        context,
      },
    },
    { name: 'quality_check', input: { type: 'product', context } },
    {
      name: 'automation',
      input: { automation: editId, type: 'product', over: 'all', edit_id: editId, context },
    },
  ]
}

export function insertJobs(
  file: string,
  jobs: readonly CraftedJob[],
  { status = 'queued', idOf = (): string => randomUUID() } = {},
): string[] {
  const sqlite = new BetterSqlite3(file)
  try {
    const insert = sqlite.prepare(
      'INSERT INTO job (uuid, name, status, created_at, input, checkpoint, metadata) VALUES (?, ?, ?, 0, ?, ?, ?)',
    )
    return jobs.map(({ name, input, checkpoint, metadata = {} }) => {
      const id = idOf()
      const written = checkpoint ? JSON.stringify(checkpoint) : null
      insert.run(
        id,
        name,
        status,
        JSON.stringify({ version: 1, ...input }),
        written,
        JSON.stringify(metadata),
      )
      return id
    })
  } finally {
    sqlite.close()
  }
}
