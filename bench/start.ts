/**
 * `npm run bench:start`: starts the built desktop program on its stand-in for Electron with 100,000 products and prints when
 * the window was painted and the first rows were there. The stand-in loads Playwright and launches Chromium where Electron
 * has it inside: that is shown apart, and the phases are counted from the moment at which the program begins to load.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { catalogSize } from './catalog/attributes.ts'
import { findOrBuildCatalog } from './catalog/build-workspace.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    products: { type: 'string', default: String(catalogSize.products) },
    json: { type: 'boolean', default: false },
  },
})

const bounds = { painted: 1000, rows: 1500 }

const root = join(import.meta.dirname, '..')
const runner = join(root, 'e2e/shell/stand-in/run.ts')
const program = join(root, 'dist/main/index.js')

interface Phases {
  readonly standIn: number
  readonly listening: number
  readonly asked: number
  readonly painted: number
  readonly rows: number
}

const { dataDir } = await findOrBuildCatalog({
  products: Number(options.products),
  fresh: false,
  log: (line) => console.error(line),
})
// The first start fills the caches of the system and remembers the window that the others open.
await launch()
const runs: Phases[] = []
for (let round = 0; round < Number(options.rounds); round++) runs.push(await launch())

const median = (name: keyof Phases): number =>
  Math.round(runs.map((run) => run[name]).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? 0)
const result = {
  stand_in_ms: median('standIn'),
  listening_ms: median('listening'),
  asked_ms: median('asked'),
  painted_ms: median('painted'),
  rows_ms: median('rows'),
}
if (options.json) console.log(JSON.stringify({ ...result, bounds }))
else {
  console.log(
    `stand-in is there     ${result.stand_in_ms} ms after its launch; not counted, Electron is one program`,
  )
  console.log(`server listens        ${result.listening_ms} ms after the program began to load`)
  console.log(`page is asked for     ${result.asked_ms} ms`)
  console.log(`window painted        ${result.painted_ms} ms (bound ${bounds.painted})`)
  console.log(`first rows            ${result.rows_ms} ms (bound ${bounds.rows})`)
}
process.exitCode = result.painted_ms <= bounds.painted && result.rows_ms <= bounds.rows ? 0 : 1

async function launch(): Promise<Phases> {
  const launchedAt = Date.now()
  const child = spawn(process.execPath, [runner, '--stand-in-browser-first', program, `--data=${dataDir}`], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'close')
  child.send({ id: 1, source: String(measure), argument: null })
  const [{ value, error }] = (await once(child, 'message')) as [
    { value?: Record<'programBegins' | Exclude<keyof Phases, 'standIn'>, number>; error?: string },
  ]
  child.kill('SIGTERM')
  await ended
  if (!value) throw new Error(`The program did not start: ${error}`)
  const { programBegins: begun, listening, asked, painted, rows } = value
  return {
    standIn: begun - launchedAt,
    listening: listening - begun,
    asked: asked - begun,
    painted: painted - begun,
    rows: rows - begun,
  }
}

/** Runs inside the program; moments are those of the clock. */
async function measure(bench: {
  page(): Promise<{
    url(): string
    evaluate<T>(fn: () => T): Promise<T>
    getByRole(role: string): { first(): { waitFor(): Promise<void> } }
    goto(url: string): Promise<unknown>
  }>
  moments: Record<'programBegins' | 'listening' | 'asked', number>
}): Promise<unknown> {
  const page = await bench.page()
  if (page.url().includes('view=start')) {
    const workspaces = await page.evaluate(async () => {
      const answer = await fetch('/app/v1/session')
      return ((await answer.json()) as { data: { workspaces: { id: string }[] } }).data.workspaces
    })
    const address = `/?workspace=${workspaces[0]?.id}&view=products`
    await page.goto(new URL(address, page.url()).href)
  }
  await page.getByRole('gridcell').first().waitFor()
  const seen = await page.evaluate(() => {
    const { performance: clock } = globalThis
    const paint = clock.getEntriesByName('first-contentful-paint')[0]
    return { painted: clock.timeOrigin + (paint?.startTime ?? 0), rows: clock.timeOrigin + clock.now() }
  })
  return { ...bench.moments, ...seen }
}
