import { type Sentence, textOf } from './message.ts'

/** An error that says to people what went wrong. */
export class SentenceError extends Error {
  readonly sentence: Sentence

  constructor(sentence: Sentence, options?: ErrorOptions) {
    super(textOf(sentence), options)
    this.sentence = sentence
  }
}

/** What an error says: the words of those of other programs have no code. */
export function sentenceOf(error: Error): Sentence {
  return error instanceof SentenceError ? error.sentence : error.message
}
