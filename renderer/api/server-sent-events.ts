export interface ServerSentEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

/** Reads server-sent events from a body as they arrive; comments are skipped. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).replaceAll(/\r\n?/g, '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseBlock(block)
      if (event.id !== '' || event.data !== '') yield event
    }
  }
}

function parseBlock(block: string): ServerSentEvent {
  const data: string[] = []
  const fields = { id: '', event: 'message' }
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'data') data.push(value)
    else if (name === 'id' || name === 'event') fields[name] = value
  }
  return { ...fields, data: data.join('\n') }
}
