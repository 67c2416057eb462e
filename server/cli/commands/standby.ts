import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toIso } from '#shared/iso-times.ts'
import type { RunningServer } from '../../index.ts'
import type { Promotion, Standby } from '../../replication/standby/standby.ts'
import type { StandbyFiles, StandbyStatus } from '../../replication/standby/standby-files.ts'
import {
  type Command,
  CommandError,
  type Invocation,
  type Output,
  textOption,
  UsageError,
} from '../command.ts'
import { parseReplica, replicateOptions } from '../serve-options.ts'
import { readServeSettings, serve, serveUntilEnd, type ServeSettings } from './serve.ts'

// A server that is alive is heard every two seconds, and writes for seven after that at most.
const leastPromoteAfter = 10
const describeEveryMs = 60_000
const promotionMs = 600_000

const {
  replicate: _replicate,
  'with-standby': _lease,
  cluster: _cluster,
  'server-address': _peer,
  ...served
} = serve.options

export const standby: Command = {
  name: 'standby',
  summary: 'Follow the replica of a server, and take its place where it is lost',
  arguments: '--from URL [--promote-after SECONDS] [--serve-reads] [options of serve]',
  positionals: 0,
  options: {
    from: { type: 'string', help: 'The replica, as serve --replicate was given it' },
    'promote-after': {
      type: 'string',
      help: 'Take over by itself after so many seconds without a sign of the server; 10 at least',
    },
    'serve-reads': {
      type: 'boolean',
      help: 'Let people read the copy meanwhile, at the port of the options of serve; each answer says of when it is',
    },
    ...served,
    'replicate-days': replicateOptions['replicate-days'],
  },
  async run(invocation) {
    const { dataDir, options, output, interrupted } = invocation
    const from = textOption(options, 'from')
    if (from === undefined) throw new UsageError('Name the replica: vitrine standby --from URL.')
    const promoteAfterMs = parsePromoteAfter(textOption(options, 'promote-after'))
    const address = await parseReplica(from)
    const settings = await readServeSettings({ ...options, replicate: from })
    const [{ Standby: StandbyClass }, { openLog }, { lockStandbyFolder }] = await Promise.all([
      import('../../replication/standby/standby.ts'),
      import('../../log/server-log.ts'),
      import('../../index.ts'),
    ])
    const lock = lockStandbyFolder(dataDir)
    const { replicate: _sent, ...reading } = settings
    const log = openLog(join(dataDir, 'logs'), { level: 'info', isPrinted: settings.isLogPrinted === true })
    const onStatus = printStatus(output)
    const following = await StandbyClass.open({
      lock,
      address,
      dataDir,
      log: log.logger,
      promoteAfterMs,
      onStatus,
      serveReads:
        options['serve-reads'] === true ? (folder, asOf) => serveReads(folder, asOf, reading) : undefined,
    })
    output.print(
      { event: 'following', from, data_dir: dataDir },
      `Vitrine follows ${from}. vitrine promote --data ${dataDir} makes it the server; Ctrl+C ends it.`,
    )
    try {
      const promotion = await following.run(interrupted)
      return promotion ? await serveAfter(promotion, following, { invocation, settings }) : 0
    } finally {
      await log.close()
    }
  },
}

/** Serves a copy to who reads, with nothing that acts by itself. */
async function serveReads(
  dataDir: string,
  asOf: () => string,
  settings: Omit<ServeSettings, 'replicate'>,
): Promise<RunningServer> {
  const { startServer } = await import('../../index.ts')
  const unasked = { isForOneCommand: true, takesAnyRequest: true, logLevel: 'warn' }
  return startServer({ ...settings, ...unasked, dataDir, readOnly: { asOf } })
}

interface Serving {
  readonly invocation: Invocation
  readonly settings: ServeSettings
}

async function serveAfter(
  promotion: Promotion,
  following: Standby,
  { invocation, settings }: Serving,
): Promise<number> {
  const { lease, ...facts } = promotion
  invocation.output.print({ event: 'promoted', ...facts }, describePromotion(promotion))
  return serveUntilEnd(invocation, settings, { lease, onServing: () => following.noteServing() })
}

function describePromotion(promotion: Promotion): string {
  const { from_server: former, as_of: asOf, last_beat: lastBeat, sent_until: sent } = promotion
  const here = `This is the server now, in the place of ${former}, with everything that the replica had at ${asOf}.`
  const until = sent ?? 'an earlier moment, which it has not said'
  return promotion.was_ended_in_order
    ? `${here} The former one had ended in order, and had sent everything that was saved until ${until}.`
    : `${here} The former one was last heard at ${lastBeat}: everything that was saved until ${until} is here. What it saved later, and had not sent, is not.`
}

function printStatus(output: Output): (status: StandbyStatus) => void {
  let [printedAt, printedKey] = [-Infinity, '']
  return (status) => {
    const key = `${status.phase} ${status.fault} ${status.as_of === null} ${status.sent_until === null}`
    if (key === printedKey && performance.now() - printedAt < describeEveryMs) return
    printedAt = performance.now()
    printedKey = key
    output.print({ event: 'status', ...status }, describeStatus(status))
  }
}

const words: Readonly<Partial<Record<StandbyStatus['phase'], string>>> = {
  promoting: 'Takes the place of',
  serving: 'Serves in the place of',
  ended: 'Has ended; it followed',
}

function describeStatus({
  phase,
  as_of: asOf,
  server,
  silent_seconds: silent,
  fault,
}: StandbyStatus): string {
  const at = toIso(Date.now())
  if (fault !== null) return `${at} ${fault}`
  const word = words[phase]
  if (word !== undefined) return `${at} ${word} ${server}.`
  if (asOf === null) return `${at} The first copy is being made.`
  return `${at} Has everything that the replica had at ${asOf}; ${server} was heard ${silent} s ago.`
}

function parsePromoteAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (!/^\d+$/.test(text) || seconds < leastPromoteAfter || seconds > 86_400)
    throw new UsageError(
      `--promote-after takes a number of seconds from ${leastPromoteAfter} to 86400, not "${text}".`,
    )
  return seconds * 1000
}

export const promote: Command = {
  name: 'promote',
  summary: 'Make the standby that runs on a data folder the server',
  arguments: '[--data DIR]',
  positionals: 0,
  options: {},
  async run({ dataDir, output, interrupted }) {
    const { StandbyFiles: Files } = await import('../../replication/standby/standby-files.ts')
    const files = new Files(dataDir)
    const before = await files.readStatus()
    if (!before || !isAlive(before.pid) || before.phase === 'ended')
      throw new CommandError(
        `No standby runs on ${dataDir}. Start one with vitrine standby --from URL --data DIR; where it has run before, its copies are made anew.`,
      )
    if (before.phase !== 'serving') await files.wishPromotion()
    const status = await waitUntilServing(files, interrupted)
    if (status?.phase !== 'serving')
      throw new CommandError(
        `The standby on ${dataDir} has not become the server. ${status?.fault ?? 'Look at what it has printed.'}`,
      )
    output.print(
      { ...status },
      `The standby on ${dataDir} is the server now. It has said what may be missing.`,
    )
    return 0
  },
}

/** The last status of a standby: serving, unless it has ended or takes too long. */
async function waitUntilServing(
  files: StandbyFiles,
  interrupted: AbortSignal,
): Promise<StandbyStatus | undefined> {
  const until = performance.now() + promotionMs
  for (;;) {
    const status = await files.readStatus()
    const isOver = interrupted.aborted || performance.now() > until
    if (isOver || !status || status.phase === 'serving' || !isAlive(status.pid)) return status
    await sleep(200, undefined, { signal: interrupted }).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
