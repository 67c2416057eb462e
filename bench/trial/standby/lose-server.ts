import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpAnswer, HttpClient } from '../../processes/http-client.ts'
import type { Random } from '../../random.ts'
import { checkFile } from '../check-file.ts'
import { observe } from '../compare-data.ts'
import { writeUntilKilled } from '../load.ts'
import { plannersOf } from '../one-kill.ts'
import { assertSurvived } from '../survival.ts'
import { TimedLog } from '../timed-log.ts'
import type { TrialFolder } from '../trial-folder.ts'
import type { Way } from './cut-network.ts'
import { Machine, type PrintedLine } from './machine.ts'

export type LossKind = 'kill' | 'pause' | 'cut'

/** A server and its standby, each with a way of its own to the replica. */
export interface Pair {
  readonly folder: TrialFolder
  readonly random: Random
  readonly nextSerial: () => number
  readonly addressOf: (machine: 0 | 1) => string
  readonly ways: readonly [Way, Way] | undefined
  readonly dirs: readonly [string, string]
  readonly running: [Machine, Machine]
  server: 0 | 1
}

export interface ServerLoss {
  readonly kind: LossKind
  readonly acknowledged: number
  readonly lost: number
  readonly oldestLostMs: number
  readonly lostSpanMs: number
  /** From the loss until the other one serves. */
  readonly standstillMs: number
}

const connections = 4
const maxLossMs = 1000
const promoteAfter = '10'
// A server that has lost the lease is told so by its next renewal, and ends within its own grace.
const endsWithinMs = 30_000

export function startServer(pair: Pick<Pair, 'addressOf' | 'dirs'>, machine: 0 | 1): Machine {
  return new Machine(pair.dirs[machine], ['serve', '--replicate', pair.addressOf(machine), '--with-standby'])
}

export function startStandby(pair: Pick<Pair, 'addressOf' | 'dirs'>, machine: 0 | 1): Machine {
  const from = pair.addressOf(machine)
  return new Machine(pair.dirs[machine], ['standby', '--from', from, '--promote-after', promoteAfter])
}

/** Writes of the time in which the first copy of a series is being made are promised to nobody. */
export const isFollowing = ({ event, as_of: asOf, fault, sent_until: sentUntil }: PrintedLine): boolean =>
  event === 'status' && typeof asOf === 'string' && fault === null && typeof sentUntil === 'string'

/**
 * Loses the server in the middle of a load, waits until its standby serves by itself, and compares what is there with what was
 * acknowledged and what the standby has said. Then the lost machine comes back, and is refused; it becomes the next standby.
 */
export async function loseServer(pair: Pair, kind: LossKind): Promise<ServerLoss> {
  const { folder, running, server: lost } = pair
  const next = lost === 0 ? 1 : 0
  const log = new TimedLog(folder.log)
  const writing = writeAll(pair, running[lost], log)
  await sleep(pair.random.between(2500, 4500))
  const lostAt = Date.now()
  lose(pair, kind)

  const promotion = await running[next].hears('promoted', ({ event }) => event === 'promoted')
  await running[next].hears('listening', ({ event }) => event === 'listening')
  const standstillMs = Date.now() - lostAt
  const takenAt = Date.now()
  await comeBack(pair, kind)
  const acknowledged = (await writing).reduce((sum, count) => sum + count, 0)
  assertNoneAfter(log, takenAt)
  const survival = await compare(pair, { log, lostAt, promotion, next })

  await beginAnew(pair, lost)
  pair.server = next
  return { kind, acknowledged, standstillMs, ...survival }
}

function lose({ running, ways, server }: Pair, kind: LossKind): void {
  if (kind === 'kill') running[server].signal('SIGKILL')
  else if (kind === 'pause') running[server].signal('SIGSTOP')
  else ways?.[server].cut()
}

/** The lost server goes on, and must refuse what it is sent and end by itself. */
async function comeBack({ running, ways, server, folder }: Pair, kind: LossKind): Promise<void> {
  const old = running[server]
  if (kind === 'pause') old.signal('SIGCONT')
  if (kind !== 'kill') await assertRefused(old, folder.key)
  if (kind === 'cut') ways?.[server].mend()
  if (!(await old.ends(endsWithinMs)))
    throw new Error(`${old.dataDir} goes on although it has lost the lease.`)
  if (kind !== 'kill' && !old.errors.includes('has taken over'))
    throw new Error(`${old.dataDir} did not say who has taken over: ${old.errors}`)
}

async function assertRefused(old: Machine, key: string): Promise<void> {
  const client = new HttpClient(old.baseUrl, key)
  try {
    const write = { method: 'POST', path: '/products', body: { attributes: { sku: 'TWO-WRITERS' } } } as const
    const answer = await client.send(write).catch(() => undefined)
    if (answer && answer.status < 400) throw new Error(`Two servers write: ${answer.status} ${answer.text}`)
  } finally {
    client.close()
  }
}

async function writeAll(pair: Pair, { baseUrl }: Machine, log: TimedLog): Promise<number[]> {
  const planners = plannersOf(pair.folder, pair.random, pair.nextSerial).slice(0, connections)
  return Promise.all(
    planners.map((planner, connection) =>
      writeUntilKilled(connection, { baseUrl, key: pair.folder.key }, log, planner, hasLostLease),
    ),
  )
}

/** A server that may no longer write says that it cannot now. */
const hasLostLease = ({ status }: HttpAnswer): boolean => status === 503

function assertNoneAfter(log: TimedLog, takenAt: number): void {
  const late = log.lines.find(({ at, line }) => line.kind === 'acknowledged' && at >= takenAt)
  if (late)
    throw new Error(
      `The former server has acknowledged a write after the other served: ${JSON.stringify(late)}`,
    )
}

interface Comparison {
  readonly log: TimedLog
  readonly lostAt: number
  readonly promotion: PrintedLine
  readonly next: 0 | 1
}

async function compare(
  { folder, running, dirs }: Pair,
  { log, lostAt, promotion, next }: Comparison,
): Promise<Pick<ServerLoss, 'lost' | 'oldestLostMs' | 'lostSpanMs'>> {
  const sentUntil = Date.parse(String(promotion['sent_until']))
  if (Number.isNaN(sentUntil))
    throw new Error(`Nothing was told of what is missing: ${JSON.stringify(promotion)}`)
  const client = new HttpClient(running[next].baseUrl, folder.key)
  try {
    const observed = await observe(client)
    if (observed.products.has('TWO-WRITERS')) throw new Error('A refused write is in the catalog.')
    const { expectation, survival, survivingLines } = assertSurvived(
      log,
      observed,
      lostAt,
      lostAt - sentUntil,
    )
    if (survival.lostSpanMs > maxLossMs)
      throw new Error(
        `What was acknowledged within ${survival.lostSpanMs} ms is lost, more than is told to be lost at most.`,
      )
    checkFile(join(dirs[next], 'workspaces', basename(folder.workspaceFile)), expectation)
    folder.log.replace(survivingLines)
    return survival
  } finally {
    client.close()
  }
}

async function beginAnew(pair: Pair, machine: 0 | 1): Promise<void> {
  rmSync(pair.dirs[machine], { recursive: true, force: true })
  pair.running[machine] = startStandby(pair, machine)
  await pair.running[machine].hears('a copy', isFollowing)
}
