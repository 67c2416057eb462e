import { currentLanguage } from '../ui/text.ts'
import { type Block, parseMarkdown } from './markdown.ts'

export const helpDocuments = ['help', 'formulas', 'news'] as const
export type HelpDocument = (typeof helpDocuments)[number]

/** `help.md` is English and `help.de.md` German: another language is another file of each. */
const texts = import.meta.glob<string>(
  ['../../docs/{help,formulas,news}.md', '../../docs/{help,formulas,news}.*.md'],
  { query: '?raw', import: 'default', eager: true },
)

/** A document in a language; in English where that has none of its own. */
export function readDocument(name: HelpDocument, language = currentLanguage()): Block[] {
  return parseMarkdown(textOf(`${name}.${language}`) ?? textOf(name) ?? '')
}

/** Whether a language has a text of its own. */
export function hasDocument(name: HelpDocument, language: string): boolean {
  return textOf(`${name}.${language}`) !== undefined
}

function textOf(file: string): string | undefined {
  return texts[`../../docs/${file}.md`]
}
