/**
 * `npm run trial:kill-jobs`: kills the server at random moments of imports, exports and files of a watched
 * folder; after the restart each job continues or starts over, counts are exact and nothing is there
 * twice. See README.md in this folder.
 */
import { parseArgs } from 'node:util'
import { mustRunVitrine } from './processes/vitrine.ts'
import { seededRandom } from './random.ts'
import { createJobFolder, removeJobFolder, type JobFolder, workspaceName } from './trial/job-trial.ts'
import { jobKinds, type JobKind, killDuring } from './trial/kill-job.ts'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const killsPerFolder = 10
const kills = Number(options.kills)
const random = seededRandom(Number(options.seed))
const startedAt = performance.now()
let cutOff = 0
console.log(`trial:kill-jobs with --kills ${kills} --seed ${options.seed}`)

for (let done = 0; done < kills; done += killsPerFolder) {
  const folder = await createJobFolder()
  try {
    for (let kill = done; kill < Math.min(done + killsPerFolder, kills); kill++) await killOnce(folder, kill)
    const { lines } = await mustRunVitrine(folder.dataDir, ['check', '--workspace', workspaceName])
    if (!lines.some((line) => line['ok'] === true))
      throw new Error(`check found faults: ${JSON.stringify(lines)}`)
  } catch (error) {
    console.error(`The data is left in ${folder.path}.`)
    throw error
  }
  removeJobFolder(folder)
}

const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(
  `${kills} kills in ${seconds} s, ${cutOff} of them in the middle of a job: every count is exact, nothing is there twice, no half file was offered.`,
)

/** An import, an export and a file in a watched folder by turns, so that exports have more and more to write. */
async function killOnce(folder: JobFolder, kill: number): Promise<void> {
  const kind = jobKinds[kill % jobKinds.length] as JobKind
  if (await killDuring(folder, kind, random, kill)) cutOff += 1
  if ((kill + 1) % 10 === 0) console.log(`${kill + 1} kills, ${cutOff} in the middle of a job`)
}
