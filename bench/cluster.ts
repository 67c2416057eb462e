/** `npm run bench:cluster`: the same work on one file and on a cluster of three nodes. See README.md in this folder. */
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { replacePart } from './measure/bench-document.ts'
import { clusterPart, clusterTable, holdsAll } from './measure/cluster-report.ts'
import { measureCapacity } from './measure/cluster-capacity.ts'
import { measureClusters } from './measure/cluster-runs.ts'
import { machineFacts } from './measure/machine.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
    capacity: { type: 'boolean', default: false },
  },
})
const [rows, rounds] = [Number(options.rows), Number(options.rounds)]
if (options.capacity) console.table(await measureCapacity(rows))
else await compare()

async function compare(): Promise<void> {
  const load = loadavg()[0] ?? 0
  const measured = await measureClusters({ rows, rounds })
  console.log(clusterTable(measured))
  if (options.write) {
    const file = fileURLToPath(new URL('../docs/bench.md', import.meta.url))
    const part = clusterPart(measured, { machine: machineFacts(), load, rows, rounds })
    writeFileSync(file, replacePart(readFileSync(file, 'utf8'), 'cluster', part))
  }
  process.exitCode = holdsAll(measured) ? 0 : 1
}
