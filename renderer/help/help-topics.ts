import { t } from '../ui/text.ts'
import formulas from '../../docs/formulas.md?raw'
import help from '../../docs/help.md?raw'
import { type Block, parseMarkdown } from './markdown.ts'

/** One page of the help. */
export interface HelpTopic {
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
}

/** A shortcut as the help lists it. */
export interface HelpShortcuts {
  readonly name: string
  readonly shortcuts: readonly { readonly keys: readonly string[]; readonly does: string }[]
}

/** Every page of the help: the guides, the formulas as they are documented, and the shortcuts of the app. */
export function listTopics(shortcuts: readonly HelpShortcuts[]): HelpTopic[] {
  return [...guidesOf(help), { ...pageOf(formulas), id: 'formulas' }, shortcutTopic(shortcuts)]
}

/** Each heading of the second level is a page. */
function guidesOf(text: string): HelpTopic[] {
  const topics: { id: string; title: string; blocks: Block[] }[] = []
  for (const block of parseMarkdown(text)) {
    if (block.kind === 'heading' && block.level === 2)
      topics.push({ id: idOf(block.text), title: block.text, blocks: [] })
    else topics.at(-1)?.blocks.push(block)
  }
  return topics
}

/** A document whose first heading is its title. */
export function pageOf(text: string): HelpTopic {
  const [title, ...blocks] = parseMarkdown(text)
  const name = title?.kind === 'heading' ? title.text : ''
  return { id: idOf(name), title: name, blocks }
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
      rows: shortcuts.map(({ keys, does }) => [keys.map((key) => `\`${key}\``).join(' '), does]),
    },
  ])
  const mac: Block = { kind: 'paragraph', text: t('On a Mac, Command stands for Ctrl.') }
  return { id: 'keyboard-shortcuts', title: t('Keyboard shortcuts'), blocks: [mac, ...blocks] }
}
