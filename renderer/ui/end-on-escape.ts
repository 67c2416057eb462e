/**
 * Lets Escape end a drag, whatever has the focus; nothing else hears of the key meanwhile. The returned function is called when
 * the drag has ended in another way.
 */
export function endOnEscape(cancel: () => void): () => void {
  const stop = (): void => window.removeEventListener('keydown', take, true)
  const take = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    stop()
    cancel()
  }
  window.addEventListener('keydown', take, true)
  return stop
}
