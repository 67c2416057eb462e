/** `npm run bench`: compares the server with its floor. See README.md in this folder. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { largeSize } from './bounds.ts'
import { catalogSize } from './catalog/attributes.ts'
import { type BuiltCatalog, findOrBuildCatalog, measureImport } from './catalog/build-workspace.ts'
import { replacePart } from './measure/bench-document.ts'
import { assertSameAnswers, compare, type Comparison, measureAlone, teachFloor } from './measure/compare.ts'
import { computeAttributes, computedOperations } from './measure/computed-operations.ts'
import {
  type JobRuns,
  measureDryRun,
  measurePatchesDuringImport,
  measureXlsxExport,
} from './measure/job-runs.ts'
import { checkMeasurements, type Measurements } from './measure/verdicts.ts'
import { measureBulkEdit, measureLists, measureWorkbook } from './measure/list-runs.ts'
import { machineFacts } from './measure/machine.ts'
import type { Operation } from './measure/operation.ts'
import { listOperations } from './measure/operations.ts'
import {
  aloneTable,
  comparisonTable,
  firstTable,
  type MeasurementReport,
  largePart,
  serverPart,
  verdictTable,
  wholeRunTable,
} from './measure/report.ts'
import { measureGroups } from './measure/group-runs.ts'
import { measureDuplicates } from './measure/duplicate-runs.ts'
import { measureQuality } from './measure/quality-runs.ts'
import { measurePictures } from './measure/picture-runs.ts'
import { measureClusters, measureFacets } from './measure/value-runs.ts'
import { measureFirstRequests } from './measure/first-requests.ts'
import { measureFairness } from './measure/fairness.ts'
import { measureStall } from './measure/stalls.ts'
import { measureIdleMemory, measureStartUp } from './measure/start-up.ts'
import { connections, settle, type Target } from './measure/target.ts'
import { HttpClient } from './processes/http-client.ts'
import { startServer, startVitrine } from './processes/vitrine.ts'

const usage = `npm run bench -- [options]
  --json            print the raw figures and bounds as JSON; exit code 0 only when every bound holds
  --write           write docs/bench.md
  --large           measure ${largeSize} products too, and hold them to their own bounds
  --only TEXT       measure only operations whose name contains TEXT
  --rounds N        rounds to take the median of (5)
  --products N      size of the catalog (${catalogSize.products}); from ${largeSize} on without the floor
  --fresh           build the catalog anew
  --profile DIR     leave CPU profiles of the server's threads in DIR`

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
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
const shortList = 200_000
const log = (line: string): void => console.error(line)
const profiling = options.profile ? ['--cpu-prof', '--cpu-prof-dir', options.profile] : []
const isSelected = (name: string): boolean => name.includes(options.only)

if (options.help) console.log(usage)
else process.exitCode = await main()

async function main(): Promise<number> {
  const machine = machineFacts()
  const judged = await measure(Number(options.products))
  const large = options.large ? await measure(largeSize) : undefined
  if (options.write) {
    const file = new URL('../docs/bench.md', import.meta.url)
    const document = replacePart(readFileSync(file, 'utf8'), 'server', serverPart(judged, machine))
    writeFileSync(file, large ? replacePart(document, 'large', largePart(large, machine)) : document)
    log(`Wrote ${fileURLToPath(file)}`)
  }
  const { measurements, verdicts } = judged
  const ok = [...verdicts, ...(large?.verdicts ?? [])].every(({ holds }) => holds)
  if (options.json) {
    const rest = large && { large: { ...large.measurements, bounds: large.verdicts } }
    console.log(
      JSON.stringify({ ok, machine, rounds, ...measurements, bounds: verdicts, ...rest }, undefined, 2),
    )
    return ok ? 0 : 1
  }
  for (const { measurements: figures, verdicts: bounds } of large ? [judged, large] : [judged]) {
    const table = figures.products < largeSize ? comparisonTable : aloneTable
    console.log(
      [
        firstTable(figures.firsts),
        table(figures.comparisons),
        wholeRunTable(figures),
        verdictTable(bounds),
      ].join('\n\n'),
    )
  }
  return 0
}

async function measure(products: number): Promise<MeasurementReport> {
  const built = await findOrBuildCatalog({ products, fresh: options.fresh, log })
  const firsts = await measureFirstRequests(built, { rounds, isSelected, nodeOptions: profiling })
  for (const { name, cpu_ms: cpu } of firsts) log(`${name}: ${cpu.toFixed(3)} ms`)
  const catalog = firsts.length > 0 ? await findOrBuildCatalog({ products, fresh: false, log }) : built
  const { dataDir, key } = catalog
  const isImportWanted = isSelected('import_csv') && products < largeSize
  const measurements: Measurements = {
    products,
    firsts,
    comparisons: await measureOperations(catalog),
    startUpsMs: isSelected('serve_to_answer')
      ? await repeat('start', () => measureStartUp(dataDir, key))
      : [],
    idleMb: isSelected('idle') ? [await measureIdleMemory(dataDir, key)] : [],
    jobs: await measureJobs(catalog),
    imports: isImportWanted ? await repeat('import', () => measureImport(catalog.csvFile)) : [],
  }
  return { measurements, verdicts: checkMeasurements(measurements) }
}

async function measureJobs(catalog: BuiltCatalog): Promise<JobRuns> {
  const runs: Record<string, JobRuns[string]> = {}
  const isLarge = catalog.products >= largeSize
  const measures = isLarge
    ? { export_xlsx: measureXlsxExport }
    : {
        import_workbook: measureWorkbook,
        edit_and_undo: measureBulkEdit,
        import_patch: measurePatchesDuringImport,
        dry_run: measureDryRun,
        stall_sort: (built: BuiltCatalog) => measureStall('stall_sort', built),
        stall_contains: (built: BuiltCatalog) => measureStall('stall_contains', built),
        fair_sorted: (built: BuiltCatalog) => measureFairness('fair_sorted', built),
        fair_contains: (built: BuiltCatalog) => measureFairness('fair_contains', built),
      }
  for (const [name, measureRun] of Object.entries(measures)) {
    if (!isSelected(name)) continue
    runs[name] = await measureRun(catalog, rounds)
    log(`${name}: ${JSON.stringify(runs[name])}`)
  }
  if (isSelected('quality')) {
    Object.assign(runs, await measureQuality(catalog, rounds))
    log(`quality: ${JSON.stringify(runs)}`)
  }
  const ofValues = {
    facets: measureFacets,
    groups: measureGroups,
    clusters: measureClusters,
    duplicates: measureDuplicates,
  }
  for (const [name, measureRuns] of Object.entries(ofValues)) {
    if (!isSelected(name)) continue
    const measured = await measureRuns(catalog, rounds)
    Object.assign(runs, measured)
    log(`${name}: ${JSON.stringify(measured)}`)
  }
  if (isSelected('pictures')) Object.assign(runs, await measurePictures())
  if (isSelected('import_list')) Object.assign(runs, await measureLists(isLarge ? largeSize : shortList))
  return runs
}

/** Runs every wanted operation; writing operations change the catalog's data folder. */
async function measureOperations(catalog: BuiltCatalog): Promise<Comparison[]> {
  const server = await startVitrine(catalog.dataDir, profiling).listening
  const client = new HttpClient(server.baseUrl, catalog.key, connections)
  const vitrine: Target = { server, client, turns: new Map() }
  try {
    const operations = await listOperations(catalog, client, isSelected)
    await settle(vitrine, operations)
    const measured =
      catalog.products >= largeSize
        ? await measureAll(operations, vitrine)
        : await compareAll(operations, vitrine, catalog.floorFile)
    return [...measured, ...(await measureComputed(vitrine, catalog))]
  } finally {
    client.close()
    await server.stop()
  }
}

/** Comes last: from here on every product shows computed values. */
async function measureComputed(vitrine: Target, catalog: BuiltCatalog): Promise<Comparison[]> {
  const operations = computedOperations().filter(({ name }) => isSelected(name))
  if (operations.length === 0) return []
  await computeAttributes(vitrine.client, catalog)
  await settle(vitrine, operations)
  return measureAll(operations, vitrine)
}

/** The floor writes into a copy of its file. */
async function compareAll(
  operations: readonly Operation[],
  vitrine: Target,
  pristineFloor: string,
): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-run-'))
  const floorFile = join(folder, 'floor.db')
  cpSync(pristineFloor, floorFile)
  await teachFloor(vitrine.client, operations, floorFile)
  const program = fileURLToPath(new URL('floor/floor-server.ts', import.meta.url))
  const server = await startServer([program, floorFile], 'base_url').listening
  const client = new HttpClient(server.baseUrl, 'none', connections)
  try {
    const floor: Target = { server, client, turns: new Map() }
    await assertSameAnswers(operations, vitrine, floor)
    return await measureAll(operations, vitrine, floor)
  } finally {
    client.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureAll(
  operations: readonly Operation[],
  vitrine: Target,
  floor?: Target,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = []
  for (const operation of operations) {
    const comparison =
      floor && operation.hasFloor
        ? await compare(operation, { vitrine, floor }, { rounds, segmentMs })
        : await measureAlone(operation, vitrine, { rounds, segmentMs })
    const beside = comparison.floor ? `, floor ${comparison.floor.cpu_ms.toFixed(3)} ms` : ''
    log(`${operation.name}: ${comparison.vitrine.cpu_ms.toFixed(3)} ms${beside}`)
    comparisons.push(comparison)
  }
  return comparisons
}

async function repeat<Result>(name: string, measure: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let round = 0; round < rounds; round++) {
    log(`${name} ${round + 1} of ${rounds}`)
    results.push(await measure())
  }
  return results
}
