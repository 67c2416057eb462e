import type { messages as german } from '#shared/languages/de.ts'

/** A text in English, which names it in every other language, as in the page (renderer/ui/text.ts). */
type MessageId = keyof typeof german

interface LanguageTexts {
  readonly language: string
  readonly messages: Readonly<Record<string, string>>
}

let current: LanguageTexts = { language: 'en', messages: {} }

/** From now on menus and dialogs are in this language; English needs no messages. */
export function setLanguage(next: LanguageTexts): void {
  current = next
}

/** What dates are written by: the 24 hours of Britain for English. */
export function currentLocale(): string {
  return current.language === 'en' ? 'en-GB' : current.language
}

/** A text in the language of the app, each `{name}` replaced by its value. The desktop says nothing in plurals, so it needs no more. */
export function t(message: MessageId, values: Readonly<Record<string, string>> = {}): string {
  const text: string = current.messages[message] ?? message
  return text.replace(/¦.*/, '').replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
}
