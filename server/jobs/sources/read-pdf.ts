import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { type Reading, textReading } from './reading.ts'
import { unusable } from '../../fetch/unusable.ts'
import { asError } from '#shared/interrupted.ts'

const maxPages = 2000

export async function readPdf(bytes: Buffer): Promise<Reading> {
  // The reader detaches the buffer, which may be shared, so it gets a copy.
  const pdf = await open(new Uint8Array(bytes))
  if (pdf.numPages > maxPages)
    throw unusable(`The PDF has ${pdf.numPages} pages; at most ${maxPages} are read. Send it in parts.`)
  const { text: pages } = await extractText(pdf, { mergePages: false }).catch(refuse)
  const text = pages
    .map(tidyPage)
    .filter((page) => page !== '')
    .join('\n\n')
  if (text === '')
    throw unusable('The PDF holds pictures of its pages and no text. Send one whose text can be selected.')
  const { info } = await getMeta(pdf).catch((): { info: Record<string, unknown> } => ({ info: {} }))
  const title = typeof info['Title'] === 'string' ? info['Title'].trim() || null : null
  return { ...textReading('pdf', text), title }
}

async function open(bytes: Uint8Array): Promise<Awaited<ReturnType<typeof getDocumentProxy>>> {
  try {
    return await getDocumentProxy(bytes)
  } catch (error) {
    return refuse(error)
  }
}

function refuse(error: unknown): never {
  const { name, message } = asError(error)
  if (name === 'PasswordException')
    throw unusable('The PDF is protected by a password. Save it without one and send it again.')
  throw unusable(`The PDF is damaged (${message}). Save it anew and send it again.`)
}

function tidyPage(page: string): string {
  return page
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
