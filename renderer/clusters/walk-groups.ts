import type { KeyboardEvent } from 'react'

/** On the box that chooses a group the arrow keys go to that of the group above or below. */
export function walkGroups(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('.cluster-choose .ui-checkbox')]
  const at = boxes.findIndex((box) => box === event.target)
  const next = boxes[at + step]
  if (step === 0 || at === -1 || !next) return
  event.preventDefault()
  next.focus()
}
