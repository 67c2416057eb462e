/**
 * `npm run bench:grid`: measures the grid and its peers in headless Chromium. See README.md in this
 * folder.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from 'playwright-core'
import buildFirst from '../e2e/build-first.ts'
import { browserArgs, findOrInstallBrowser } from '../e2e/find-browser.ts'
import { ServedApp } from '../e2e/served-app.ts'
import { type BlankFrames, measureBlanks } from './grid/blanks.ts'
import { buildPeers } from './grid/build-peers.ts'
import { type Contestant, openPeer, openVitrine, peerNames } from './grid/contestants.ts'
import { type GridMeasurements, checkGrid } from './grid/verdicts.ts'
import { measureMotion, motionNames } from './grid/motions.ts'
import { gridSection, gridTables } from './grid/report.ts'
import { measureKey, measurePaste, type PasteFigures } from './grid/responses.ts'
import { replacePart } from './measure/bench-document.ts'
import { machineFacts } from './measure/machine.ts'

const usage = `npm run bench:grid -- [options]
  --json      print the raw figures and bounds as JSON; exit code 0 only when every bound holds
  --write     write the grid's part of docs/bench.md
  --rounds N  rounds to take the median of (5)`

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
})

const rounds = Number(options.rounds)
const log = (line: string): void => console.error(line)

if (options.help) console.log(usage)
else process.exitCode = await main()

async function main(): Promise<number> {
  buildFirst()
  const built = await buildPeers(log)
  const load = loadavg()[0] ?? 0
  const served = await ServedApp.start()
  const browser = await chromium.launch({ executablePath: findOrInstallBrowser(log), args: browserArgs })
  try {
    return report(await measure(browser, served, built), load)
  } finally {
    await browser.close()
    await served.stop()
  }
}

async function measure(browser: Browser, served: ServedApp, built: string): Promise<GridMeasurements> {
  const ours = await openVitrine(browser, served)
  const peers = await Promise.all(peerNames.map((name) => openPeer(browser, name, built)))
  const contestants: readonly Contestant[] = [ours, ...peers]
  const motions = Object.fromEntries(
    contestants.map(({ name }) => [name, { wheel: [], fling: [], jump: [] }]),
  ) as unknown as Record<Contestant['name'], Record<(typeof motionNames)[number], number[]>>
  const blanks: BlankFrames[] = []
  const keys: number[] = []
  const pastes: PasteFigures[] = []
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, page } of contestants) {
      await page.bringToFront()
      for (const motion of motionNames) {
        const cpu = await measureMotion(page, motion)
        if (round > 0) motions[name][motion].push(cpu)
        if (round > 0) log(`round ${round}: ${name} ${motion} ${cpu.toFixed(2)} ms of CPU a frame`)
      }
    }
    await ours.page.bringToFront()
    const blank = await measureBlanks(ours.page)
    const key = await measureKey(ours.page)
    const paste = await measurePaste(ours.page.context(), served, round)
    if (round === 0) continue
    blanks.push(blank)
    keys.push(key)
    pastes.push(paste)
    log(`round ${round}: ${blank.blank} of ${blank.frames} frames of a fling had a blank row`)
    log(`round ${round}: key ${key.toFixed(2)} ms of CPU, paste ${paste.wall_ms.toFixed(0)} ms`)
  }
  return { motions, blanks, keys, pastes }
}

function report(measurements: GridMeasurements, load: number): number {
  const verdicts = checkGrid(measurements)
  const machine = machineFacts()
  const ok = verdicts.every(({ holds }) => holds)
  if (options.write) {
    const file = new URL('../docs/bench.md', import.meta.url)
    const section = gridSection(measurements, verdicts, { machine, load })
    writeFileSync(file, replacePart(readFileSync(file, 'utf8'), 'grid', section))
    log(`Wrote ${fileURLToPath(file)}`)
  }
  if (!options.json) {
    console.log(gridTables(measurements, verdicts))
    return 0
  }
  console.log(JSON.stringify({ ok, machine, load, rounds, ...measurements, bounds: verdicts }, undefined, 2))
  return ok ? 0 : 1
}
