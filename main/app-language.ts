import type { messages as german } from '#shared/languages/de.ts'
import { membersOf, readJsonFile, writeJsonFile } from './desktop-settings.ts'

type Messages = Readonly<Record<keyof typeof german, string>>

/** Every language but English is a file of shared/languages. */
const loads: ReadonlyMap<string, () => Promise<{ readonly messages: Messages }>> = new Map([
  ['de', () => import('#shared/languages/de.ts')],
])

/**
 * The language of menus and dialogs: that of the page shown last, kept for the next start, which has no
 * page yet.
 */
export class AppLanguage {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  async begin(ofSystem: readonly string[]): Promise<void> {
    const stored = membersOf(readJsonFile(this.#file))['language']
    const wanted = [stored, ...ofSystem.map((locale) => locale.split('-')[0])]
    await show(wanted.find((language): language is string => isKnown(language)) ?? 'en')
  }

  /** Follows the language of a page. An unknown one changes nothing. */
  async follow(language: unknown): Promise<void> {
    if (!isKnown(language)) return
    await show(language)
    writeJsonFile(this.#file, { language })
  }
}

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

type MessageId = keyof typeof german

interface LanguageTexts {
  readonly language: string
  readonly messages: Readonly<Record<string, string>>
}

let current: LanguageTexts = { language: 'en', messages: {} }

/** Sets the language of menus and dialogs; English needs no messages. */
export function setLanguage(next: LanguageTexts): void {
  current = next
}

/** Returns the locale for dates: British for English, because of its 24 hours. */
export function currentLocale(): string {
  return current.language === 'en' ? 'en-GB' : current.language
}

/**
 * Returns a text in the app's language, with each `{name}` replaced by its value. The desktop has no
 * plurals, so it needs no more.
 */
export function t(message: MessageId, values: Readonly<Record<string, string>> = {}): string {
  const text: string = current.messages[message] ?? message
  return text.replace(/¦.*/, '').replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
}
