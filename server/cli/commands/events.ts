import { eventKinds, type EventRecord, eventVias } from '#shared/events.ts'
import type { CatalogClient } from '../client.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import {
  type Command,
  CommandError,
  countOption,
  type Invocation,
  type OptionValues,
  requireChoice,
  textOption,
  toType,
  UsageError,
} from '../command.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { withCatalog } from '../nearest-server.ts'
import { plainText } from '../table.ts'
import { interruptedCode } from './jobs.ts'

const maxListed = 200
const pauseMs = 1000

export const eventsCommand: Command = {
  name: 'events',
  summary: 'List what was changed, the newest last, and with --follow what is changed from now on',
  arguments:
    '[--workspace NAME] [--follow] [--type product] [--event entity.updated] [--since DATE] [--limit N]',
  positionals: 0,
  options: {
    ...onlyWorkspaceOption,
    follow: { type: 'boolean', help: 'Go on until Ctrl+C, and begin with what happens next' },
    type: { type: 'string', help: 'Only changes of entities of this type' },
    event: { type: 'string', help: `Only this kind: ${eventKinds.join(', ')}` },
    via: { type: 'string', help: `Only what came through this door: ${eventVias.join(', ')}` },
    attribute: { type: 'string', help: 'Only changes of this attribute' },
    since: { type: 'string', help: 'Not before this date or moment, such as 2026-01-05' },
    after: { type: 'string', help: 'Only those behind this sequence number' },
    limit: { type: 'string', help: `How many at most, to ${maxListed}; without it 20` },
  },
  examples: ['events --since 2026-01-05 --limit 100', 'events --follow --json | jq -r .entity.label'],
  async run(invocation) {
    const { dataDir, output, options } = invocation
    const narrowing = narrowingOf(options)
    const after = countOption(options, 'after')
    const limit = countOption(options, 'limit', maxListed) ?? 20
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      if (options['follow'] === true)
        return followEvents(client, { ...narrowing, after }, invocation, (event) =>
          output.print(event, describeEvent(event)),
        )
      const query = { ...narrowing, ...(after !== undefined && { after }), limit }
      const { data } = await client.call('GET /api/v1/events', { query })
      const events = after === undefined ? data.toReversed() : data
      for (const event of events) output.print(event, describeEvent(event))
      if (events.length === 0) output.note('Nothing was changed.')
      return 0
    })
  },
}

export function narrowingOf(options: OptionValues) {
  const [type, event, via] = [
    textOption(options, 'type'),
    textOption(options, 'event'),
    textOption(options, 'via'),
  ]
  const [attribute, since] = [textOption(options, 'attribute'), textOption(options, 'since')]
  return {
    ...(type !== undefined && { type: toType(type) }),
    ...(event !== undefined && { event: requireChoice('--event', event, eventKinds) }),
    ...(via !== undefined && { via: requireChoice('--via', via, eventVias) }),
    ...(attribute !== undefined && { attribute }),
    ...(since !== undefined && { since }),
  }
}

type EventQuery = ReturnType<typeof narrowingOf> & { readonly after: number | undefined }

/** Follows the feed, and goes on behind the last event where the connection is lost. */
export async function followEvents(
  client: CatalogClient,
  { after: from, ...narrowing }: EventQuery,
  { output, interrupted }: Invocation,
  onEvent: (event: EventRecord) => Promise<void> | void,
): Promise<number> {
  let after = from ?? (await newest(client))
  const following = async () => {
    const query = { ...narrowing, after }
    const body = await client.stream('GET /api/v1/events/stream', { query, signal: interrupted })
    for await (const event of readEvents(body)) {
      await onEvent(event)
      after = event.sequence
      await output.drained()
      if (output.isClosed) return
    }
  }
  for (let failures = 0; !output.isClosed;) {
    const before = after
    const error = await following().then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (interrupted.aborted) return interruptedCode
    failures = error === undefined || after > before ? 0 : failures + 1
    const isRefused =
      error instanceof UsageError || (error instanceof CommandError && error.code !== undefined)
    if (isRefused || failures === maxFailures) throw error
    await sleep(pauseMs, undefined, { signal: interrupted }).catch(() => undefined)
  }
  return 0
}

const maxFailures = 5

async function newest(client: CatalogClient): Promise<number> {
  const { data } = await client.call('GET /api/v1/events', { query: { limit: 1 } })
  return data[0]?.sequence ?? 0
}

async function* readEvents(body: ReadableStream<Uint8Array> | null): AsyncGenerator<EventRecord> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length))
  }
}

export function describeEvent(record: EventRecord): string {
  const { created_at, event, actor, via, changes } = record
  const about = subjectOf(record)
  const values = changes.map((change) => `${change.attribute}: ${brief(change.old)} → ${brief(change.new)}`)
  const who = actor.name ?? actor.type
  return plainText([created_at, event, about, `(${who}, ${via})`, values.join('; ')].join('  ').trimEnd())
}

function subjectOf({ entity, attribute, channel, webhook }: EventRecord): string {
  if (entity) return entity.label ?? entity.id
  return attribute?.key ?? channel?.name ?? webhook?.url ?? ''
}

const longestValue = 60

function brief(value: unknown): string {
  const text = value === null || value === undefined ? 'empty' : JSON.stringify(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}
