/**
 * `npm run trial:kill`: kills the server at random moments of a write load, at least 200 times, and compares what it had
 * acknowledged with what is there afterwards. See README.md in this folder.
 */
import { parseArgs } from 'node:util'
import { seededRandom } from './random.ts'
import { killAt } from './trial/aimed/aim.ts'
import { fileAims } from './trial/aimed/file-aims.ts'
import { jobAims } from './trial/aimed/job-aims.ts'
import { createStage } from './trial/aimed/stage.ts'
import { assertCheckIsOk, killWhileStarting, startAndVerify, writeAndKill } from './trial/one-kill.ts'
import { createTrialFolder, removeTrialFolder, type TrialFolder } from './trial/trial-folder.ts'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    aimed: { type: 'string', default: '60' },
    only: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const killsPerFolder = 20
const kills = Number(options.kills)
const aimed = Number(options.aimed)
const random = seededRandom(Number(options.seed))
const startedAt = performance.now()
let serial = 0
const nextSerial = (): number => ++serial

console.log(`trial:kill with --kills ${kills} --aimed ${aimed} --seed ${options.seed}`)

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

const seconds = () => Math.round((performance.now() - startedAt) / 1000)
if (kills > 0)
  console.log(
    `${kills} kills in ${seconds()} s: ${acknowledged} acknowledged writes are all there, ` +
      `${unanswered} unanswered ones happened wholly or not at all, every file is sound.`,
  )

const only = options.only?.split(',')
const aims = [...jobAims, ...fileAims].filter(({ name }) => only?.includes(name) ?? true)
if (aimed > 0) await killAimed()

async function killRepeatedly(folder: TrialFolder, from: number, to: number): Promise<void> {
  for (let done = from; done < to; done++) {
    if (random.chance(0.1)) await killWhileStarting(folder, random)
    else acknowledged += await writeAndKill(folder, await startAndVerify(folder), random, nextSerial)
    unanswered += folder.log.expectation().unanswered.size
    if ((done + 1) % 10 === 0) console.log(`${done + 1} kills, ${acknowledged} writes acknowledged`)
    if (random.chance(0.5)) await assertCheckIsOk(folder)
  }
  const server = await startAndVerify(folder)
  await assertCheckIsOk(folder)
  await server.stop()
}

async function killAimed(): Promise<void> {
  const stage = await createStage()
  const cutOff = new Map<string, number[]>()
  try {
    for (let kill = 0; kill < aimed; kill++) {
      const aim = aims[kill % aims.length]
      if (aim === undefined) throw new Error(`Nothing is called ${options.only}.`)
      const done = await killAt(stage, aim, random).catch((error: unknown) => {
        throw new Error(`${aim.name}: ${String(error)}`, { cause: error })
      })
      if (done.wasCutOff) cutOff.set(aim.name, [...(cutOff.get(aim.name) ?? []), done.share])
      console.log(
        `${seconds()} s, ${aim.name}: killed at ${Math.round(done.share * 100)} %${done.wasCutOff ? '' : ', when it had ended'}`,
      )
    }
  } catch (error) {
    await stage.kill()
    console.error(`The data is left in ${stage.path}.`)
    throw error
  }
  await stage.remove()
  const counted = [...cutOff].map(([name, shares]) => `${name} ${shares.length}`)
  console.log(
    `${aimed} aimed kills in ${seconds()} s, in the middle of: ${counted.join(', ')}. Each was done once, or said why not; what was acknowledged beside it is there, and nothing is left behind.`,
  )
}
