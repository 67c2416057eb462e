import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HttpClient } from '../processes/http-client.ts'
import { mustRunVitrine, type RunningServer, startVitrine } from '../processes/vitrine.ts'
import type { Random } from '../random.ts'
import { checkFile } from './check-file.ts'
import { observe } from './compare-data.ts'
import { writeUntilKilled } from './load.ts'
import { plannersOf } from './one-kill.ts'
import { assertSurvived, type Survival } from './survival.ts'
import { TimedLog } from './timed-log.ts'
import { type TrialFolder, workspaceName } from './trial-folder.ts'

export interface Loss {
  readonly acknowledged: number
  /** The age at the kill of the youngest write that survived, and of the oldest that did not, in ms. */
  readonly survival: Survival
  readonly restoreMs: number
}

export interface LostMachine {
  readonly folder: TrialFolder
  readonly address: string
  readonly random: Random
  readonly nextSerial: () => number
}

const promisedMs = 2000

/**
 * Writes, kills server and Litestream at the same moment, removes the data folder, restores it and
 * compares. The folder is used further.
 */
export async function loseMachine(machine: LostMachine): Promise<Loss> {
  const { folder, address } = machine
  const server = await startVitrine(folder.dataDir, [], ['--replicate', address]).listening
  const log = new TimedLog(folder.log)
  const { acknowledged, killedAt } = await writeAndLose(machine, server, log)
  rmSync(folder.dataDir, { recursive: true, force: true })

  const startedAt = performance.now()
  const { lines } = await mustRunVitrine(folder.dataDir, ['restore', '--from', address])
  const restoreMs = performance.now() - startedAt
  if (!lines.some((line) => line['ok'] === true))
    throw new Error(`The restore is not clean: ${JSON.stringify(lines)}`)

  const restored = await startVitrine(folder.dataDir).listening
  const client = new HttpClient(restored.baseUrl, folder.key)
  try {
    const observed = await observe(client)
    const { expectation, survival, survivingLines } = assertSurvived(log, observed, killedAt, promisedMs)
    checkFile(folder.workspaceFile, expectation)
    folder.log.replace(survivingLines)
    const check = await mustRunVitrine(folder.dataDir, ['check', '--workspace', workspaceName])
    if (!check.lines.some((line) => line['ok'] === true))
      throw new Error(`vitrine check found faults: ${JSON.stringify(check.lines)}`)
    return { acknowledged, survival, restoreMs }
  } finally {
    client.close()
    await restored.stop()
  }
}

const connections = 4

async function writeAndLose(
  { folder, random, nextSerial }: LostMachine,
  server: RunningServer,
  log: TimedLog,
): Promise<{ acknowledged: number; killedAt: number }> {
  const access = { baseUrl: server.baseUrl, key: folder.key }
  const planners = plannersOf(folder, random, nextSerial)
  const writers = Promise.all(
    planners
      .slice(0, connections)
      .map((planner, connection) => writeUntilKilled(connection, access, log, planner)),
  )
  let killedAt = 0
  // A refused writer must be reported without waiting for the kill.
  try {
    await Promise.race([sleep(random.between(2500, 5000)), writers])
  } finally {
    killedAt = Date.now()
    signalTree(server.pid, 'SIGKILL')
    await server.kill()
  }
  const counts = await writers
  return { acknowledged: counts.reduce((sum, count) => sum + count, 0), killedAt }
}

/** Sends a signal to a process and everything below it, at the same moment. */
export function signalTree(root: number, signal: NodeJS.Signals): void {
  const parents = new Map(readdirSync('/proc').flatMap((name) => parentOf(Number(name))))
  const isBelow = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 1 && isBelow(parents.get(pid)))
  for (const pid of [root, ...[...parents.keys()].filter((each) => each !== root && isBelow(each))]) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended meanwhile.
    }
  }
}

function parentOf(pid: number): [pid: number, parent: number][] {
  try {
    const stat = readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
    return [[pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]]
  } catch {
    return []
  }
}
