import { IntlMessageFormat } from 'intl-messageformat'
import { english, type MessageCode } from './en.ts'

export type { MessageCode } from './en.ts'

/** A code with its values: every language makes the sentence from them. */
export interface MessageReference {
  readonly message_code: MessageCode
  readonly values?: MessageValues
}

/** Texts and numbers by the names that the text of the code has in braces; a message may be a part of another. */
export type MessageValues = Readonly<Record<string, string | number | MessageReference>>

/**
 * A sentence for people, in English and by its code.
 *
 *     message('import.attribute_mapped_twice', { key: 'sku' })
 *     // message: 'Two columns are mapped to sku. Map one of them to null.'
 *     // message_code: 'import.attribute_mapped_twice', values: { key: 'sku' }
 */
export interface Message extends MessageReference {
  readonly message: string
}

/** A message, or words without a code: of a person, of another program, or for scripts alone. */
export type Sentence = string | Message

export interface ReferenceBeside {
  readonly message_code?: string
  readonly values?: Readonly<Record<string, unknown>>
}

export function message<Code extends MessageCode>(message_code: Code, ...[values]: ValuesOf<Code>): Message {
  const pattern: string = english[message_code]
  if (values === undefined && !pattern.includes('{')) return { message: pattern, message_code }
  const given: SentenceValues = values ?? {}
  const text = String(formatOf(message_code, pattern).format(mapValues(given, textOf)))
  return { message: text, message_code, ...(values && { values: mapValues(given, toReference) }) }
}

type SentenceValues = Readonly<Record<string, Sentence | number>>
type ValuesOf<Code extends MessageCode> = ValuesNamed<Placeholders<(typeof english)[Code]>>
type ValuesNamed<Name extends string> = [Name] extends [never]
  ? []
  : [values: { readonly [Each in Name]: Sentence | number }]

/** The names in braces; quoted ones, as in `'{{price}}'`, and the branches of a plural do not count. */
type Placeholders<Pattern extends string> = Pattern extends `${infer Before}'{${string}'${infer After}`
  ? NamesIn<Before> | Placeholders<After>
  : NamesIn<Pattern>
type NamesIn<Text extends string> = Text extends `${infer Before}{${infer After}`
  ? (Before extends `${string}${', plural, one' | '} other'} ` ? never : NameAtStart<After>) | NamesIn<After>
  : never
type NameAtStart<Text extends string> = Text extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name},${string}`
    ? Name
    : Inside
  : never

const formats = new Map<MessageCode, IntlMessageFormat>()

function formatOf(code: MessageCode, pattern: string): IntlMessageFormat {
  const known = formats.get(code)
  if (known !== undefined) return known
  const format = new IntlMessageFormat(pattern, 'en', undefined, { ignoreTag: true })
  formats.set(code, format)
  return format
}

function mapValues<To>(values: SentenceValues, map: (sentence: Sentence) => To): Record<string, To | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? value : map(value)]),
  )
}

function toReference(sentence: Sentence): string | MessageReference {
  if (typeof sentence === 'string') return sentence
  const { message_code, values } = sentence
  return values === undefined ? { message_code } : { message_code, values }
}

export function textOf(sentence: Sentence): string {
  return typeof sentence === 'string' ? sentence : sentence.message
}

/** Returns the reference of a sentence for an answer; empty where it has no code. */
export function referenceOf(sentence: Sentence): Partial<MessageReference> {
  const reference = toReference(sentence)
  return typeof reference === 'string' ? {} : reference
}

/** Returns a sentence as the `message` of an answer, together with its code. */
export function asMessage(sentence: Sentence): { readonly message: string } & Partial<MessageReference> {
  return { message: textOf(sentence), ...referenceOf(sentence) }
}

/** Returns the sentence of an answer; one with an unknown code is only its words. */
export function readSentence(words: string, { message_code, values }: ReferenceBeside): Sentence {
  if (message_code === undefined || !isMessageCode(message_code)) return words
  const given = values as MessageValues | undefined
  return { message: words, message_code, ...(given && { values: given }) }
}

export function isMessageCode(code: string): code is MessageCode {
  return Object.hasOwn(english, code)
}

export function sentences(first: Sentence, ...others: readonly Sentence[]): Sentence {
  return others.reduce<Sentence>(
    (before, second) =>
      typeof before === 'string' && typeof second === 'string'
        ? `${before} ${second}`
        : message('text.sentences', { first: before, second }),
    first,
  )
}

export function listed(first: Sentence, ...others: readonly Sentence[]): Sentence {
  return others.reduce<Sentence>((before, second) => message('text.list', { first: before, second }), first)
}

export class SentenceError extends Error {
  readonly sentence: Sentence

  constructor(sentence: Sentence, options?: ErrorOptions) {
    super(textOf(sentence), options)
    this.sentence = sentence
  }
}

/** Returns the sentence of an error; the words of other programs' errors have no code. */
export function sentenceOf(error: Error): Sentence {
  return error instanceof SentenceError ? error.sentence : error.message
}
