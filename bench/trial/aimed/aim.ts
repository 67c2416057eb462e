import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../random.ts'
import type { Stage } from './stage.ts'

/** Something that a kill is aimed at. */
export interface Aim {
  readonly name: string
  /** Whether a writer may write beside it: what it does keeps what is written meanwhile. */
  readonly writes: boolean
  begin(stage: Stage): Promise<Begun>
}

/** What has begun and is to be cut off. */
export interface Begun {
  /** How much of it is done, from 0 to 1; undefined where only its time tells. */
  readonly share?: () => Promise<number>
  /** Resolves or rejects once it has ended or was cut off. */
  readonly ended?: Promise<unknown>
  /** Changes something between the kill and the restart. */
  readonly between?: () => void
  /** Looks at what became of it after the restart, and throws where something is wrong; whether it had been cut off. */
  readonly settle: () => Promise<boolean>
}

export interface AimedKill {
  readonly aim: string
  /** The share at which it was aimed. */
  readonly share: number
  readonly wasCutOff: boolean
}

/** How long each takes that only its time tells of, in ms. */
const durations = new Map<string, number>()

/** Begins something, kills the server at a share of it, and looks after the restart. Throws on the first fault. */
export async function killAt(stage: Stage, aim: Aim, random: Random): Promise<AimedKill> {
  const share = random.between(15, 97) / 100
  if (!durations.has(aim.name)) await measure(stage, aim)
  const begun = await aim.begin(stage)
  begun.ended?.catch(() => undefined)
  let isKilled = false
  const writing = aim.writes ? stage.writeBeside(() => isKilled) : Promise.resolve()
  if (begun.share) await untilShare(begun.share, share)
  else await sleep(share * (durations.get(aim.name) ?? 0))
  isKilled = true
  await stage.kill()
  await writing
  begun.between?.()
  await stage.start()
  const wasCutOff = await begun.settle()
  if (aim.writes) await stage.assertMark()
  stage.assertNothingLeft()
  await stage.assertSound()
  return { aim: aim.name, share, wasCutOff }
}

/** Lets it go to its end once, without a kill. */
async function measure(stage: Stage, aim: Aim): Promise<void> {
  const begun = await aim.begin(stage)
  const startedAt = performance.now()
  await begun.ended
  durations.set(aim.name, performance.now() - startedAt)
  if (await begun.settle()) throw new Error(`${aim.name} was cut off, and nobody has killed the server.`)
}

async function untilShare(share: () => Promise<number>, wanted: number): Promise<void> {
  while ((await share()) < wanted) await sleep(2)
}
