export interface Chord {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** A key with its modifiers as the tables of shortcuts spell it; the Mac's Command counts as Ctrl. */
export function toChord({ key, ctrlKey, metaKey, altKey, shiftKey }: Chord): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${name}`
}
