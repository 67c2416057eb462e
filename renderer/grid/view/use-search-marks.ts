import { type RefObject, useEffect } from 'react'
import { findWords, wantedWords } from '../model/found-words.ts'

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
    const mark = (): void => void CSS.highlights.set(highlightName, new Highlight(...rangesIn(rows, words)))
    const observer = new MutationObserver(mark)
    observer.observe(rows, { childList: true, characterData: true, subtree: true })
    mark()
    return () => {
      observer.disconnect()
      CSS.highlights.delete(highlightName)
    }
  }, [layer, search])
}

function rangesIn(rows: HTMLElement, words: readonly string[]): Range[] {
  const ranges: Range[] = []
  for (const cell of rows.querySelectorAll('.grid-cell')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      for (const [from, to] of findWords(text.nodeValue ?? '', words)) ranges.push(rangeOf(text, from, to))
  }
  return ranges
}

function rangeOf(text: Node, from: number, to: number): Range {
  const range = new Range()
  range.setStart(text, from)
  range.setEnd(text, to)
  return range
}
