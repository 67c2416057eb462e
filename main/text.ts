import type { messages as german } from '#shared/languages/de.ts'

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
