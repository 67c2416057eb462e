import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { CatalogError } from '../../catalog/errors.ts'
import type { SourceContent, SourceRequest } from '../../catalog/sources/source-request.ts'
import { getJobInput, isCancelRequested } from '../../store/jobs.ts'
import type { JobContext } from '../../threads/job-thread.ts'
import type { JobEnd } from '../queue.ts'
import { fetchSource } from './source-fetch.ts'
import { toPlainText } from './source-text.ts'

/** Addresses of this computer and its network are refused unless whoever runs the server allows them. */
const allowsPrivate = process.env['VITRINE_ALLOW_PRIVATE_SOURCES'] === '1'

/** Reads the text of a source and creates it. What cannot be fetched or read ends the job as failed, with the reason. */
export async function ingestSource({ jobId, read, call, signal }: JobContext): Promise<JobEnd> {
  const { content } = read((db) => getJobInput(db, jobId)) as SourceRequest
  try {
    const text = await readText(content, signal)
    signal.throwIfAborted()
    return { status: 'completed', result: await call('storeSource', { jobId, text }) }
  } catch (error) {
    // Aborted but not cancelled: the workspace closes, and the job begins anew at the next start.
    if (signal.aborted && read((db) => isCancelRequested(db, jobId)))
      return { status: 'cancelled', result: null }
    throw error
  }
}

async function readText(content: SourceContent, signal: AbortSignal): Promise<string> {
  switch (content.kind) {
    case 'text':
      return content.text
    case 'file':
      return toPlainText(await readUpload(content.path), { extension: extname(content.name) })
    default: {
      const { bytes, mediaType, url } = await fetchSource(content.url, { signal, allowsPrivate })
      return toPlainText(bytes, { mediaType, extension: extname(url.pathname) })
    }
  }
}

async function readUpload(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch {
    throw new CatalogError('validation_failed', 'The uploaded file is no longer there. Send it again.')
  }
}
