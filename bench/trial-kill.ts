/**
 * `npm run trial:kill`: kills the server at random moments of a write load, at least 200 times, and compares what it had
 * acknowledged with what is there afterwards. See README.md in this folder.
 */
import { parseArgs } from 'node:util'
import { seededRandom } from './random.ts'
import { assertCheckIsOk, killWhileStarting, startAndVerify, writeAndKill } from './trial/one-kill.ts'
import { createTrialFolder, removeTrialFolder, type TrialFolder } from './trial/trial-folder.ts'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const killsPerFolder = 20
const kills = Number(options.kills)
const random = seededRandom(Number(options.seed))
const startedAt = performance.now()
let serial = 0
const nextSerial = (): number => ++serial

console.log(`trial:kill with --kills ${kills} --seed ${options.seed}`)

let acknowledged = 0
let unanswered = 0
for (let done = 0; done < kills; done += killsPerFolder) {
  const folder = await createTrialFolder()
  try {
    await killRepeatedly(folder, done, Math.min(done + killsPerFolder, kills))
  } catch (error) {
    console.error(`The data and the client's log are left in ${folder.path}.`)
    throw error
  }
  removeTrialFolder(folder)
}

const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(
  `${kills} kills in ${seconds} s: ${acknowledged} acknowledged writes are all there, ` +
    `${unanswered} unanswered ones happened wholly or not at all, every file is sound.`,
)

async function killRepeatedly(folder: TrialFolder, from: number, to: number): Promise<void> {
  for (let done = from; done < to; done++) {
    if (random.chance(0.1)) await killWhileStarting(folder, random)
    else acknowledged += await writeAndKill(folder, await startAndVerify(folder), random, nextSerial)
    unanswered += folder.log.expectation().unanswered.size
    if ((done + 1) % 10 === 0) console.log(`${done + 1} kills, ${acknowledged} writes acknowledged`)
    // Half of the times the command line is the first to see the file after the kill.
    if (random.chance(0.5)) await assertCheckIsOk(folder)
  }
  const server = await startAndVerify(folder)
  await assertCheckIsOk(folder)
  await server.stop()
}
