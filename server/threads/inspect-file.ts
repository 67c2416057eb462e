import { ParserLimitExceeded, type ParseApart } from '../jobs/job-context.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { message } from '#shared/messages/message.ts'
import { once } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { reviveFailure, type ParseMessage, type ParserReply } from './channel.ts'

type Post = Parameters<typeof parseApartBy>[0]

const timeoutMs = 180_000

/**
 * Inspects a workspace file from elsewhere in a process of its own, so that whatever its schema does can
 * be ended. Throws WorkspaceFileError.
 */
export function inspectFile(file: string, post: Post): Promise<void> {
  return bounded(file, () =>
    parseApartBy(post)('inspectWorkspace', { file }, { signal: new AbortController().signal, timeoutMs }),
  )
}

export function rescueFile(
  paths: { readonly file: string; readonly target: string },
  post: Post,
): Promise<void> {
  return bounded(paths.file, () =>
    parseApartBy(post)('rescueWorkspace', paths, { signal: new AbortController().signal, timeoutMs }),
  )
}

async function bounded(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ParserLimitExceeded)) throw error
    throw new WorkspaceFileError('foreign_schema', message('workspace_file.inspection_too_long', { file }))
  }
}

/**
 * Runs one parser (jobs/parsers.ts) in a process of its own. Closing the port or ending this thread ends it.
 */
export function parseApartBy(post: (message: ParseMessage, transfer: MessagePort[]) => void): ParseApart {
  return async (parser, input, { signal, ...limits }) => {
    signal.throwIfAborted()
    const { port1, port2 } = new MessageChannel()
    const leave = () => port1.close()
    signal.addEventListener('abort', leave)
    try {
      const replied = once(port1, 'message')
      const closed = once(port1, 'close')
      post({ kind: 'parse', port: port2, parser, input, ...limits }, [port2])
      const [reply] = (await Promise.race([replied, closed])) as [ParserReply?]
      signal.throwIfAborted()
      return valueOf(reply)
    } finally {
      signal.removeEventListener('abort', leave)
      port1.close()
    }
  }
}

function valueOf(reply: ParserReply | undefined): never {
  if (reply?.kind === 'answer') return reply.value as never
  if (reply?.kind === 'failure') throw reviveFailure(reply.failure)
  throw new ParserLimitExceeded(reply?.sentence)
}
