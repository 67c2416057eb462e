/**
 * `npm run trial:standby`: loses the server of a pair in the middle of a load, 50 times, by killing it, by pausing it and by cutting it
 * off from the replica, and lets its standby take over by itself. See README.md in the folder trial.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { objectStore } from '../server/testing/object-store.ts'
import { seededRandom } from './random.ts'
import { openWay, type Way } from './trial/standby/cut-network.ts'
import {
  isFollowing,
  loseServer,
  type LossKind,
  type Pair,
  type ServerLoss,
  startServer,
  startStandby,
} from './trial/standby/lose-server.ts'
import { createTrialFolder, removeTrialFolder } from './trial/trial-folder.ts'

const { values: options } = parseArgs({
  options: {
    losses: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    place: { type: 'string', default: 's3' },
  },
})

const count = Number(options.losses)
const isBucket = options.place === 's3'
const random = seededRandom(Number(options.seed))
const startedAt = performance.now()
let serial = 0

console.log(`trial:standby with --losses ${count} --seed ${options.seed} --place ${options.place}`)
process.env['AWS_ACCESS_KEY_ID'] = 'KEYOFTHETRIAL'
process.env['AWS_SECRET_ACCESS_KEY'] = 'a-secret-of-the-trial'

const folder = await createTrialFolder()
await using store = await objectStore()
await using first = await openWay(Number(new URL(store.endpoint).port))
await using second = await openWay(Number(new URL(store.endpoint).port))
const ways: [Way, Way] = [first, second]
const addressOf = (machine: 0 | 1): string =>
  isBucket
    ? `s3://bucket/pair?endpoint=http://127.0.0.1:${ways[machine].port}&region=eu-central-1`
    : `file://${join(folder.path, 'replica')}`
const place = { addressOf, dirs: [folder.dataDir, join(folder.path, 'second')] as const }
const server = startServer(place, 0)
await server.hears('listening', ({ event }) => event === 'listening')
const standby = startStandby(place, 1)
await standby.hears('a copy', isFollowing)

const pair: Pair = {
  ...place,
  folder,
  random,
  nextSerial: () => ++serial,
  ways: isBucket ? ways : undefined,
  running: [server, standby],
  server: 0,
}
// A folder of this machine cannot be cut off from one of its programs.
const kinds: readonly LossKind[] = isBucket ? ['kill', 'pause', 'cut'] : ['kill', 'pause']
const losses: ServerLoss[] = []
try {
  for (let done = 0; done < count; done++) {
    losses.push(await loseServer(pair, kinds[done % kinds.length] as LossKind))
    if (losses.length % 5 === 0) console.log(`${losses.length} lost`)
  }
} catch (error) {
  console.error(
    `Round ${losses.length + 1}: the data, the replica and the client's log are left in ${folder.path}.`,
  )
  for (const machine of pair.running) machine.signal('SIGKILL')
  throw error
}
for (const machine of pair.running) await machine.kill()
removeTrialFolder(folder)

for (const kind of kinds) describe(kind)
console.log(
  `${count} losses in ${Math.round((performance.now() - startedAt) / 1000)} s: everything that the standby has said to be there is there, ` +
    'no write was taken by a server that had lost the lease, every workspace is sound.',
)

function describe(kind: LossKind): void {
  const own = losses.filter((loss) => loss.kind === kind)
  if (own.length === 0) return
  const sum = (of: (loss: ServerLoss) => number) => own.reduce((total, loss) => total + of(loss), 0)
  const most = (of: (loss: ServerLoss) => number) => Math.max(...own.map(of))
  console.log(
    `${kind}: ${own.length} times, ${sum(({ acknowledged }) => acknowledged)} writes acknowledged, ${sum(({ lost }) => lost)} of the last moment gone: ` +
      `those of ${Math.round(most(({ lostSpanMs }) => lostSpanMs))} ms at most, the oldest ${Math.round(most(({ oldestLostMs }) => oldestLostMs))} ms before the loss; ` +
      `served again after ${(sum(({ standstillMs }) => standstillMs) / own.length / 1000).toFixed(1)} s, ` +
      `${(most(({ standstillMs }) => standstillMs) / 1000).toFixed(1)} at most.`,
  )
}
