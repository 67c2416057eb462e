import { createHash } from 'node:crypto'

/** A part of the context, headed as evidence names it. */
export interface DataBlock {
  readonly source: string
  readonly name: string | null
  readonly text: string
}

/** The blocks between lines with a mark that is made of all of them: no value can hold it, since holding it would make another one. */
export function fence(blocks: readonly DataBlock[]): { mark: string; text: string } {
  const mark = createHash('sha256').update(JSON.stringify(blocks)).digest('hex').slice(0, 16)
  return { mark, text: blocks.map((block) => fenced(block, mark)).join('\n\n') }
}

function fenced({ source, name, text }: DataBlock, mark: string): string {
  const title = name === null ? '' : ` ${JSON.stringify(name)}`
  return `--- ${mark} begins ${source}${title}\n${text}\n--- ${mark} ends`
}
