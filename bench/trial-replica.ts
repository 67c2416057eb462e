/**
 * `npm run trial:replica`: kills the server and removes its data folder in the middle of a load, 50 times, and restores the folder from
 * the replica. See README.md in the folder trial.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from './random.ts'
import { type Loss, loseMachine } from './trial/lost-machine.ts'
import { createTrialFolder, removeTrialFolder } from './trial/trial-folder.ts'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const kills = Number(options.kills)
const random = seededRandom(Number(options.seed))
const startedAt = performance.now()
let serial = 0

console.log(`trial:replica with --kills ${kills} --seed ${options.seed}`)

const folder = await createTrialFolder()
const machine = {
  folder,
  address: `file://${join(folder.path, 'replica')}`,
  random,
  nextSerial: () => ++serial,
}
const losses: Loss[] = []
try {
  for (let done = 1; done <= kills; done++) {
    losses.push(await loseMachine(machine))
    if (done % 10 === 0) console.log(`${done} lost, ${acknowledged()} writes acknowledged`)
  }
} catch (error) {
  console.error(
    `Round ${losses.length + 1}: the data, the replica and the client's log are left in ${folder.path}.`,
  )
  throw error
}
removeTrialFolder(folder)

const seconds = Math.round((performance.now() - startedAt) / 1000)
const oldest = Math.round(Math.max(...losses.map(({ survival }) => survival.oldestLostMs)))
const lost = losses.reduce((sum, { survival }) => sum + survival.lost, 0)
const restore = Math.round(Math.max(...losses.map(({ restoreMs }) => restoreMs)) / 100) / 10
console.log(
  `${kills} machines lost in ${seconds} s: of ${acknowledged()} acknowledged writes ${lost} of the last moment are gone, ` +
    `the oldest ${oldest} ms old; everything older is there, every folder is sound. The longest restore took ${restore} s.`,
)

function acknowledged(): number {
  return losses.reduce((sum, loss) => sum + loss.acknowledged, 0)
}
