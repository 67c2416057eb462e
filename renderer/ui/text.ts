import { IntlMessageFormat } from 'intl-messageformat'
import { createElement, Fragment, type ReactNode } from 'react'
import type { messages as german } from '#shared/languages/de.ts'
import {
  type MessageCode,
  type MessageReference,
  readSentence,
  type ReferenceBeside,
  type Sentence,
} from '#shared/messages/message.ts'
import type { OpenAnswer, openSettings, OpenSetting } from '#shared/imports.ts'

/** An English text in ICU message format, used as the key of its translations. */
export type MessageId = keyof typeof german

type Values = Readonly<Record<string, string | number>>
export type Messages = Readonly<Record<string, string>>

export interface LanguageTexts {
  readonly language: string
  readonly locale: string
  readonly messages: Messages
  readonly sentences?: Readonly<Record<MessageCode, string>> | undefined
}

let current: LanguageTexts = { language: 'en', locale: 'en', messages: {} }
let formats = new Map<string, IntlMessageFormat>()

export function setLanguage(next: LanguageTexts): void {
  current = next
  formats = new Map()
}

export function currentLanguage(): string {
  return current.language
}

export function t(message: MessageId, values?: Values): string {
  const pattern = patternOf(message)
  return values === undefined ? pattern : String(formatOf(pattern).format({ ...values }))
}

export function tNodes(message: MessageId, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const parts = formatOf(patternOf(message)).format<ReactNode>({ ...values })
  return createElement(Fragment, null, ...(Array.isArray(parts) ? parts : [parts]))
}

/** Translates a text of the server by the `message_code` beside it; a text without one is unchanged. */
export function tMessage(words: Sentence, codeHolder: ReferenceBeside = {}): string {
  const sentence = typeof words === 'string' ? readSentence(words, codeHolder) : words
  return typeof sentence === 'string' ? sentence : (formatReference(sentence) ?? sentence.message)
}

/** Returns undefined if the language has no text for the code or a nested one; English never has. */
function formatReference({ message_code, values = {} }: MessageReference): string | undefined {
  const pattern = current.sentences?.[message_code]
  if (pattern === undefined) return undefined
  const given: [string, string | number][] = []
  for (const [name, value] of Object.entries(values)) {
    const text = typeof value === 'object' ? formatReference(value) : value
    if (text === undefined) return undefined
    given.push([name, text])
  }
  return String(formatOf(pattern).format(Object.fromEntries(given)))
}

function patternOf(message: MessageId): string {
  const pattern: string = current.messages[message] ?? message
  const disambiguation = pattern.indexOf('¦')
  return disambiguation === -1 ? pattern : pattern.slice(0, disambiguation)
}

function formatOf(pattern: string): IntlMessageFormat {
  const known = formats.get(pattern)
  if (known !== undefined) return known
  const format = new IntlMessageFormat(pattern, current.locale, undefined, { ignoreTag: true })
  formats.set(pattern, format)
  return format
}

/** The languages that also capitalize nouns inside a sentence. */
const nounCapitalizingLanguages: ReadonlySet<string> = new Set(['de', 'lb'])

/** Returns a name such as `Products` as written inside a sentence. */
export function inSentence(name: string): string {
  return nounCapitalizingLanguages.has(current.language) ? name : name.toLowerCase()
}

/** Caches a formatter until the language changes. */
export function cachedByLocale<T>(create: (locale: string) => T): () => T {
  let made: { readonly by: LanguageTexts; readonly value: T } | undefined
  return () => {
    if (made?.by !== current) made = { by: current, value: create(current.locale) }
    return made.value
  }
}

/** Caches a table of texts until the language changes. */
export function cachedByLanguage<T>(create: () => T): () => T {
  return cachedByLocale(create)
}

const openQuestionLabels = cachedByLanguage(
  () =>
    ({
      decimal: {
        comma: t('Decimals come after a comma, as in 1.234,56'),
        point: t('Decimals come after a point, as in 1,234.56'),
      },
      dates: {
        dmy: t('The day comes first, as in 31.12.2026'),
        mdy: t('The month comes first, as in 12/31/2026'),
        ymd: t('The year comes first, as in 2026-12-31'),
      },
      renumbered: {
        change: t('They are the same: their numbers change'),
        new: t('They are new entries'),
      },
      renamed: {
        fill: t('Yes: the values are written to these attributes'),
        new: t('No: new attributes are made'),
      },
      encoding: {
        'utf-8': 'UTF-8',
        'utf-16le': 'UTF-16',
        'utf-16be': t('UTF-16, big-endian'),
        'windows-1252': t('Western European (Windows-1252)'),
        'iso-8859-15': t('Western European (ISO-8859-15)'),
        macintosh: t('Western European (Macintosh)'),
        cp850: t('Western European (DOS, 850)'),
        cp437: t('Western European (DOS, 437)'),
        'windows-1250': t('Central European (Windows-1250)'),
        'iso-8859-2': t('Central European (ISO-8859-2)'),
        maccenteuro: t('Central European (Macintosh)'),
        cp852: t('Central European (DOS, 852)'),
        'windows-1251': t('Cyrillic (Windows-1251)'),
        'koi8-r': t('Cyrillic (KOI8-R)'),
        cp866: t('Cyrillic (DOS, 866)'),
        'windows-1253': t('Greek (Windows-1253)'),
        'windows-1254': t('Turkish (Windows-1254)'),
        'windows-1257': t('Baltic (Windows-1257)'),
        shift_jis: t('Japanese (Shift JIS)'),
        'euc-jp': t('Japanese (EUC-JP)'),
        gb18030: t('Chinese, simplified (GB18030)'),
        big5: t('Chinese, traditional (Big5)'),
        'euc-kr': t('Korean (EUC-KR)'),
      },
    }) satisfies { [S in OpenSetting]: Readonly<Record<(typeof openSettings)[S][number], string>> },
)

/** Returns the label of an answer to a question that an import asks, such as the decimal mark. */
export function answerLabel(setting: OpenSetting, answer: OpenAnswer): string {
  const answers: Readonly<Partial<Record<OpenAnswer, string>>> = openQuestionLabels()[setting]
  return answers[answer] ?? answer
}

export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
