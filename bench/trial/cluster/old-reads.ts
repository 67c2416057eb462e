import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpClient } from '../../processes/http-client.ts'

export interface ReadCounts {
  answered: number
  refused: number
}

const question = { method: 'GET', path: '/products?limit=1' } as const

/**
 * Reads at a server that may have been replaced, until it is over. The load only adds products: an answer that counts fewer than
 * another server had counted before it was asked is old. Throws on the first one.
 */
export async function readNothingOld(
  suspect: HttpClient,
  other: HttpClient,
  isOver: () => boolean,
): Promise<ReadCounts> {
  const counts = { answered: 0, refused: 0 }
  let known = 0
  while (!isOver()) {
    known = Math.max(known, (await countAt(other)) ?? 0)
    const found = await countAt(suspect)
    if (found === undefined) counts.refused += 1
    else counts.answered += 1
    if (found !== undefined && found < known)
      throw new Error(
        `A server that may have been replaced counts ${found} products, and another has counted ${known}.`,
      )
    await sleep(20)
  }
  return counts
}

async function countAt(client: HttpClient): Promise<number | undefined> {
  const answer = await client.send(question).catch(() => undefined)
  if (answer?.status !== 200) return undefined
  return (JSON.parse(answer.text) as { readonly pagination: { readonly total: number } }).pagination.total
}
