import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../random.ts'
import type { Stage } from './stage.ts'

export interface Aim {
  readonly name: string
  /** Whether a writer may write meanwhile: the work keeps what is written. */
  readonly writes: boolean
  begin(stage: Stage): Promise<Begun>
}

export interface Begun {
  /** The completed share, from 0 to 1; undefined where only time tells. */
  readonly share?: () => Promise<number>
  /** Resolves or rejects once it has ended or was cut off. */
  readonly ended?: Promise<unknown>
  readonly between?: () => void
  /**
   * Checks the outcome after the restart and throws on a fault; returns whether the work had been cut off.
   */
  readonly settle: () => Promise<boolean>
}

export interface AimedKill {
  readonly aim: string
  readonly share: number
  readonly wasCutOff: boolean
}

/** The durations of work without a share, in ms. */
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
