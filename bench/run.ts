/** `npm run bench`: measures the server beside its floor. See README.md in this folder. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { catalogSize } from './catalog/attributes.ts'
import { type BuiltCatalog, findOrBuildCatalog, measureImport } from './catalog/build-workspace.ts'
import { assertSameAnswers, compare, type Comparison, teachFloor } from './measure/compare.ts'
import { judge, type Measurements } from './measure/judge.ts'
import { machineFacts } from './measure/machine.ts'
import { listOperations, type Operation } from './measure/operations.ts'
import { benchDocument, comparisonTable, verdictTable, wholeRunTable } from './measure/report.ts'
import { measureStartUp } from './measure/start-up.ts'
import { connections, type Target } from './measure/target.ts'
import { HttpClient } from './processes/http-client.ts'
import { startServer, startVitrine } from './processes/vitrine.ts'

const usage = `npm run bench -- [options]
  --json            print the raw figures and bounds as JSON; exit code 0 only when every bound holds
  --write           write docs/bench.md
  --only TEXT       measure only operations whose name contains TEXT
  --rounds N        rounds to take the median of (5)
  --products N      size of the catalog (${catalogSize.products})
  --fresh           build the catalog anew
  --profile DIR     leave CPU profiles of the server's threads in DIR`

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    products: { type: 'string', default: String(catalogSize.products) },
    fresh: { type: 'boolean', default: false },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const rounds = Number(options.rounds)
const segmentMs = 250
const log = (line: string): void => console.error(line)
const isWanted = (name: string): boolean => name.includes(options.only)

if (options.help) console.log(usage)
else process.exitCode = await main()

async function main(): Promise<number> {
  const catalog = await findOrBuildCatalog({ products: Number(options.products), fresh: options.fresh, log })
  const measurements: Measurements = {
    products: catalog.products,
    comparisons: await measureOperations(catalog),
    startUpsMs: isWanted('serve_to_answer') ? await measureStartUps(catalog) : [],
    imports: isWanted('import_csv') ? await repeat('import', () => measureImport(catalog.csvFile)) : [],
  }
  const verdicts = judge(measurements)
  const machine = machineFacts()
  if (options.write) {
    const file = new URL('../docs/bench.md', import.meta.url)
    writeFileSync(file, benchDocument(measurements, verdicts, machine))
    log(`Wrote ${fileURLToPath(file)}`)
  }
  const ok = verdicts.every(({ holds }) => holds)
  if (options.json) {
    console.log(JSON.stringify({ ok, machine, rounds, ...measurements, bounds: verdicts }, undefined, 2))
    return ok ? 0 : 1
  }
  console.log(
    [comparisonTable(measurements.comparisons), wholeRunTable(measurements), verdictTable(verdicts)].join(
      '\n\n',
    ),
  )
  return 0
}

/** Runs every wanted operation; the writing ones change the catalog's data folder and a copy of the floor's file. */
async function measureOperations(catalog: BuiltCatalog): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-run-'))
  const floorFile = join(folder, 'floor.db')
  cpSync(catalog.floorFile, floorFile)
  const profiling = options.profile ? ['--cpu-prof', '--cpu-prof-dir', options.profile] : []
  const server = await startVitrine(catalog.dataDir, profiling).listening
  const client = new HttpClient(server.baseUrl, catalog.key, connections)
  try {
    const operations = (await listOperations(catalog, client)).filter(({ name }) => isWanted(name))
    await teachFloor(client, operations, floorFile)
    return await compareAll(operations, { server, client, turns: new Map() }, floorFile)
  } finally {
    client.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compareAll(
  operations: readonly Operation[],
  vitrine: Target,
  floorFile: string,
): Promise<Comparison[]> {
  const program = fileURLToPath(new URL('floor/floor-server.ts', import.meta.url))
  const server = await startServer([program, floorFile], 'base_url').listening
  const floor: Target = {
    server,
    client: new HttpClient(server.baseUrl, 'none', connections),
    turns: new Map(),
  }
  try {
    await assertSameAnswers(operations, vitrine, floor)
    const comparisons: Comparison[] = []
    for (const operation of operations) {
      const comparison = await compare(operation, { vitrine, floor }, { rounds, segmentMs })
      const { vitrine: ours, floor: theirs, ratio } = comparison
      log(
        `${operation.name}: ${ours.cpu_ms.toFixed(3)} ms, floor ${theirs.cpu_ms.toFixed(3)} ms, ${ratio.toFixed(1)}×`,
      )
      comparisons.push(comparison)
    }
    return comparisons
  } finally {
    floor.client.close()
    await server.stop()
  }
}

function measureStartUps({ dataDir, key }: BuiltCatalog): Promise<number[]> {
  return repeat('start', () => measureStartUp(dataDir, key))
}

async function repeat<Result>(name: string, measure: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let round = 0; round < rounds; round++) {
    log(`${name} ${round + 1} of ${rounds}`)
    results.push(await measure())
  }
  return results
}
