import { fetchPage } from '../../fetch/fetch-page.ts'
import { isPrivate } from '../../fetch/private-addresses.ts'

interface FileAddress {
  readonly url: string
  readonly maxBytes: number
  readonly isPrivateAllowed: boolean
}

const longestFetchMs = 30_000

/** Fetches a file as pictures of imports are: up to a size, and none of this network unless allowed. */
export async function fetchFile({ url, maxBytes, isPrivateAllowed }: FileAddress): Promise<Uint8Array> {
  const { bytes } = await fetchPage(url, {
    signal: AbortSignal.timeout(longestFetchMs),
    refuses: isPrivateAllowed ? () => false : isPrivate,
    maxBytes,
    ignoresRobots: true,
  })
  return bytes
}
