import type { messages as german } from '#shared/languages/de.ts'
import { membersOf, readJsonFile, writeJsonFile } from './json-file.ts'
import { setLanguage } from './text.ts'

type Messages = Readonly<Record<keyof typeof german, string>>

/** Every language but English is a file of shared/languages. */
const loads: ReadonlyMap<string, () => Promise<{ readonly messages: Messages }>> = new Map([
  ['de', () => import('#shared/languages/de.ts')],
])

/** The language of menus and dialogs: what a page was last shown in, kept for the next start, which has no page yet. */
export class AppLanguage {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  /** Speaks what is kept; at the first start the first language of the system that the app has. */
  async begin(ofSystem: readonly string[]): Promise<void> {
    const stored = membersOf(readJsonFile(this.#file))['language']
    const wanted = [stored, ...ofSystem.map((locale) => locale.split('-')[0])]
    await show(wanted.find((language): language is string => isKnown(language)) ?? 'en')
  }

  /** Speaks what a page is shown in. One that is not known leaves everything as it is. */
  async follow(language: unknown): Promise<void> {
    if (!isKnown(language)) return
    await show(language)
    writeJsonFile(this.#file, { language })
  }
}

/** The languages that the desktop has. */
export function listLanguages(): readonly string[] {
  return ['en', ...loads.keys()]
}

function isKnown(language: unknown): language is string {
  return listLanguages().some((known) => known === language)
}

async function show(language: string): Promise<void> {
  const loaded = await loads.get(language)?.()
  setLanguage({ language, messages: loaded?.messages ?? {} })
}
