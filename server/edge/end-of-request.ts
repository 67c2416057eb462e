import type { FastifyReply } from 'fastify'

/** Ends when nobody waits for the answer any more. The server lets clients close their side of a connection early; the page only does so to stop. */
export function endOf({ raw: response }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const { socket } = response
  const end = () => gone.abort()
  socket?.once('end', end)
  response.once('close', () => {
    socket?.off('end', end)
    end()
  })
  return gone.signal
}
