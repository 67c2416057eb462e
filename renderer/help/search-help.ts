import { foldText } from '#shared/text.ts'
import type { HelpTopic } from './help-topics.ts'
import { type Block, plainText } from './markdown.ts'

/** A place of the help: where it stands and what is there. */
export interface HelpHit {
  readonly topic: HelpTopic
  /** The heading above it; that of the topic where there is none. */
  readonly heading: string
  readonly text: string
}

const maxHits = 40

/** The places that have all words of a text, those whose heading or first words have them before others. */
export function searchHelp(topics: readonly HelpTopic[], text: string): HelpHit[] {
  const words = foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const ranked = topics.flatMap(placesOf).flatMap((hit) => {
    const rank = rankOf(hit, words)
    return rank === undefined ? [] : [{ hit, rank }]
  })
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, maxHits)
    .map(({ hit }) => hit)
}

/** 0 begins with what is sought, 1 has it in its heading, 2 in its text. */
function rankOf({ topic, heading, text }: HelpHit, words: readonly string[]): number | undefined {
  const [head, body] = [foldText(`${topic.title} ${heading}`), foldText(text)]
  if (!words.every((word) => head.includes(word) || body.includes(word))) return undefined
  if (body.startsWith(words.join(' '))) return 0
  return words.every((word) => head.includes(word)) ? 1 : 2
}

/** Paragraphs, items and rows, each for itself. */
function placesOf(topic: HelpTopic): HelpHit[] {
  let heading = topic.title
  return topic.blocks.flatMap((block) => {
    if (block.kind === 'heading') heading = block.text
    return linesOf(block).map((line) => ({ topic, heading, text: plainText(line) }))
  })
}

function linesOf(block: Block): readonly string[] {
  if (block.kind === 'list') return block.items
  if (block.kind === 'table') return block.rows.map((row) => row.join(' – '))
  return block.kind === 'heading' ? [] : [block.text]
}
