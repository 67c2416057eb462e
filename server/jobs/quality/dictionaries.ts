/** The dictionaries of spelling: English comes along; those whose licence does not allow that are files that the owner adds. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A dictionary as nspell makes it. */
export interface Dictionary {
  readonly correct: (word: string) => boolean
}

// The largest there are have 10 MB.
const maxBytes = 32_000_000

/** A dictionary of Hunspell in the folder, such as `de.aff` and `de.dic`; undefined where there is none. Loading one takes a second or two. */
export async function loadDictionary(
  language: string,
  folder: string | undefined,
): Promise<Dictionary | undefined> {
  const files = language === 'en' ? await bundled() : await added(language, folder)
  if (!files) return undefined
  const { default: nspell } = await import('nspell')
  return nspell(files)
}

interface Files {
  readonly aff: Buffer
  readonly dic: Buffer
}

async function bundled(): Promise<Files> {
  const { default: english } = await import('dictionary-en')
  return { aff: Buffer.from(english.aff), dic: Buffer.from(english.dic) }
}

async function added(language: string, folder: string | undefined): Promise<Files | undefined> {
  if (folder === undefined) return undefined
  const [aff, dic] = await Promise.all(
    ['aff', 'dic'].map((end) => readSome(join(folder, `${language}.${end}`))),
  )
  return aff && dic && { aff, dic }
}

async function readSome(file: string): Promise<Buffer | undefined> {
  try {
    const { size } = await stat(file)
    return size > maxBytes ? undefined : await decoded(file)
  } catch {
    return undefined
  }
}

/** As UTF-8, which is all that nspell reads: older dictionaries name another encoding in their first lines. */
async function decoded(file: string): Promise<Buffer> {
  const bytes = await readFile(file)
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return bytes
  } catch {
    return Buffer.from(new TextDecoder('windows-1252').decode(bytes))
  }
}
