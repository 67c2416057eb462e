import { type JobContext, ParserLimitExceeded } from '../job-context.ts'
import type { ProductReading } from './extract-products.ts'
import type { ReadRequest } from './read-source.ts'
import type { Reading } from './reading.ts'
import { unusable } from '../../fetch/unusable.ts'

const limits = { timeoutMs: 30_000, heapMb: 768 }
// A page that needs longer is made to be slow: it is read a second time, without its structure.
const pageLimits = { timeoutMs: 15_000, heapMb: 768 }

type Parsing = Pick<JobContext, 'parseInThread' | 'signal'>

export interface Read extends Reading {
  /** It could be read without its structure only: nothing else is to be looked for in it. */
  readonly isTangled?: boolean
}

/** Reads the bytes of a source on a thread of its own, within limits of time and memory. */
export async function readApart(request: ReadRequest, { parseInThread, signal }: Parsing): Promise<Read> {
  try {
    return (await parseInThread('readSource', request, { ...pageLimits, signal })) as Reading
  } catch (error) {
    if (!(error instanceof ParserLimitExceeded)) throw error
  }
  try {
    const plain = await parseInThread('readSource', { ...request, isPlain: true }, { ...limits, signal })
    return { ...(plain as Reading), isTangled: true }
  } catch (error) {
    if (!(error instanceof ParserLimitExceeded)) throw error
    throw unusable(`The file is too large or too tangled to be read. ${error.message} Send a part of it.`)
  }
}

/** The products that a page describes. A page whose products cannot be found is still a source. */
export async function extractApart(
  request: ReadRequest,
  { parseInThread, signal }: Parsing,
): Promise<ProductReading> {
  try {
    return (await parseInThread('extractProducts', request, { ...pageLimits, signal })) as ProductReading
  } catch (error) {
    if (!(error instanceof ParserLimitExceeded)) throw error
    return { products: [], notes: [`Products were not looked for in the page. ${error.message}`] }
  }
}
