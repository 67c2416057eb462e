import { randomUUID } from 'node:crypto'
import type { EventRecord } from '#shared/events.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import { type Command, textOption, UsageError } from '../command.ts'
import { newSecret, signedHeaders } from '../../webhooks/webhook-secrets.ts'
import { withCatalog } from '../nearest-server.ts'
import { describeEvent, followEvents, narrowingOf } from './events.ts'

const forwardMs = 10_000

export const listen: Command = {
  name: 'listen',
  summary: 'Forward what is changed to a program on this computer, as a webhook would',
  arguments: '--forward-to URL [--workspace NAME] [--type product] [--event entity.updated]',
  positionals: 0,
  options: {
    ...onlyWorkspaceOption,
    'forward-to': { type: 'string', help: 'Where your program listens, such as http://localhost:3000/hooks' },
    type: { type: 'string', help: 'Only changes of entities of this type' },
    event: { type: 'string', help: 'Only this kind of event' },
    attribute: { type: 'string', help: 'Only changes of this attribute' },
  },
  examples: ['listen --forward-to http://localhost:3000/hooks'],
  async run(invocation) {
    const { dataDir, output, options, interrupted } = invocation
    const target = URL.parse(textOption(options, 'forward-to') ?? '')
    if (!target || !['http:', 'https:'].includes(target.protocol))
      throw new UsageError(
        '--forward-to takes the address of your program, such as http://localhost:3000/hooks.',
      )
    const secret = newSecret()
    return withCatalog(dataDir, async (owner) => {
      const workspace = await findOnlyWorkspace(owner, options)
      const facts = { workspace: { id: workspace.id, name: workspace.name }, subscription: randomUUID() }
      output.note(
        `Forwarding changes of ${workspace.name} to ${target.href}, signed with ${secret}. Ctrl+C ends it.`,
      )
      const query = { ...narrowingOf(options), after: undefined }
      return followEvents(owner.in(workspace), query, invocation, async (event) => {
        const sent = await forward(
          { ...facts, data: [event], sequence: event.sequence },
          { target, secret, interrupted },
        )
        output.print({ ...sent, event }, `${sent.status ?? sent.answer}  ${describeEvent(event)}`)
      })
    })
  },
}

interface ForwardedBody {
  readonly workspace: { readonly id: string; readonly name: string }
  readonly subscription: string
  readonly data: readonly EventRecord[]
  readonly sequence: number
}

async function forward(
  content: ForwardedBody,
  { target, secret, interrupted }: { target: URL; secret: string; interrupted: AbortSignal },
): Promise<{ readonly status: number | null; readonly answer: string }> {
  const body = JSON.stringify(content)
  const messageId = `msg_${content.subscription}_${content.sequence}`
  const headers = await signedHeaders({ messageId, at: Date.now(), body }, [secret])
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(forwardMs)])
  try {
    const { status } = await fetch(target, { method: 'POST', headers, body, signal, redirect: 'manual' })
    return { status, answer: '' }
  } catch (error) {
    interrupted.throwIfAborted()
    return { status: null, answer: error instanceof Error ? error.message : String(error) }
  }
}
