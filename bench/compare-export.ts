/**
 * Imports the real catalogs of a folder, exports them in every format and imports the exports again, which must change
 * nothing: `node bench/compare-export.ts FOLDER`. Every cell of each export is compared with what the API answers. Exits 0
 * only when all are the same.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parse } from 'csv-parse/sync'
import { unguardCell } from '#shared/cell-guard.ts'
import { mustRunVitrine, type RunningServer, startVitrine } from './processes/vitrine.ts'

interface Entity {
  readonly id: string
  readonly attributes: Row
}

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('Usage: node bench/compare-export.ts FOLDER')
  process.exit(2)
}

const formats = ['csv', 'jsonl', 'xlsx'] as const
let isSame = true
for (const name of (await readdir(folder, { recursive: true })).sort())
  if (name.endsWith('products.csv') || name.endsWith('apparel.csv'))
    isSame = (await tryFile(folder, name)) && isSame
process.exitCode = isSame ? 0 : 1

async function tryFile(root: string, name: string): Promise<boolean> {
  const data = await mkdtemp(join(tmpdir(), 'vitrine-compare-export-'))
  const server = await startVitrine(data).listening
  try {
    console.log(`\n${relative(root, join(root, name))}`)
    await mustRunVitrine(data, ['workspace', 'create', 'Compare'])
    const made = await mustRunVitrine(data, ['key', 'create', '--workspace', 'Compare', '--scopes', 'read'])
    const key = String(made.lines.find((line) => typeof line['key'] === 'string')?.['key'])
    const named = ['--workspace', 'Compare', '--type', 'product']
    console.log('  imported   ', counts(await lastOf(data, ['import', join(root, name), ...named])))
    const results: boolean[] = []
    for (const format of formats) results.push(await tryFormat({ data, server, key, named }, format))
    return results.every(Boolean)
  } finally {
    await server.stop()
    await rm(data, { recursive: true, force: true })
  }
}

interface Place {
  readonly data: string
  readonly server: RunningServer
  readonly key: string
  readonly named: readonly string[]
}

async function tryFormat(
  { data, server, key, named }: Place,
  format: (typeof formats)[number],
): Promise<boolean> {
  const file = join(data, `export.${format}`)
  const startedAt = performance.now()
  const exported = await lastOf(data, ['export', ...named, '--to', file, '--force'])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const cells = format === 'xlsx' ? undefined : await compareCells(server, key, file, format)
  const again = counts(await lastOf(data, ['import', file, ...named, '--merge-key', 'id', '--only-known']))
  const rows = Number(resultOf(exported)['rows'])
  const isUnchanged =
    again.created === 0 && again.updated === 0 && again.failed === 0 && again.unchanged === rows
  const compared = cells ? `${cells.compared} cells compared, ${cells.differences} differ; ` : ''
  console.log(
    `  ${format.padEnd(5)} ${rows} rows in ${seconds} s; ${compared}imported again: ${JSON.stringify(again)}`,
  )
  return isUnchanged && (cells?.differences ?? 0) === 0
}

async function lastOf(data: string, args: readonly string[]): Promise<Record<string, unknown>> {
  return (await mustRunVitrine(data, args)).lines.at(-1) ?? {}
}

function resultOf(job: Record<string, unknown>): Record<string, unknown> {
  return job['result'] as Record<string, unknown>
}

function counts(job: Record<string, unknown>) {
  const { created, updated, unchanged, failed } = resultOf(job)
  return { created, updated, unchanged, failed }
}

type Row = Readonly<Record<string, string | number | boolean | null | undefined>>

async function compareCells(server: RunningServer, key: string, file: string, format: 'csv' | 'jsonl') {
  const text = await readFile(file, 'utf8')
  const rows: Row[] =
    format === 'csv'
      ? parse(text, { columns: true })
      : text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Row)
  const entities = new Map((await readAll(server, key)).map((entity) => [entity.id, entity]))
  let compared = 0
  let differences = Math.abs(rows.length - entities.size)
  for (const row of rows) {
    const { attributes = {} } = entities.get(String(row['id'])) ?? {}
    const names = new Set([...Object.keys(row), ...Object.keys(attributes)])
    for (const name of [...names].filter((one) => one !== 'id' && one !== 'parent_id')) {
      compared += 1
      const written = String(row[name] ?? '')
      const cell = format === 'csv' && typeof attributes[name] === 'string' ? unguardCell(written) : written
      if (cell !== String(attributes[name] ?? '')) differences += 1
    }
  }
  return { compared, differences }
}

async function readAll({ baseUrl }: RunningServer, key: string): Promise<Entity[]> {
  const entities: Entity[] = []
  for (let cursor = ''; ;) {
    const response = await fetch(
      `${baseUrl}/products?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      {
        headers: { authorization: `Bearer ${key}` },
      },
    )
    const page = (await response.json()) as {
      data: Entity[]
      pagination: { has_more: boolean; next_cursor: string }
    }
    entities.push(...page.data)
    if (!page.pagination.has_more) return entities
    cursor = page.pagination.next_cursor
  }
}
