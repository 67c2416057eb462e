import { type RefObject, useEffect } from 'react'
import { findMeantWords, findWords, misspelledWords, wantedWords } from '../model/found-words.ts'

/** As the style sheet names it. */
const highlightName = 'found'

/**
 * Marks in the cells that are drawn what a search has found. The browser paints ranges of their text, so that no cell is another
 * element for it, and rows that scroll in are marked before they are painted.
 */
export function useSearchMarks(layer: RefObject<HTMLElement | null>, search: string): void {
  useEffect(() => {
    const words = wantedWords(search)
    const rows = layer.current
    if (rows === null || words.length === 0) return undefined
    const mark = (): void =>
      void CSS.highlights.set(highlightName, new Highlight(...rangesIn(textsOf(rows), search, words)))
    const observer = new MutationObserver(mark)
    observer.observe(rows, { childList: true, characterData: true, subtree: true })
    mark()
    return () => {
      observer.disconnect()
      CSS.highlights.delete(highlightName)
    }
  }, [layer, search])
}

interface CellText {
  readonly node: Node
  readonly text: string
}

function textsOf(rows: HTMLElement): CellText[] {
  const texts: CellText[] = []
  for (const cell of rows.querySelectorAll('.grid-cell')) {
    const nodes = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode())
      texts.push({ node, text: node.nodeValue ?? '' })
  }
  return texts
}

function rangesIn(texts: readonly CellText[], search: string, words: readonly string[]): Range[] {
  const misspelled = misspelledWords(
    search,
    texts.map(({ text }) => text),
  )
  return texts.flatMap(({ node, text }) =>
    [...findWords(text, words), ...findMeantWords(text, misspelled)].map(([from, to]) =>
      rangeOf(node, from, to),
    ),
  )
}

function rangeOf(text: Node, from: number, to: number): Range {
  const range = new Range()
  range.setStart(text, from)
  range.setEnd(text, to)
  return range
}
