import { keysInWords } from '../ui/kbd.tsx'
import { t, currentLanguage } from '../ui/text.ts'
import { type Block, parseMarkdown } from './markdown.ts'

export interface HelpTopic {
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
}

export interface HelpShortcuts {
  readonly name: string
  readonly shortcuts: readonly { readonly keys: readonly string[]; readonly does: string }[]
}

export const helpDocuments = ['help', 'formulas', 'news'] as const
type HelpDocument = (typeof helpDocuments)[number]

/** `help.md` is English and `help.de.md` German; each further language is another file. */
const texts = import.meta.glob<string>(
  ['../../docs/{help,formulas,news}.md', '../../docs/{help,formulas,news}.*.md'],
  { query: '?raw', import: 'default', eager: true },
)

export function readDocument(name: HelpDocument, language = currentLanguage()): Block[] {
  return parseMarkdown(textOf(`${name}.${language}`) ?? textOf(name) ?? '')
}

export function hasDocument(name: HelpDocument, language: string): boolean {
  return textOf(`${name}.${language}`) !== undefined
}

function textOf(file: string): string | undefined {
  return texts[`../../docs/${file}.md`]
}

export function listTopics(shortcuts: readonly HelpShortcuts[]): HelpTopic[] {
  const guides = guidesOf(readDocument('help'))
  // Addresses hold the ids, so every language uses those of the English document.
  const ids = guidesOf(readDocument('help', 'en')).map(({ title }) => idOf(title))
  return [
    ...guides.map((guide, position) => ({ ...guide, id: ids[position] ?? idOf(guide.title) })),
    { ...pageOf(readDocument('formulas')), id: 'formulas' },
    shortcutTopic(shortcuts),
  ]
}

function guidesOf(blocks: readonly Block[]): Omit<HelpTopic, 'id'>[] {
  const guides: { title: string; blocks: Block[] }[] = []
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 2) guides.push({ title: block.text, blocks: [] })
    else guides.at(-1)?.blocks.push(block)
  }
  return guides
}

export function pageOf([title, ...blocks]: readonly Block[]): Omit<HelpTopic, 'id'> {
  return { title: title?.kind === 'heading' ? title.text : '', blocks }
}

function idOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, '-')
}

function shortcutTopic(groups: readonly HelpShortcuts[]): HelpTopic {
  const blocks = groups.flatMap(({ name, shortcuts }): Block[] => [
    { kind: 'heading', level: 2, text: name },
    {
      kind: 'table',
      head: [t('Keys¦shortcut'), t('What they do')],
      rows: shortcuts.map(({ keys, does }) => [keys.map((key) => `\`${keysInWords(key)}\``).join(' '), does]),
    },
  ])
  const mac: Block = { kind: 'paragraph', text: t('On a Mac, Command stands for Ctrl.') }
  return { id: 'keyboard-shortcuts', title: t('Keyboard shortcuts'), blocks: [mac, ...blocks] }
}
