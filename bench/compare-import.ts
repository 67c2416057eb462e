/**
 * Imports a real CSV file through the command line of a running server, reads everything back through the API and compares
 * cell by cell: `node bench/compare-import.ts FOLDER [FILE] [MERGE_KEY]`. The merge key is an attribute's key or a column's name.
 * Exits 0 only when every cell reads back.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'

interface Definition {
  readonly key: string
  readonly name: string
  readonly data_type: string
}

interface Entity {
  readonly attributes: Readonly<Record<string, unknown>>
}

interface CommandOutput {
  readonly key: string
  readonly result: Record<string, unknown>
}

const program = join(import.meta.dirname, '../server/cli/vitrine.mjs')
const run = promisify(execFile)

const [folder, name = 'products.csv', mergeKey = 'sku'] = process.argv.slice(2)
if (!folder) {
  console.error('Usage: node bench/compare-import.ts FOLDER [FILE] [MERGE_KEY]')
  process.exit(2)
}
const file = join(folder, name)
const data = await mkdtemp(join(tmpdir(), 'vitrine-compare-'))
const server = spawn(process.execPath, [program, 'serve', '--port', '0', '--json', '--data', data], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const baseUrl = await listening(server)
  await vitrine('workspace', 'create', 'Compare')
  const { key } = await vitrine('key', 'create', '--workspace', 'Compare', '--scopes', 'read')
  const job = await vitrine(
    'import',
    file,
    '--workspace',
    'Compare',
    '--type',
    'product',
    '--merge-key',
    mergeKey,
  )
  const again = await vitrine(
    'import',
    file,
    '--workspace',
    'Compare',
    '--type',
    'product',
    '--merge-key',
    mergeKey,
  )
  console.log('first import ', counts(job.result))
  console.log('second import', counts(again.result))

  const definitions = (await get(baseUrl, key, '/attributes?type=product')).data as Definition[]
  const entities = await readAll(baseUrl, key)
  const verdict = compare(mergeRows(await readRows(file), definitions), definitions, entities)
  console.log('data types   ', tally(definitions.map(({ data_type }) => data_type)))
  console.log(
    `compared ${verdict.cells} cells of ${entities.length} products: ${verdict.differences.length} differ`,
  )
  for (const difference of verdict.differences.slice(0, 20)) console.log(JSON.stringify(difference))
  process.exitCode = verdict.differences.length === 0 && verdict.cells > 0 ? 0 : 1
} finally {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  await rm(data, { recursive: true, force: true })
}

async function listening(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server has no output.')
  for await (const line of createInterface(child.stdout))
    return (JSON.parse(line) as { base_url: string }).base_url
  throw new Error('The server ended before it listened.')
}

async function vitrine(...args: string[]): Promise<CommandOutput> {
  const { stdout } = await run(process.execPath, [program, ...args, '--json', '--data', data], {
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}')
}

async function get(baseUrl: string, key: string, path: string) {
  const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${key}` } })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { data: unknown; pagination: { has_more: boolean; next_cursor: string } }
}

async function readAll(baseUrl: string, key: string): Promise<Entity[]> {
  const entities: Entity[] = []
  for (let cursor = ''; ;) {
    const page = await get(
      baseUrl,
      key,
      `/products?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    entities.push(...(page.data as Entity[]))
    if (!page.pagination.has_more) return entities
    cursor = page.pagination.next_cursor
  }
}

/**
 * Reads the file in another way than the program: whole, with the delimiter that its header holds most
 * often.
 */
async function readRows(path: string): Promise<Record<string, string>[]> {
  const text = await readFile(path, 'utf8')
  const [header = ''] = text.split('\n', 1)
  const [delimiter] = [',', ';', '\t', '|'].sort((a, b) => header.split(b).length - header.split(a).length)
  return parse(text, { columns: true, bom: true, delimiter: delimiter ?? ',' })
}

function compare(rows: Record<string, string>[], definitions: Definition[], entities: Entity[]) {
  const keyOf = new Map(definitions.map(({ name: header, key }) => [header, key]))
  const merged = definitions.find(({ name: header, key }) => key === mergeKey || header === mergeKey)
  const keyColumn = merged?.name ?? mergeKey
  const byMergeKey = new Map(
    entities.map((entity) => [String(entity.attributes[merged?.key ?? mergeKey]), entity]),
  )
  const differences: { row: number; column: string; file: string; api: unknown }[] = []
  let cells = 0
  for (const [index, row] of rows.entries()) {
    const entity = byMergeKey.get(row[keyColumn] ?? '')
    for (const [column, cell] of Object.entries(row)) {
      cells += 1
      const value = entity?.attributes[keyOf.get(column) ?? '']
      if (!isSame(cell, value)) differences.push({ row: index + 1, column, file: cell, api: value ?? null })
    }
  }
  return { cells, differences }
}

/** Merges the rows of each key: the last cell that is not empty remains. */
function mergeRows(rows: Record<string, string>[], definitions: Definition[]): Record<string, string>[] {
  const column = definitions.find(({ key }) => key === mergeKey)?.name ?? mergeKey
  const merged = new Map<string, Record<string, string>>()
  for (const row of rows) {
    const filled = Object.entries(row).filter(([, cell]) => cell !== '')
    const key = row[column] ?? ''
    merged.set(key, { ...(merged.get(key) ?? row), ...Object.fromEntries(filled) })
  }
  return [...merged.values()]
}

function isSame(cell: string, value: unknown): boolean {
  if (cell === '') return value === undefined
  return typeof value === 'number' ? Number(cell) === value : String(value) === cell
}

function counts({ created, updated, unchanged, failed, repeated_rows }: Record<string, unknown>) {
  return { created, updated, unchanged, failed, repeated_rows }
}

function tally(words: string[]) {
  return Object.fromEntries(
    [...new Set(words)].map((word) => [word, words.filter((other) => other === word).length]),
  )
}
