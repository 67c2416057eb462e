import { type Sentence, textOf } from './message.ts'

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
